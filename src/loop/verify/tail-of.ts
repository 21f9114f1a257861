import { stripVTControlCharacters } from 'node:util'

/** The last lines of what a program printed, without colours. */
export function tailOf(output: string): string {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n').slice(-TAIL_LINES)
  return lines.join('\n').slice(-TAIL_CHARACTERS)
}

const TAIL_LINES = 60
const TAIL_CHARACTERS = 6000
