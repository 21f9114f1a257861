import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepInFolder } from '#kit/keep-in-cache.ts'
import { removeIfPossible } from '#kit/remove-if-possible.ts'
import { sha256 } from '#kit/sha256.ts'
import { readOwn, writeOwn } from '#kit/write-kept.ts'
import { isLasting } from '../code-file-of.ts'
import { contentKey } from '../content-key.ts'
import type { Engine } from '../engine.ts'
import type { ContentKey } from '../index/code-index.ts'
import type { FileOutcome } from '../parse/batch.ts'
import { isAsListed } from '../parse/is-as-listed.ts'
import { type ParsedFile, parseFiles } from '../parse/parse-files.ts'
import { parseHere } from '../parse/parse-here.ts'
import { type CodeRequest, LIMIT_MS, NO_FILE } from '../read-code.ts'
import type { TreeFile } from '../walk/tree-file.ts'
import { textOfTags } from '../write-tags.ts'
import { makerOf, snapshotFile } from './snapshot-file.ts'

type Work = Pick<CodeRequest, 'root' | keyof Engine | 'signal'> & {
  /** What was parsed since the last snapshot is kept there, a file each: to open the index takes longer than to parse one. */
  readonly cache: string
  /** What was changed later is not what was listed. */
  readonly listedAt: number
}

/** What parsing a few files comes to, and how many had to be parsed. */
export async function parseRecent(
  files: readonly TreeFile[],
  { root, cache, listedAt, signal, ...engine }: Work,
): Promise<Recent> {
  const shelf = openShelf(cache, engine)
  const known = new Map<ContentKey, FileOutcome>()
  const missing = new Map<string, { readonly key: ContentKey; readonly file: TreeFile }>()
  for (const file of files) {
    const key = contentKey(file)
    if (key === null) continue
    const outcome = shelf.find(key)
    if (outcome !== null) known.set(key, outcome)
    const isDoubtful = outcome !== null && isFirstFailure(outcome) && !tried.has(key)
    if (outcome === null || isDoubtful) missing.set(join(root, file.path), { key, file })
  }
  const again = [...missing].flatMap(([path, { key }]) => (known.has(key) ? [path] : []))
  const moved = new Set<ContentKey>()
  const onOutcome = (parsed: ParsedFile) => {
    const { outcome } = parsed
    const { key, file } = missing.get(parsed.path) ?? NO_FILE
    known.set(key, outcome.kind === 'failed' ? { ...outcome, again: known.has(key) } : outcome)
    if (outcome.kind === 'failed') tried.add(key)
    if (!isAsListed(parsed, { ...file, listedAt }) || !isLasting(outcome)) moved.add(key)
  }
  if (missing.size > 0) {
    const { grammars, native } = engine
    const first = [...missing.keys()].filter((path) => !again.includes(path))
    const left = await parseHere({ files: first, grammars, native, cache, onOutcome })
    if (left.length + again.length > 0)
      await parseFiles({ ...engine, files: [...left, ...again], limitMs: LIMIT_MS, signal, onOutcome })
    signal?.throwIfAborted()
    shelf.keep(
      [...missing.values()].map(({ key }) => [key, moved.has(key) ? null : (known.get(key) ?? null)]),
    )
  }
  const hasFailed = [...known.values()].some(isFirstFailure)
  const parsed = [...missing.values()].filter(({ key }) => known.get(key)?.kind === 'parsed').length
  return { outcomes: known, parsed, hasMoved: moved.size > 0 || hasFailed }
}

/** What this process has tried in vain: a second time is for another day. */
const tried = new Set<ContentKey>()

function isFirstFailure(outcome: FileOutcome): boolean {
  return outcome.kind === 'failed' && outcome.again !== true
}

type Recent = {
  readonly outcomes: ReadonlyMap<ContentKey, FileOutcome>
  readonly parsed: number
  readonly hasMoved: boolean
}

type Shelf = {
  readonly find: (key: ContentKey) => FileOutcome | null
  /** Null takes it away. */
  readonly keep: (outcomes: readonly (readonly [ContentKey, FileOutcome | null])[]) => void
}

function openShelf(cache: string, { program }: Pick<Engine, 'program'>): Shelf {
  const folder = join(cache, 'outcomes')
  const fileOf = (key: ContentKey) => join(folder, sha256(`${makerOf(program)} ${key}`).slice(0, 24))
  return {
    find: (key) => readOwn<FileOutcome>(fileOf(key)),
    keep: (outcomes) => {
      const write = () => {
        for (const [key, outcome] of outcomes)
          if (outcome === null) removeIfPossible(fileOf(key))
          else writeOwn(fileOf(key), inText(outcome))
      }
      keepInFolder(folder, { write, most: KEPT_MAX })
    },
  }
}

/** Bytes are no JSON. */
function inText(outcome: FileOutcome): FileOutcome {
  return outcome.kind === 'parsed' ? { ...outcome, tags: textOfTags(outcome.tags) } : outcome
}

/** More than may differ from a snapshot. */
const KEPT_MAX = 250

/**
 * Parses what has changed while the rest is still being listed, where there is a graph to bring up to date. Says how many files
 * it were.
 */
export async function parseAhead(files: readonly TreeFile[], work: Work): Promise<number> {
  if (files.length > AHEAD_MAX || !existsSync(snapshotFile(work.cache, work.root))) return 0
  try {
    return (await parseRecent(files, work)).parsed
  } catch {
    // Who needs it will parse it, and say what is wrong.
    return 0
  }
}

const AHEAD_MAX = 24
