import { stripVTControlCharacters } from 'node:util'

/** What a test said, in a few lines: without colours, and without the stack that comes after it. Null where it said nothing. */
export function shortMessage(text: string): string | null {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !FRAME.test(line))
  const indent = Math.min(...lines.map((line) => line.search(/\S/)))
  const said = lines.slice(0, LINES_MAX).map((line) => line.slice(indent))
  return said.join('\n').slice(0, CHARACTERS_MAX) || null
}

const LINES_MAX = 8
const CHARACTERS_MAX = 800
const FRAME = /^\s*(?:at |❯ ).*:\d+(?::\d+)?\)?$|^\s*at (?:new |async )?[\w.<>]+ \(<anonymous>\)$/
