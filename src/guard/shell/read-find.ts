import { findTests } from './find-tests.ts'
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
      return unwrap(own.flatMap((word) => (word.text === '{}' ? values : [word])))
    }),
    isDeleting: texts.includes('-delete'),
    isWriting: texts.some((text) => /^-(fprint|fls)/.test(text)),
  }
}
