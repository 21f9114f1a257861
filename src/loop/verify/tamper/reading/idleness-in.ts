import { remember } from '#kit/remember.ts'
import { lineFrom, lineUpTo } from '../text/line-up-to.ts'
import { conditionsIn, oneLine } from './conditions-in.ts'
import type { Span } from './find-spans.ts'
import { firstAround } from './first-around.ts'
import { logicalLine } from './logical-line.ts'
import { swallows } from './swallows.ts'
import type { Reading } from './test-file.ts'
import { unreachedIn } from './unreached-in.ts'
import { whyNever } from './why-never.ts'
import { CAUGHT, isHandled, whyUnheard } from './why-unheard.ts'

type Asking = { readonly span: Span; readonly at: number }

export type Idleness = {
  /** Why an assertion cannot make its test fail, though it stands there; null where it can. */
  readonly whyIdle: (asking: Asking) => string | null
  /** The condition that an assertion stands under, as it is written; null where there is none. */
  readonly conditionOf: (asking: Asking) => string | null
  /** The condition right above what fails whenever it is reached; null where it is another assertion. */
  readonly guardOf: (asking: Asking) => string | null
  /** Why what follows a head is never run; null where it may be. */
  readonly whyNever: (head: string) => string | null
  /** Why the function that begins at a place, or the one whose result stands there, is never run. */
  readonly uncalledAt: (at: number) => string | null
}

/** What is around many assertions is looked at once. */
export function idlenessIn(parts: Reading): Idleness {
  const file = { name: '', from: 0, at: 0, bodyFrom: 0, to: parts.source.code.length }
  const isEmptyList = remember((name: string) => isMadeEmpty(parts, { name, file }))
  const conditions = conditionsIn(parts)
  const reading = { ...parts, isEmptyList, conditions, isUnreached: unreachedIn(parts) }
  const whyAround = firstAround(
    parts,
    (span) => (at) =>
      reading.language.depth === 'indent'
        ? whyUnderLine(reading, { span, at })
        : whyInBrackets(reading, { span, at }),
  )
  const conditionAround = firstAround(parts, () => conditions.around)
  // Ruby's functions and blocks may catch what is thrown in them without another word.
  const isRescued = remember(
    ({ at }: Span) => reading.language.depth === 'indent' && swallows(reading, reading.lines.startOf(at)),
  )
  const guardAt = ({ at }: Asking) =>
    reading.language.depth === 'indent'
      ? guardOnLine(reading, reading.lines.above(at))
      : guardBefore(reading, reading.brackets.around(at))
  return {
    whyIdle: (asking) => {
      const why = whyAlone(reading, asking) ?? whyAround(asking) ?? (isRescued(asking.span) ? CAUGHT : null)
      // To fail where nothing was thrown is how one expects something to be thrown.
      return why === CAUGHT && ONLY_FAILS.test(lineFrom(reading.source.bare, asking.at)) ? null : why
    },
    conditionOf: (asking) => conditions.own(asking.at) ?? conditionAround(asking),
    guardOf: (asking) =>
      FAILS.test(reading.source.code.slice(asking.at, asking.at + 60)) ? guardAt(asking) : null,
    whyNever: (head) => whyNever({ head, isEmptyList }),
    uncalledAt: (at) => {
      const head = lineUpTo(reading.source.code, at)
      const isBody = reading.source.code[at] === '{'
      const name = isBody ? (FUNCTION.exec(head) ?? GO_FUNCTION.exec(head)) : ARROW.exec(head)
      return uncalled(reading, { span: file, name })
    },
  }
}

type Judging = Reading & {
  readonly conditions: ReturnType<typeof conditionsIn>
  readonly isEmptyList: (name: string) => boolean
  readonly isUnreached: (at: number) => boolean
}

function whyAlone(reading: Judging, { span, at }: Asking): string | null {
  const { source } = reading
  if (isBare(reading, at)) return 'nothing is said of what it looks at'
  const before = lineUpTo(source.code, at)
  if (reading.isUnreached(at)) return UNREACHED
  if (isCaughtAlone(reading, at)) return CAUGHT
  if (isRecovered(reading, { span, at })) return 'the test recovers from it'
  return (
    whyNeverHere(reading, { at, head: before.replace(/(?:\bawait\s+|\breturn\s+)$/, '') }) ??
    uncalled(reading, { span, name: ARROW.exec(before) })
  )
}

/** What stands before it leaves the block. */
export const UNREACHED = 'it is never reached'

