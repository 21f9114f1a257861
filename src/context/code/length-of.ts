import type { Definition } from './tags.ts'

/** The line that the last definition ends in. */
export function lengthOf(definitions: readonly Definition[]): number {
  return definitions.reduce((last, { endLine }) => Math.max(last, endLine), 0)
}
