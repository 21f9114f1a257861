/** What else is asked of a file, where it is found by a command that lists files, or comes through a filter. */
export type ListTests = {
  /** Whether what begins with a dot is passed over. */
  readonly skipsHidden: boolean
  /** Which files are looked at: all, those in git's index, or those that git does not ignore. */
  readonly knows: 'all' | 'tracked' | 'unignored'
  /** What a file must hold. */
  readonly holds: readonly Pattern[]
  /** What the line must say that its path is printed on. */
  readonly lines: readonly LineTest[]
  /** Whether its path is printed without the place where the search began. */
  readonly isBare: boolean
}

/** An expression that is tried line by line. Null is one that nobody can try here, and may match. */
export type Pattern = { readonly source: string | null; readonly ignoresCase: boolean }

export type LineTest = Pattern & { readonly isSparing: boolean }

export const ANY_FILE: ListTests = {
  skipsHidden: false,
  knows: 'all',
  holds: [],
  lines: [],
  isBare: false,
}

/** Whether a text may have a line that the pattern is found in. */
export function mayHold(text: string, { source, ignoresCase }: Pattern): boolean {
  return source === null || new RegExp(source, ignoresCase ? 'im' : 'm').test(text)
}

/** Whether a path that is printed so may come through the filters. */
export function mayPass(line: string, tests: readonly LineTest[]): boolean {
  return tests.every((test) => (test.source === null ? true : mayHold(line, test) !== test.isSparing))
}
