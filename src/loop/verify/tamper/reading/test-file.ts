import type { TestLanguage } from '../languages/contract.ts'
import type { LineTree } from '../text/line-tree.ts'
import type { Brackets } from '../text/pair-brackets.ts'
import type { StrippedSource } from '../text/strip-source.ts'
import type { Span } from './find-spans.ts'
import type { Lead } from './leads-before.ts'

export type Row = {
  /** Without what names or marks it. */
  readonly key: string
  readonly text: string
  readonly isSkipped: boolean
}

/** The rows that a test is run with, or a list that tests run over. */
export type Table = {
  /** The test it is written in; null where it has a name of its own. */
  readonly test: TestCase | null
  readonly name: string
  readonly at: number
  readonly rows: readonly Row[]
}

export type Assertion = {
  /** From the beginning of its line, for what is asserted may stand in front: `response.should…`. */
  readonly text: string
  /** From where it begins itself. */
  readonly core: string
  readonly at: number
  readonly line: number
  readonly words: ReadonlySet<string>
  /** The condition that it stands under, if there is one. */
  readonly condition: string | null
  /** The condition under which it fails in any case, if it is that kind of assertion. */
  readonly guard: string | null
  /** Why it cannot fail, if it cannot. */
  readonly idle: string | null
}

/** What keeps a test from being run. */
export type Mark = {
  readonly at: number
  readonly line: number
  readonly text: string
  readonly isConditional: boolean
}

export type TestCase = {
  readonly path: string
  /** With the groups around it. */
  readonly name: string
  readonly leaf: string
  readonly line: number
  readonly text: string
  readonly words: ReadonlyMap<string, number>
  /** Those that can fail. */
  readonly assertions: readonly Assertion[]
  /** Those that are not in a test inside of it. */
  readonly own: readonly Assertion[]
  /** What stands there as if it asserted something, and cannot fail. */
  readonly idle: readonly Assertion[]
  readonly skip: Mark | null
  readonly earlyReturn: Mark | null
  /** What makes its program pass it by, though it is no mark. */
  readonly passedBy: Mark | null
  /** Whether nothing is done in it. */
  readonly isEmpty: boolean
  readonly from: number
  readonly to: number
}

export type Shadowed = { readonly name: string; readonly line: number; readonly text: string }

export type AssertingFunction = {
  readonly name: string
  readonly line: number
  readonly assertions: readonly Assertion[]
  readonly from: number
  readonly to: number
}

export type TestFile = {
  readonly path: string
  /** Whether it is loaded before tests are, so that what it does concerns all of them. */
  readonly isSetUp: boolean
  readonly language: TestLanguage
  readonly source: StrippedSource
  readonly tests: readonly TestCase[]
  /** Tests that another one below takes the name from. */
  readonly shadowed: readonly Shadowed[]
  readonly functions: readonly AssertingFunction[]
  readonly hooks: readonly Span[]
  readonly tables: readonly Table[]
  readonly lineOf: (at: number) => number
  /** The innermost test that a place is in. */
  readonly testAt: (at: number) => TestCase | null
}

export type Reading = {
  readonly language: TestLanguage
  readonly source: StrippedSource
  readonly brackets: Brackets
  readonly lines: LineTree
  readonly lineOf: (at: number) => number
  /** What stands before a call or a brace and decides whether it is run, where brackets show depth. */
  readonly leadsAt: (at: number) => readonly Lead[]
  /** How often each word stands in a test. */
  readonly usesIn: (span: Span) => ReadonlyMap<string, number>
  /** Whether a test waits for something. */
  readonly isWaiting: (span: Span) => boolean
}
