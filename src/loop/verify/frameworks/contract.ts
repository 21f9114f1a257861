import type { FailingTest, TestCounts } from '#words/evidence.ts'

/** One test framework: how it is known, how it is asked for a report that no eye has to read, and what it says. */
export type Framework = {
  readonly name: string
  /** How its command begins, as words: `['vitest']`, `['go', 'test']`. What starts others (npx, uv run) is already gone. */
  readonly programs: readonly (readonly string[])[]
  /** Whether the files of a folder say that its tests are written for it. */
  readonly isUsedIn: (folder: FolderView) => boolean
  readonly report: Report | null
  /** Reads what it prints, cleaned by `cleanOutput`. Null where it is not this framework’s, or may have been cut off. */
  readonly parse: (output: string) => TestResult | null
  /** What each of its runs prints once, at its end: it tells how many came there. */
  readonly end?: RegExp
  /** What is added to its command so that it goes on after a failure, where it would not. */
  readonly toTheEnd?: (given: readonly string[]) => readonly string[]
  /** How only the tests of a few files are run. Null where that cannot be asked for. */
  readonly scope: Scope | null
}

export type Scope = {
  /** What is added to its command: `vitest run a.test.ts`. Null where these files cannot be named. */
  readonly words: (files: ScopedFiles) => readonly string[] | null
  /** Its command’s own paths have to go, else their tests are run as well. Missing where words that are added see to that. */
  readonly options?: PathOptions
}

export type ScopedFiles = {
  /** Where it is started, absolute. */
  readonly folder: string
  /** Below the folder. */
  readonly files: readonly string[]
  /** All that there are below the folder. */
  readonly others: readonly string[]
  /** What it is started with. */
  readonly given: readonly string[]
}

/** Tells paths from the values of options. Behind an option that is neither, nobody knows what a word is. */
export type PathOptions = {
  /** The next word is its value. */
  readonly valued: RegExp
  /** It stands alone. */
  readonly flags: RegExp
  /** Words that are no paths: `run`. */
  readonly verbs?: RegExp
}

/** What a framework writes for machines. */
export type Report = {
  readonly from: Asked | Left | Printed
  /**
   * Reads it, cleaned by `cleanOutput`. Null where the text is no such report, or was cut off. What was printed beside it is for
   * those frameworks whose report does not have everything that went wrong.
   */
  readonly read: (text: string, output: string) => TestResult | null
}

/** It writes one where it is told to. */
export type Asked = {
  readonly kind: 'asked'
  /** What is added to its own command. A script that passes words on to it (`npm test --`) gets them, too. Some hangs on those that it has. */
  readonly words: (file: string, given: readonly string[]) => readonly string[]
  /** What is added to the environment: this reaches it through any script. Some hangs on the words that it is started with. */
  readonly environment: (file: string, words: readonly string[]) => Readonly<Record<string, string>>
}

/** It always leaves some, in files that a glob below the root finds, each to be read for itself. Those of an earlier run do not count. */
export type Left = { readonly kind: 'left'; readonly globs: readonly string[] }

/** It prints one instead of what people read. */
export type Printed = {
  readonly kind: 'printed'
  /** What is added to its own command, and to no script: whoever reads what a script prints may not expect it. */
  readonly words: readonly string[]
  /** What people would have read. */
  readonly toText: (output: string) => string
}

/** The files of a folder, as far as detection asks for them. */
export type FolderView = {
  readonly has: (path: string) => boolean
  /** Names of the entries of a folder in it; none where there is no such folder. */
  readonly names: (path: string) => readonly string[]
  /** Empty where there is no such file. */
  readonly text: (path: string) => string
}

export type TestResult = {
  readonly counts: TestCounts
  readonly failing: readonly FailingTest[]
  /**
   * Those that passed and those that failed, each by the same name in every run, whatever came of it. Missing where not all are
   * named. What only stands for tests, such as a file that could not be loaded, is none.
   */
  readonly ran?: readonly string[]
  /** Files that count as a test that passed, and named none. */
  readonly hollow?: readonly string[]
}
