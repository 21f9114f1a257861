import type { TextEdit } from '#words/action.ts'

/** A file's text after some edits. An edit that does not apply is left out, as the host would refuse it. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  return edits.reduce((now, { from, to, isEverywhere }) => {
    if (from === '') return now === '' ? to : now
    return isEverywhere ? now.replaceAll(from, () => to) : now.replace(from, () => to)
  }, text)
}
