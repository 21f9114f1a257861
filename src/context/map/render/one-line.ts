import { printable } from '#kit/printable.ts'

/** A line that stays one, whatever the names in it: nothing of it can begin a line of its own, or hide the rest of the map. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('<!--', '<\\!--')
}
