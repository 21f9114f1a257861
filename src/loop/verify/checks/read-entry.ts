import { escapePattern } from '#kit/escape-pattern.ts'
import { languageOf } from '../tamper/languages/all.ts'
import type { Beginning, TestLanguage } from '../tamper/languages/contract.ts'
import { bracesAround } from '../tamper/reading/enclosing.ts'
import { findSpans, type Span, statementEnd } from '../tamper/reading/find-spans.ts'
import { readTests } from '../tamper/reading/read-tests.ts'
import type { TestFile } from '../tamper/reading/test-file.ts'
import { lineTree } from '../tamper/text/line-tree.ts'
import { lineFrom, lineUpTo } from '../tamper/text/line-up-to.ts'
import { pairBrackets } from '../tamper/text/pair-brackets.ts'
import { stripSource } from '../tamper/text/strip-source.ts'

/** A program that is started, read as if it were one test. */
export type Entry = {
  /** What it does by itself: the top of the file, and functions that are called there for what they do. */
  readonly own: TestFile
  /** The same with all that has to do with it, such as functions whose result it asserts on. */
  readonly whole: TestFile
  /** Whether one place is run before another: what stands in a function where that is first called, or waited for. */
  readonly isBefore: (one: number, other: number) => boolean
  /** All of it. */
  readonly all: TestFile
  /** The innermost function with a name that a place is in. */
  readonly functionAt: (at: number) => string | null
  /** The conditions that a place is under, from the inside out. */
  readonly headsAt: (at: number) => readonly string[]
  /** Where it says by its own end that something is wrong. */
  readonly failures: readonly number[]
}

/** Null where nobody knows its language. */
export function readEntry({ path, text }: { path: string; text: string }): Entry | null {
  const language = languageOf(path)
  if (language === null) return null
  // In braces, the top of the file is a block like others.
  const block = language.depth === 'indent' ? text : `{${text}\n}`
  const { code } = stripSource(block, language.tokens)
  const functions = functionsIn(block, language)
  const [called, named] = [CALLED, NAMED].map((shape) => runBy(shape, { code, functions }))
  const readOnly = (run: readonly Span[]) => {
    const rest = without(
      block,
      functions.filter((one) => !run.includes(one)),
    )
    return readTests({ path, text: rest, isSetUp: true, as: 'one-test' })
  }
  const [own, whole, all] = [called ?? [], named ?? [], functions].map(readOnly)
  if (!own || !whole || !all) return null
  const top = without(code, functions)
  return {
    own,
    whole,
    all,
    isBefore: (one, other) => {
      const [first, second] = [one, other].map((at) => turnOf(at, { code, top, functions })) as [Turn, Turn]
      return first.turn === second.turn ? first.at < second.at : first.turn < second.turn
    },
    functionAt: (at) =>
      functions.findLast((one) => one.at <= at && at < one.to && one.name !== '')?.name ?? null,
    headsAt: (at) => headsAround(whole, at),
    failures: [...own.source.code.matchAll(FAILURE)].map(({ index }) => index),
  }
}

