import type { Span } from './find-spans.ts'
import type { TestLanguage } from './languages/contract.ts'
import type { Brackets } from './pair-brackets.ts'
import type { StrippedSource } from './strip-source.ts'

export type Assertion = {
  readonly text: string
  readonly at: number
  readonly line: number
  readonly words: ReadonlySet<string>
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
  readonly assertions: readonly Assertion[]
  /** Those that are not in a test inside of it. */
  readonly own: readonly Assertion[]
  readonly skip: Mark | null
  readonly earlyReturn: Mark | null
  readonly from: number
  readonly to: number
}

export type AssertingFunction = {
  readonly name: string
  readonly line: number
  readonly assertions: readonly Assertion[]
}

export type TestFile = {
  readonly path: string
  readonly language: TestLanguage
  readonly source: StrippedSource
  readonly tests: readonly TestCase[]
  readonly functions: readonly AssertingFunction[]
  readonly hooks: readonly Span[]
}

export type Reading = {
  readonly language: TestLanguage
  readonly source: StrippedSource
  readonly brackets: Brackets
  readonly lineOf: (at: number) => number
}