const ONLY_FAILS =
  /^(?:[\w.]*\b(?:fail|Fail)\w*|flunk|panic!?|XCTFail|expect\.unreachable|unreachable|assert\s*\(?\s*[Ff]alse|expect\(true\))/

/** By what stands on its own line, or hangs on it. */
function isCaughtAlone(reading: Judging, at: number): boolean {
  const { source, brackets, lines, language } = reading
  if (language.depth === 'indent')
    return (
      /\srescue\s+(?:nil|true|false|0)\s*$/.test(lineFrom(source.code, at)) ||
      (/^\s*try:\s*$/.test(lineUpTo(source.code, at)) && swallows(reading, lines.startOf(at)))
    )
  const head = language.bare === undefined ? undefined : /^[\w$.]+\s*\(/.exec(lineFrom(source.code, at))?.[0]
  if (head === undefined) return false
  const open = at + head.length - 1
  const close = brackets.partner(open)
  return close !== -1 && isHandled(reading, { open, close })
}

/** A panic of Go's in a test that takes it in at its end, and says nothing of it. */
function isRecovered({ source: { code } }: Reading, { span, at }: Asking): boolean {
  if (!code.startsWith('panic(', at)) return false
  const ends = code.slice(span.at, at).matchAll(/\bdefer\s+func\(\)\s*\{([^{}]*)\}\s*\(\)/g)
  return [...ends].some(([, end = '']) => /^[\s;]*(?:_\s*=\s*)?recover\(\)[\s;]*$/.test(end))
}

/** What is a failure by itself, and says in a condition above what it is about. */
const FAILS = /^(?:\w+\.)?(?:Errorf?|Fatalf?|Fail|FailNow|fail|flunk|panic!?|XCTFail)\b/

function guardOnLine({ source }: Reading, line: number): string | null {
  return /^\s*if\s+(.+?):?\s*$/.exec(lineFrom(source.bare, line))?.[1] ?? null
}

function guardBefore({ source: { bare, code } }: Reading, open: number): string | null {
  return code[open] === '{' ? (/\bif\b\s*(.+?)\s*$/.exec(lineUpTo(bare, open))?.[1] ?? null) : null
}

/** `expect(sum)`, and no word of what it should be. */
function isBare({ source: { code }, brackets, language }: Reading, at: number): boolean {
  if (language.bare === undefined) return false
  const head = language.bare.exec(code.slice(at, at + 100))?.[0]
  const close = head === undefined ? -1 : brackets.partner(at + head.length - 1)
  return close !== -1 && !/^\s*(?:\.|\?\.|\[|!)/.test(code.slice(close + 1, close + 400))
}

/** Whether a list is empty where it is made, and is then only looked at once. */
function isMadeEmpty(
  { usesIn, source: { code } }: Reading,
  { name, file }: { name: string; file: Span },
): boolean {
  if (name === '' || usesIn(file).get(name) !== 2) return false
  const made = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?:\\s*:[^=\\n]*)?\\s*:?=\\s*(?:\\[\\s*\\]|\\(\\s*\\)|\\[\\]\\w+\\{\\s*\\})\\s*(?:;|$)`
  return new RegExp(made, 'm').test(code)
}

type Placed = { readonly at: number; readonly head: string }

/** By its own line, and by what begins on another. */
function whyNeverHere(reading: Judging, { at, head }: Placed): string | null {
  const heads = [head, ...headsAround(reading, at)].flatMap((one) =>
    /:\s*$/.test(one) ? [one.replace(/:\s*$/, ''), one] : [one],
  )
  return heads.reduce<string | null>(
    (why, one) => why ?? whyNever({ head: one, isEmptyList: reading.isEmptyList }),
    null,
  )
}

function headsAround(reading: Judging, at: number): string[] {
  const { code } = reading.source
  if (reading.language.depth !== 'indent') return reading.leadsAt(at).map((lead) => oneLine(code, lead))
  return reading.lines.startOf(at) === at
    ? [oneLine(code, logicalLine(reading, at))]
    : [reading.conditions.own(at) ?? '']
}

function whyInBrackets(reading: Judging, { span, at }: Asking): string | null {
  const { code } = reading.source
  const head = lineUpTo(code, at)
  if (reading.isUnreached(at)) return UNREACHED
  if (code[at] === '{' && swallows(reading, at)) return CAUGHT
  if (code[at] === '{' && GOROUTINE.test(head) && !AWAITED.test(code.slice(span.at, span.to)))
    return 'it runs in a goroutine that nobody waits for'
  if (code[at] === '{')
    return whyNeverHere(reading, { at, head }) ?? uncalled(reading, { span, name: FUNCTION.exec(head) })
  if (code[at] !== '(') return null
  if (/\b(?:setTimeout|setInterval|setImmediate|queueMicrotask|nextTick)\s*$/.test(head)) {
    return reading.isWaiting(span) ? null : 'it runs when the test is over'
  }
  if (/(?:^|;|\blet\s+_\w*\s*=)\s*(?:std::)?(?:panic::)?catch_unwind\s*$/.test(head)) return CAUGHT
  if (THREAD.test(head) && !/^\s*\./.test(code.slice(reading.brackets.partner(at) + 1)))
    return 'it runs in a thread that nobody joins'
  return whyUnheard(reading, { span, at }) ?? whyNeverHere(reading, { at, head })
}

/** Rust's; of what it fails with, only who joins it hears. */
const THREAD = /(?:^|;|\blet\s+_\w*\s*=)\s*(?:std::)?thread::spawn\s*$/

/** Go’s; a test that ends before it hears nothing of it. */
const GOROUTINE = /\bgo\s+func\s*\([^()]*\)\s*$/
const AWAITED =
  /<-|\bselect\b|\.(?:Wait|Lock|Load|Sleep|Done|Eventually\w*)\s*\(|\brange\b|\bsynctest\b|\bEventually\b/

/** What a test says that waits. */
export const WAITS =
  /\b(?:done|resolve\w*|reject|await|useFakeTimers|advanceTimers\w*|runAllTimers\w*|runOnlyPendingTimers|waitFor|tick|end|plan|assertions|hasAssertions|promises?|Promise|res|cb|callback|next|async)\b/

const FUNCTION =
  /(?:\b(?:const|let|var)\s+(?<js>[\w$]+)(?:\s*:[^=]*)?\s*=\s*(?:async\s*)?(?:\([^()]*\)|\w+)\s*(?::[^=]*)?=>\s*|^\s*(?:async\s+)?function\s*\*?\s+(?<named>[\w$]+)\s*\([^()]*\)[^{()]*|\b(?<go>\w+)\s*:?=\s*func\s*\([^()]*\)[^{()]*|\blet\s+(?<rust>\w+)\s*=\s*(?:move\s*)?\|[^|]*\|\s*|^\s*(?:async\s+)?fn\s+(?<inner>\w+)\s*\([^()]*\)[^{()]*|\b(?:Runnable|Executable|Action|var|val)\s+(?<jvm>\w+)\s*=\s*(?:\(\s*\)\s*(?:->|=>)\s*)?)$/

const ARROW =
  /\b(?:const|let|var)\s+(?<js>[\w$]+)\s*=\s*(?:async\s*)?(?:\([^()]*\)|\w+)\s*=>\s*(?:await\s+)?$|^\s*(?<python>\w+)\s*=\s*lambda\b[^:]*:\s*(?:self\.)?$/
const GO_FUNCTION = /^func\s+(?<name>(?!Test|Fuzz|Benchmark|Example)\w+)\s*\([^()]*\)\s*$/

function uncalled(
  { usesIn }: Reading,
  { span, name: found }: { span: Span; name: RegExpExecArray | null },
): string | null {
  const name = Object.values(found?.groups ?? {}).find((group) => group !== undefined)
  if (name === undefined || name === span.name) return null
  return name === '_' || usesIn(span).get(name) === 1 ? `nobody calls \`${name}\`` : null
}

function whyUnderLine(reading: Judging, { span, at }: Asking): string | null {
  const { code } = reading.source
  const head = lineFrom(code, at)
  if (reading.isUnreached(at)) return UNREACHED
  if (swallows(reading, at)) return CAUGHT
  const named = /^\s*(?:async\s+)?def\s+(?<name>\w+)\s*\((?!\s*(?:self|cls)\b)/.exec(head)
  if (named !== null) {
    const isDecorated = /^\s*@/.test(lineUpTo(code, Math.max(0, at - 1)))
    return isDecorated ? null : uncalled(reading, { span, name: named })
  }
  if (
    /^\s*(?:async\s+)?with\b[^\n]*\bsuppress\s*\(\s*(?:Exception|BaseException|AssertionError)\b/.test(head)
  )
    return 'what it throws is suppressed'
  if (
    /^\s*(?:async\s+)?with\b[^\n]*\b(?:raises|assertRaises\w*)\s*\(\s*(?:Base)?(?:Exception|AssertionError)\b/.test(
      head,
    )
  )
    return 'it is expected to fail'
  return whyNeverHere(reading, { at, head })
}