const FAILURE =
  /\bthrow\b|\braise\b(?!\s+SystemExit)|\b(?:process\.|sys\.|Deno\.)?exit\b\s*\(?\s*[1-9]|\bexitCode\s*=\s*[1-9]/g

/** Its own line counts where something stands before it. */
function headsAround({ source: { bare, code }, language: { depth } }: TestFile, at: number): string[] {
  const own = lineUpTo(bare, at)
  const brackets = pairBrackets(code)
  const around =
    depth === 'indent'
      ? linesAround(code, at).map((line) => lineFrom(bare, line))
      : bracesAround({ code, brackets, from: 0, at }).map(
          (open) => `${lineUpTo(bare, open)} ${caseIn({ bare, code, open, at })}`,
        )
  return [own, ...around.reverse()].map((head) => head.trim()).filter((head) => CONDITION.test(head))
}

const CONDITION = /\b(?:if|elif|elsif|unless|case|when|while|switch)\b|&&|\|\||\?/

function linesAround(code: string, at: number): number[] {
  const lines = lineTree(code)
  const found: number[] = []
  for (let line = lines.above(at); line !== -1; line = lines.above(line)) found.push(line)
  return found.reverse()
}

type Block = { readonly bare: string; readonly code: string; readonly open: number; readonly at: number }

/** Of a `switch` the last label before a place. */
function caseIn({ bare, code, open, at }: Block): string {
  if (!/\bswitch\s*\([^{}]*$/.test(lineUpTo(code, open))) return ''
  return [...bare.slice(open, at).matchAll(/\bcase\s[^:\n]*/g)].at(-1)?.[0] ?? ''
}

function functionsIn(text: string, { tokens, decorators, functions, depth }: TestLanguage): Span[] {
  const source = stripSource(text, tokens)
  const ground = { source, brackets: pairBrackets(source.code), decorators }
  return findSpans(ground, depth === 'indent' ? functions : [...functions, ...FOR_OTHERS])
}

/** What is made for others to call, in words that tests have no use for. */
const FOR_OTHERS: readonly Beginning[] = [
  { shape: /\bclass\s+(?<name>[\w$]+)/g, extent: 'braces' },
  {
    shape: /\bexports\.?(?<name>[\w$]*)\s*=\s*(?:async\s*)?(?=\(|function\b)/g,
    extent: 'braces',
  },
  { shape: /\bexport\s+default\s+(?<name>)(?:async\s+)?(?=\(|function\s*\()/g, extent: 'braces' },
]

type Shape = (name: string) => RegExp

/** A statement of its own: what a function gives back is asked for elsewhere. */
const CALLED: Shape = (name) =>
  new RegExp(
    `(?:^|[;{}]|\\b(?:await|void|return|then|sys\\.exit\\s*\\(|process\\.exit\\s*\\())[ \\t]*${escapePattern(name)}(?:[ \\t]*\\(|[ \\t]*$)`,
    'm',
  )
const NAMED: Shape = (name) => new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`)

type Calling = { readonly code: string; readonly functions: readonly Span[] }

function runBy(shape: Shape, { code, functions }: Calling): Span[] {
  let run: Span[] = []
  for (;;) {
    const left = functions.filter((one) => !run.includes(one))
    const text = without(code, left)
    const more = left.filter(({ name }) => name !== '' && shape(name).test(text))
    if (more.length === 0) return run
    run = [...run, ...more]
  }
}

/** Every place stays where it is. */
function without(text: string, spans: readonly Span[]): string {
  let rest = text
  for (const { at, to } of spans)
    rest = rest.slice(0, at) + rest.slice(at, to).replaceAll(/[^\n]/g, ' ') + rest.slice(to)
  return rest
}

type Turn = { readonly turn: number; readonly at: number }
type Running = Calling & {
  /** The code without functions. */
  readonly top: string
}

function turnOf(at: number, { code, top, functions }: Running): Turn {
  const around = functions.find((one) => one.at <= at && at < one.to)
  if (around !== undefined) return { turn: callOf(around, { code, top })?.turn ?? around.at, at }
  // What hangs on a call is run when that has come to its end.
  const calls = functions.flatMap((one) => callOf(one, { code, top }) ?? [])
  const behind = calls.find(({ from, to }) => from < at && at < to)
  return behind === undefined ? { turn: at, at } : { turn: behind.turn, at: LAST }
}

type Call = { readonly turn: number; readonly from: number; readonly to: number }

/** Where a function is first called. One that nobody waits for may be at work until the end. */
function callOf({ name, at, to }: Span, { code, top }: Pick<Running, 'code' | 'top'>): Call | null {
  const from = name === '' ? -1 : top.search(NAMED(name))
  if (from === -1) return null
  const brackets = pairBrackets(top)
  const isAsync =
    /\basync\b/.test(lineUpTo(code, at) + lineFrom(code, at)) && /\bawait\b/.test(code.slice(at, to))
  const isLeft = isAsync && !/\bawait\b/.test(lineUpTo(top, from))
  return { turn: isLeft ? LAST : from, from, to: statementEnd({ code: top, brackets, from }) }
}

const LAST = Number.MAX_SAFE_INTEGER
