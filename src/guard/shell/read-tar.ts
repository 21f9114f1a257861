import { type Options, readOptions } from './read-options.ts'
import { plain, type Value } from './value.ts'

/** The words of a `tar`, of which the first may be its options without a dash. */
export function readTar(words: readonly Value[]): Options & { readonly archive: Value | null } {
  const [first, ...rest] = words
  const isOld = first !== undefined && /^[a-zA-Z]+$/.test(first.text)
  const options = readOptions(isOld ? [plain(`-${first.text}`), ...rest] : words, VALUED)
  return { ...options, archive: options.valuesOf('f', 'file')[0] ?? null }
}

const VALUED = ['f', 'C', 'file', 'directory', 'X', 'T', 'exclude', 'strip-components']
