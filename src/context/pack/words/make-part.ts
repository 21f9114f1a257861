import type { Definition } from '#context/code/tags.ts'
import type { Arrays } from '#kit/arrays-file.ts'
import { sha256 } from '#kit/sha256.ts'
import type { TextFile } from '../read-text-file.ts'
import { indexWords, type WordFile } from './index-words.ts'
import { textOfKeys } from './keys-of-files.ts'
import { STANDINGS } from './standing.ts'

/** A file that is to be counted. */
export type Uncounted = {
  readonly path: string
  /** See `keysOfFiles`. */
  readonly key: string
  readonly definitions: readonly Definition[]
}

export type MadePart = {
  /** A segment, and which files it is of. */
  readonly arrays: Arrays
  /** Of those files: the same for the same. */
  readonly name: string
}

/** Counts the words of files, one after the other, as they are handed over. Null where there are none. */
export function makePart(files: Iterable<Uncounted>, read: (path: string) => TextFile): MadePart | null {
  const keys: string[] = []
  const standings: number[] = []
  function* texts(): Generator<WordFile> {
    for (const { path, key, definitions } of files) {
      const file = read(path)
      keys.push(key)
      standings.push(STANDINGS.indexOf(file.kind === 'text' ? 'text' : file.why))
      yield { path, text: file.kind === 'text' ? file.text : '', definitions }
    }
  }
  const words = indexWords(texts())
  if (keys.length === 0) return null
  const text = textOfKeys(keys)
  return {
    arrays: { files: Buffer.from(text), standings: Uint8Array.from(standings), ...words },
    name: sha256(text).slice(0, 16),
  }
}
