import type { Token } from '../text/strip-source.ts'

/** How far a thing reaches: a call with all its parts, what is in braces, or what is set in deeper. */
export type Extent = 'call' | 'braces' | 'indent'

/** Where something begins. A group `name` names it; without one, the first string of the call does. */
export type Beginning = {
  readonly shape: RegExp
  readonly extent: Extent
  /** What its head, with decorators and annotations, has to have. */
  readonly needs?: RegExp
  /** What the whole has to have. */
  readonly holds?: RegExp
}

/** A test as its program sees it before it decides to run it. */
export type PlacedTest = {
  /** From its decorators to where its body begins. */
  readonly head: string
  readonly body: string
  /** What it stands in, each as a whole. */
  readonly groups: readonly string[]
}

type PlacedFile = { readonly path: string; readonly text: string }

/** What has to be known of a language to read its tests. All expressions are global ones. */
export type TestLanguage = {
  readonly paths: RegExp
  /** The file names by which its test programs find tests, where they do. */
  readonly found: RegExp | null
  /** What a file's name ends with where that is how it is found; one that has it may not lose it. */
  readonly suffix?: RegExp
  /** Whether tests may stand in any file, so that each has to be read. */
  readonly where: 'test-files' | 'everywhere'
  readonly tokens: readonly Token[]
  /** Where blanks at the beginnings of lines show what stands in what; else brackets do. */
  readonly depth?: 'indent'
  readonly tests: readonly Beginning[]
  /** What holds several tests, and can be skipped as a whole. */
  readonly groups: readonly Beginning[]
  /** What runs before each test. */
  readonly hooks: readonly Beginning[]
  /** Any function: one that asserts is as good as an assertion. */
  readonly functions: readonly Beginning[]
  /** Decorators are looked for above, and belong to the head. */
  readonly decorators: 'above' | 'before' | 'none'
  readonly skips: {
    /** In the head of a test or of a group. */
    readonly head: RegExp
    /** In the body of a test or of a hook. */
    readonly inside: RegExp
    /** Outside of everything, for a whole file. */
    readonly file: RegExp | null
    /** Which of those hang on a condition. */
    readonly conditional: RegExp
  }
  /** Why a test of a file is passed by though nothing marks it; null where it is not. */
  readonly passedBy?: (file: PlacedFile) => (test: PlacedTest) => string | null
  readonly singles: RegExp | null
  readonly assertions: RegExp
  /**
   * What may fail a test though no word of it says that it asserts: it makes up for an assertion that went. A group `name` is the
   * function that is called, which may assert as much as it likes.
   */
  readonly mayFail?: RegExp
  /** What begins an assertion that asserts nothing unless more hangs on it; up to its bracket. */
  readonly bare?: RegExp
  /** Assertions that hold for nearly anything. */
  readonly weak: RegExp
  readonly tautologies: readonly RegExp[]
  /** A test in which nothing is done: its body, or all of it where depth is shown by blanks. Without strings and comments. */
  readonly empty?: RegExp
  readonly exits: RegExp
  /** What takes a test away that was written above; a group `name` names it. */
  readonly unbinds?: RegExp
  /** Whether of two tests with one name in one place the last is the only one. */
  readonly shadows?: true
}
