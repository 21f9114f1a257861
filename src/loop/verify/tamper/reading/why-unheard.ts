import { lineUpTo } from '../text/line-up-to.ts'
import { splitOutside } from '../text/split-outside.ts'
import type { Span } from './find-spans.ts'
import { isSilent } from './swallows.ts'
import type { Reading } from './test-file.ts'

type Asking = { readonly span: Span; readonly at: number }

/** Why nobody hears of what fails in brackets that a promise comes from, in JavaScript; null where somebody does. */
export function whyUnheard(reading: Reading, { span, at }: Asking): string | null {
  if (reading.language.bare === undefined) return null
  const close = reading.brackets.partner(at)
  if (close === -1) return null
  if (isHandled(reading, { open: at, close })) return CAUGHT
  const head = lineUpTo(reading.source.code, at)
  if (isSettled(reading, { span, head })) return 'nobody looks how it was settled'
  return isFloating(reading, { span, at }) ? 'nobody waits for it' : null
}

/** Of what is thrown, and goes no further. */
export const CAUGHT = 'what it throws is caught'

type Call = { readonly open: number; readonly close: number }

/** Whether what hangs on a call handles its failure by doing nothing. */
export function isHandled(reading: Reading, call: Call): boolean {
  const isKept = /\b(?:const|let|var)\b[^=]*=|^\s*[\w$.]+\s*=(?![=>])/.test(
    lineUpTo(reading.source.code, call.open),
  )
  return handlersBehind(reading, call.close + 1).some(
    (handler) => isIdle(handler) && !(isKept && returnsItsOwn(handler)),
  )
}

/** What a chain of calls gives to `then` and `catch` for the case of a failure. */
function handlersBehind({ source: { bare, code }, brackets }: Reading, from: number): string[] {
  const handlers: string[] = []
  for (let at = from; ; ) {
    const [found = '', name = ''] = LINK.exec(code.slice(at, at + NEAR)) ?? []
    const open = at + found.length
    const end = code[open] === '(' ? brackets.partner(open) : open - 1
    if (end < at) return handlers
    const args = code[open] === '(' ? splitOutside(bare.slice(open + 1, end), ',') : []
    if (name === 'catch') handlers.push(args[0] ?? '')
    if (name === 'then') handlers.push(args[1] ?? '')
    at = end + 1
  }
}

/** A name that is asked for, or nothing where what was given is called at once. */
const LINK = /^\s*(?:(?:\?\.|\.)\s*([\w$]+)\s*)?/
const NEAR = 300

/** Whether a function that is handed on does nothing with what it is given. */
function isIdle(handler: string): boolean {
  if (DOES_NOTHING.test(handler)) return true
  const body = FUNCTION.exec(handler)
    ?.slice(1)
    .find((part) => part !== undefined)
    ?.trim()
  if (body === undefined) return false
  return body.startsWith('{') && body.endsWith('}')
    ? isSilent(body.slice(1, -1))
    : isSilent(`return ${body}`) || isSilent(body)
}

const DOES_NOTHING =
  /^(?:[\w$]+\.)?(?:noop|Boolean|Number|String|Object|Symbol|Array|identity|ignore\w*|swallow\w*)$|^console\.\w+$/
const FUNCTION =
  /^(?:async\s*)?(?:(?:\([^()]*\)|[\w$]+)\s*=>([\s\S]*)|function\s*[\w$]*\s*\([^()]*\)\s*(\{[\s\S]*\}))$/

/** `(error) => error`: whoever keeps it may look at it. */
function returnsItsOwn(handler: string): boolean {
  return /^(?:async\s*)?\(?\s*([\w$]+)\s*(?::[^()]*)?\)?\s*=>\s*\1\b/.test(handler)
}

/** Promises of which none fails, whatever fails in them. */
function isSettled({ usesIn }: Reading, { span, head }: { span: Span; head: string }): boolean {
  const [found, name] =
    /(?:^|[;{}])\s*(?:(?:(?:const|let|var)\s+)?([\w$]+)\s*=\s*|return\s+|void\s+)?(?:await\s+)?Promise\.(?:allSettled|any)\s*$/.exec(
      head,
    ) ?? []
  return found !== undefined && (name === undefined || usesIn(span).get(name) === 1)
}

/** A promise that is made as a statement of its own, in a test that waits for nothing. */
function isFloating(reading: Reading, { span, at }: Asking): boolean {
  const { code } = reading.source
  const block = reading.brackets.around(at)
  if (code[block] !== '{') return false
  const start = Math.max(block + 1, statementStart(reading, at))
  const head = code.slice(start, at).split(';').at(-1)?.trim() ?? ''
  const isCalled = /^(?:void\s*|!)?$/.test(head) && /^\(\s*(?:async\b)/.test(code.slice(at, at + NEAR))
  const isChained = /\.\s*(?:then|finally)$/.test(head) && FLOATS.test(head)
  if (!isCalled && !isChained) return false
  const rest = code.slice(span.at, start) + code.slice(reading.brackets.partner(at), span.to)
  return !ENDS.test(code.slice(span.at, span.to)) && !WAITS.test(rest)
}

/** What begins with a name that is asked for something, and is neither kept, handed on nor given back. */
const FLOATS =
  /^(?:void\s+)?(?!(?:await|return|yield|const|let|var|if|for|while|else|expect|assert)\b)[\w$(][^=]*$/
const ENDS =
  /\b(?:done|(?<!Promise\.)resolve\w*|(?<!Promise\.)reject|useFakeTimers|advanceTimers\w*|runAllTimers\w*|runOnlyPendingTimers|end|plan|assertions|hasAssertions|cb|callback|next)\b/
const WAITS = /\b(?:await|waitFor|tick|return)\b/

/** Up over lines that only go on with what stands before. */
function statementStart({ source: { code }, brackets, lines }: Reading, at: number): number {
  let start = lines.startOf(at)
  for (let count = 0; count < LINES_MAX && start > 0; count++) {
    const first = start + code.slice(start, start + NEAR).search(/\S|$/)
    const letter = code[first] ?? ''
    if (letter === '.' || letter === '?') start = lines.startOf(start - 1)
    else if (/[)\]}]/.test(letter) && brackets.partner(first) !== -1)
      start = lines.startOf(brackets.partner(first))
    else break
  }
  return start
}

const LINES_MAX = 50
