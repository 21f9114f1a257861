import type { Definition } from '#context/code/tags.ts'
import type { Arrays } from '#kit/arrays-file.ts'
import { sha256 } from '#kit/sha256.ts'
import type { TextFile } from '../read-text-file.ts'
import { textOfKeys } from './keys-of-files.ts'
import { STANDINGS } from './standing.ts'
import { startIndex } from './start-index.ts'

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

export type Making = {
  readonly read: (path: string) => TextFile
  /** So many are in one. */
  readonly partFiles: number
}

/** Counts the words of files, block by block as they are handed over. Null after a block that no part ends with: there is time to look up. */
export function* makeParts(
  blocks: Iterable<readonly Uncounted[]>,
  { read, partFiles }: Making,
): Generator<MadePart | null> {
  let part = startPart(read)
  for (const files of blocks) {
    for (const file of files) part.add(file)
    const isFull = part.count() >= partFiles
    yield isFull ? part.finish() : null
    if (isFull) part = startPart(read)
  }
  if (part.count() > 0) yield part.finish()
}

type StartedPart = {
  readonly count: () => number
  readonly add: (file: Uncounted) => void
  readonly finish: () => MadePart
}

function startPart(read: Making['read']): StartedPart {
  const index = startIndex()
  const keys: string[] = []
  const standings: number[] = []
  return {
    count: () => keys.length,
    add: ({ path, key, definitions }) => {
      const file = read(path)
      keys.push(key)
      standings.push(STANDINGS.indexOf(file.kind === 'text' ? 'text' : file.why))
      index.add({ path, text: file.kind === 'text' ? file.text : '', definitions })
    },
    finish: () => {
      const text = textOfKeys(keys)
      return {
        arrays: { files: Buffer.from(text), standings: Uint8Array.from(standings), ...index.finish() },
        name: sha256(text).slice(0, 16),
      }
    },
  }
}
