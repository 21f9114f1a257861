import { filledIn } from './behind-xargs.ts'
import { findTests } from './find-tests.ts'
import { FD_RUNS, fdListed } from './listed-by.ts'
import { type Unwrapped, unwrap } from './unwrap.ts'
import { plain, type Value } from './value.ts'

export type Find = {
  /** Everything that it comes upon. */
  readonly values: readonly Value[]
  /** The commands that it runs, with what it comes upon in their words. */
  readonly runs: readonly Unwrapped[]
  readonly isDeleting: boolean
  /** Whether it writes what it finds into a file. */
  readonly isWriting: boolean
}

export function readFind(words: readonly Value[]): Find {
  const texts = words.map(({ text }) => text)
  const end = texts.findIndex((text) => /^[-(!]/.test(text))
  const starts = end === -1 ? words : words.slice(0, end)
  const found = findTests(end === -1 ? [] : texts.slice(end))
  const values = (starts.length === 0 ? [plain('.')] : starts).map((start): Value => ({ ...start, found }))
  const runs = texts.flatMap((text, index) => (/^-(exec|execdir|ok|okdir)$/.test(text) ? [index + 1] : []))
  return {
    values,
    runs: runs.map((from) => {
      const length = texts.slice(from).findIndex((text) => text === ';' || text === '+')
      const own = words.slice(from, length === -1 ? undefined : from + length)
      return runOn(own, values)
    }),
    isDeleting: texts.includes('-delete'),
    isWriting: texts.some((text) => /^-(fprint|fls)/.test(text)),
  }
}

/** The other program that finds files, and runs what stands behind `-x` on them. */
export function readFd(words: readonly Value[]): Find {
  const values = fdListed(words)
  const at = words.findIndex(({ text }) => FD_RUNS.test(text))
  const own = at === -1 ? [] : words.slice(at + 1)
  const hasMark = own.some(({ text }) => text.includes('{}'))
  const runs = own.length === 0 ? [] : [runOn(hasMark ? own : [...own, plain('{}')], values)]
  return { values, runs, isDeleting: false, isWriting: false }
}

/** A command that is run on what was found. */
export function runOn(words: readonly Value[], values: readonly Value[]): Unwrapped {
  const isScript = words.some(({ text }) => text.includes('{}') && text !== '{}')
  const filled = filledIn(words, { mark: '{}', values })
  return unwrap(isScript ? [...filled, plain('_'), ...values] : filled)
}
