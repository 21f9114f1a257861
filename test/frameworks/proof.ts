import type { Framework, TestResult } from '#loop/verify/frameworks/contract.ts'

/**
 * How a parser is proven on the real framework: where that is had from, a project for each case, and what is to be read of what
 * it said. The runs are recorded in `test/fixtures/frameworks`, so that the conformance suite needs no framework.
 */
export type Proof = {
  /** In the names of folders: `node-test`. */
  readonly name: string
  readonly framework: Framework
  readonly source: Source
  /** Every case, and more where the framework has other ways to speak. A text: why there can be no such case. */
  readonly cases: Readonly<Record<CaseName, Case | string>>
  readonly more?: Readonly<Record<string, Case>>
  /** Why it cannot be told which tests passed, where it cannot. */
  readonly nameless?: string
  /** Other parsers that may read its text, because it speaks their language: those of TAP, say. */
  readonly alsoReadBy?: readonly string[]
  /** The same of its report: that of Jest is the pattern of others. */
  readonly reportAlsoReadBy?: readonly string[]
}

/** `truncated` is every cut through what was recorded, and needs no run. */
export const CASES = [
  'pass',
  'fail',
  'error',
  'skip',
  'none',
  'crash',
  'timeout',
  'colour',
  'unicode',
] as const

export type CaseName = (typeof CASES)[number]

/** Where a framework comes from. */
export type Source = {
  /** The version that is recorded. */
  readonly version: string
  /** Brings it into an empty folder that is kept. Throws with the reason where it cannot be had. */
  readonly install: (folder: string) => void
  /** What the folder adds to the environment of a run: the way to its programs before all. */
  readonly environment: (folder: string) => Readonly<Record<string, string>>
  /** What a project needs of the folder, as links by name: `node_modules`. */
  readonly links?: readonly string[]
}

export type Case = {
  readonly files: Readonly<Record<string, string>>
  readonly command: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Where it is keel that ends the run. */
  readonly timeoutMs?: number
  /** What is to be read. Null: nothing can be said, and nothing may be. */
  readonly text: Expected | null
  /** Of the report. The same as of the text unless told; null where there must be none to read. */
  readonly report?: Expected | null
}

export type Expected = {
  /** Passed, failed, skipped. */
  readonly counts: readonly [number, number, number]
  readonly failing?: readonly ExpectedFailure[]
}

export type ExpectedFailure = {
  readonly id: string
  /** A part of what it says. */
  readonly message: string | null
  readonly location: string | null
}

/** What was read, in the words of an expectation, for a comparison that shows both. */
export function seenAs(result: TestResult | null, expected: Expected | null): Expected | null {
  if (result === null) return null
  const { passed, failed, skipped } = result.counts
  const failing = result.failing.map(({ id, message, location }) => {
    const wanted = expected?.failing?.find((one) => one.id === id)?.message
    return { id, message: wanted != null && message?.includes(wanted) ? wanted : message, location }
  })
  const sorted = failing.sort((one, other) => (one.id < other.id ? -1 : 1))
  return { counts: [passed, failed, skipped], failing: sorted }
}

/** An expectation as `seenAs` gives it. */
export function inOrder(expected: Expected | null): Expected | null {
  if (expected === null) return null
  const failing = [...(expected.failing ?? [])].sort((one, other) => (one.id < other.id ? -1 : 1))
  return { counts: expected.counts, failing }
}

/** What is expected of the report of a case. */
export function ofReport({ text, report }: Case): Expected | null {
  return report === undefined ? text : report
}

/** Added to a case so that it is printed in colours. */
export const IN_COLOUR = { NO_COLOR: undefined, FORCE_COLOR: '1' }

/** Every case that is run, by name. */
export function casesOf({ cases, more = {} }: Proof): [string, Case][] {
  return [...Object.entries(cases), ...Object.entries(more)].flatMap(([name, one]) =>
    typeof one === 'string' ? [] : [[name, one]],
  )
}
