import { stripVTControlCharacters } from 'node:util'
import { redact } from '#kit/redact.ts'

/** The last lines of what a program printed, without colours. What looks like a secret goes first: half a key does not look like one. */
export function tailOf(output: string): string {
  const end = stripVTControlCharacters(output.slice(-READ_CHARACTERS))
  const lines = redact(end).trimEnd().split('\n').slice(-TAIL_LINES)
  return lines.join('\n').slice(-TAIL_CHARACTERS)
}

const TAIL_LINES = 60
const TAIL_CHARACTERS = 6000
/** Enough that a private key which ends in the last lines begins here. */
const READ_CHARACTERS = 64 * 2 ** 10
