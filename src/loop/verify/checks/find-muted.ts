import { escapePattern } from '#kit/escape-pattern.ts'
import type { TestFile } from '../tamper/reading/test-file.ts'
import { pairBrackets } from '../tamper/text/pair-brackets.ts'
import { squeezed } from '../tamper/text/squeezed.ts'
import type { Entry } from './read-entry.ts'

type Muted = { readonly at: number; readonly line: number; readonly text: string }

/** What takes a failure in and does not fail, so that a program ends well whatever it asserts; what was so before is not told. */
export function findMuted(was: Entry, is: Entry): Muted[] {
  const known = new Set(mutedIn(was.all).map(({ text }) => squeezed(text)))
  return mutedIn(is.all).filter(({ text }) => !known.has(squeezed(text)))
}

function mutedIn({ path, source: { bare, code }, lineOf }: TestFile): Muted[] {
  const shapes = path.endsWith('.py') ? PYTHON : SCRIPT
  const brackets = pairBrackets(code)
  return shapes.flatMap((shape) =>
    [...bare.matchAll(shape)].flatMap(({ index, 0: text, groups }): Muted[] => {
      const open = index + text.length - 1
      if (code[index] !== bare[index]) return []
      const end = brackets.partner(open)
      const handler = code.slice(open, end === -1 ? code.length : end)
      if (groups?.['takes'] !== undefined && fails(handler, code)) return []
      return [{ at: index, line: lineOf(index), text: text.replaceAll(/\s+/g, ' ').slice(0, 80) }]
    }),
  )
}

/** A function that stands elsewhere is looked up by its name; where it is not in the file, nobody knows what it does. */
function fails(handler: string, code: string): boolean {
  if (FAILS.test(handler)) return true
  const name = /(?:^\(|,)\s*(?<name>[\w$]+)\s*,?\s*$/.exec(handler)?.groups?.['name']
  if (name === undefined) return false
  const made = code.search(
    new RegExp(`\\bfunction\\s+${escapePattern(name)}\\b|\\b${escapePattern(name)}\\s*=`),
  )
  return made !== -1 && FAILS.test(code.slice(made, made + HANDLER_MAX).split(/\n(?=\S)/, 2)[0] ?? '')
}

const HANDLER_MAX = 2000
const FAILS =
  /\bthrow\b|\bexit\s*\(\s*[^\s)0]|\bexitCode\s*=\s*[^\s;0]|\babort\s*\(|\bkill\s*\(|\breject\w*\s*\(/

const SCRIPT = [
  /\bprocess\s*\.\s*(?:on|once|addListener|prependListener|prependOnceListener)(?<takes>\()(?=\s*['"`](?:uncaughtException|unhandledRejection)['"`])/g,
  /\bprocess\s*\.\s*setUncaughtExceptionCaptureCallback(?<takes>\()/g,
]

/** What ends a program on its way out, and what runs another, or the same without its assertions, in its place. */
const PYTHON = [
  /\batexit\.register\(\s*os\._exit\s*,\s*0\s*\)/g,
  /\batexit\.register\(\s*lambda\b[^\n]*?:\s*os\._exit\(\s*0?\s*\)/g,
  /\bos\.exec[lv]p?e?\(/g,
]
