import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import { isLasting } from '../code-file-of.ts'
import { contentKey } from '../content-key.ts'
import type { Engine } from '../engine.ts'
import type { ContentKey } from '../index/code-index.ts'
import { keptOutcome } from '../index/kept-outcome.ts'
import type { FileOutcome } from '../parse/batch.ts'
import { isAsListed } from '../parse/is-as-listed.ts'
import { type ParsedFile, parseFiles } from '../parse/parse-files.ts'
import { parseHere } from '../parse/parse-here.ts'
import { type CodeRequest, LIMIT_MS, NO_FILE } from '../read-code.ts'
import type { TreeFile } from '../walk/tree-file.ts'
import { makerOf, SNAPSHOTS_MAX, snapshotFile } from './snapshot-file.ts'

type Work = Pick<CodeRequest, 'root' | keyof Engine | 'signal'> & {
  /** What was parsed since it was taken is kept beside it: to open the index takes longer than to parse a file. */
  readonly snapshot: string
  /** What was changed later is not what was listed. */
  readonly listedAt: number
}

/** What parsing a few files comes to, and how many had to be parsed. */
export async function parseRecent(
  files: readonly TreeFile[],
  { root, snapshot, listedAt, signal, ...engine }: Work,
): Promise<Recent> {
  const place = `${snapshot}-${sha256(makerOf(engine.program)).slice(0, 8)}.recent`
  const kept = files.length === 0 ? new Map<ContentKey, string>() : readTexts(place)
  const known = outcomesOf(files, kept)
  const isDoubtful = (key: ContentKey) => isFirstFailure(known.get(key)) && !tried.has(key)
  const missing = new Map(
    files.flatMap((file) => {
      const key = contentKey(file)
      const isKnown = key === null || (known.has(key) && !isDoubtful(key))
      return isKnown ? [] : [[join(root, file.path), { key, file }] as const]
    }),
  )
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
    const cache = dirname(dirname(snapshot))
    const left = await parseHere({ files: first, grammars, native, cache, onOutcome })
    await parseFiles({ ...engine, files: [...left, ...again], limitMs: LIMIT_MS, signal, onOutcome })
    signal?.throwIfAborted()
    for (const { key } of missing.values()) {
      const outcome = known.get(key)
      if (outcome !== undefined && !moved.has(key)) kept.set(key, JSON.stringify(outcome))
      else kept.delete(key)
    }
    keepInCache(place, { write: (path) => writeKept(path, [...kept].slice(-KEPT_MAX)), most: SNAPSHOTS_MAX })
  }
  const hasFailed = files.some((file) => isFirstFailure(known.get(contentKey(file) ?? '')))
  const lost = [...missing.values()].filter(({ key }) => known.get(key)?.kind === 'failed')
  return { outcomes: known, parsed: missing.size - lost.length, hasMoved: moved.size > 0 || hasFailed }
}

/** What this process has tried in vain: a second time is for another day. */
const tried = new Set<ContentKey>()

function isFirstFailure(outcome: FileOutcome | undefined): boolean {
  return outcome?.kind === 'failed' && outcome.again !== true
}

type Recent = {
  readonly outcomes: ReadonlyMap<ContentKey, FileOutcome>
  readonly parsed: number
  readonly hasMoved: boolean
}

const KEPT_MAX = 200

/** Each outcome as a text: there are many, and few are asked for. */
function readTexts(place: string): Map<ContentKey, string> {
  return new Map(keptTexts.safeParse(readKept(place)).data ?? [])
}

const keptTexts = z.array(z.tuple([z.string(), z.string()]))

function outcomesOf(
  files: readonly TreeFile[],
  texts: ReadonlyMap<ContentKey, string>,
): Map<ContentKey, FileOutcome> {
  const outcomes = new Map<ContentKey, FileOutcome>()
  for (const file of files) {
    const key = contentKey(file) ?? ''
    const text = texts.get(key)
    const { data } = keptOutcome.safeParse(text === undefined ? null : JSON.parse(text))
    if (data !== undefined) outcomes.set(key, data)
  }
  return outcomes
}

type Soon = Omit<Work, 'snapshot'> & { readonly cache: string }

/**
 * Parses what has changed while the rest is still being listed, where there is a graph to bring up to date. Says how many files
 * it were.
 */
export async function parseAhead(files: readonly TreeFile[], { cache, ...work }: Soon): Promise<number> {
  const snapshot = snapshotFile(cache, work.root)
  if (files.length > AHEAD_MAX || !existsSync(snapshot)) return 0
  try {
    return (await parseRecent(files, { ...work, snapshot })).parsed
  } catch {
    // Who needs it will parse it, and say what is wrong.
    return 0
  }
}

const AHEAD_MAX = 24
