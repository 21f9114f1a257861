import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '#kit/files.ts'
import { codeFileOf, isLasting, problemOf } from '../code-file-of.ts'
import { contentKey } from '../content-key.ts'
import { readFindings } from '../finding.ts'
import type { GraphOfCode } from '../graph-of-code.ts'
import type { ContentKey } from '../index/code-index.ts'
import type { FileOutcome } from '../parse/batch.ts'
import { parseFiles } from '../parse/parse-files.ts'
import { type CodeRequest, LIMIT_MS } from '../read-code.ts'
import type { TreeFile } from '../walk/list-tree.ts'
import { openSnapshot, type Snapshot } from './open-snapshot.ts'
import { type About, makerOf, snapshotFile } from './snapshot-file.ts'
import { updateGraph } from './update-graph.ts'

/** The graph as it was kept, with what has changed since. Null where that is too much, or more than can be told from it. */
export async function recallGraph(request: CodeRequest, cache: string): Promise<GraphOfCode | null> {
  const file = snapshotFile(cache, request.root)
  let snapshot: Snapshot | null = null
  let recalled: GraphOfCode | null = null
  try {
    snapshot = openSnapshot(file)
    recalled = snapshot === null ? null : await recallFrom(snapshot, { request, file })
  } catch {
    // Cut short or written over: it is only kept to be quick.
  }
  if (recalled === null) snapshot?.close()
  return recalled
}

async function recallFrom(
  snapshot: Snapshot,
  { request, file }: { request: CodeRequest; file: string },
): Promise<GraphOfCode | null> {
  const { tree, program } = request
  const about = snapshot.about as About
  const changes = about.maker === makerOf(program) ? changesSince(about, tree.files) : null
  if (changes === null) return null
  const { outcomes, parsed } = await parseChanges(changes, { ...request, file: `${file}.recent` })
  const read = readFindings()
  const findings = new Map([...outcomes].map(([place, outcome]) => [place, read(outcome)]))
  const changed = new Map(
    [...changes].map(([place, one]) => [place, codeFileOf(one, findings.get(place) ?? null)]),
  )
  const graph = updateGraph({ snapshot, paths: tree.files.map(({ path }) => path), changed })
  if (graph === null) return null
  const names = new Set([...changes.values()].map(({ path }) => path))
  const problems = [
    ...about.problems.filter(({ path }) => !names.has(path)),
    ...[...changes].flatMap(([place, one]) => problemOf(one, findings.get(place) ?? null)),
  ].sort((one, other) => (one.path < other.path ? -1 : 1))
  return { graph, problems, parsed, close: snapshot.close }
}

type Changes = ReadonlyMap<number, TreeFile>

/** Files whose content is another, by their places. Null where files have come or gone, or others lead imports. */
function changesSince({ listing, reads }: About, files: readonly TreeFile[]): Changes | null {
  const before = listing === '' ? [] : listing.split('\0')
  if (before.length !== files.length) return null
  const leading = new Set(reads)
  const changes = new Map<number, TreeFile>()
  for (const [place, file] of files.entries()) {
    const line = before[place] ?? ''
    const blank = line.indexOf(' ')
    if (line.slice(blank + 1) !== file.path) return null
    if (line.slice(0, blank) === file.blob) continue
    changes.set(place, file)
    if (changes.size > CHANGES_MAX || leading.has(file.path)) return null
  }
  return changes
}

const CHANGES_MAX = 100

type Work = CodeRequest & { /** Where what was parsed since the snapshot is kept. */ readonly file: string }

async function parseChanges(
  changes: Changes,
  { root, program, grammars, threads, signal, file }: Work,
): Promise<{ outcomes: ReadonlyMap<number, FileOutcome>; parsed: number }> {
  if (changes.size === 0) return { outcomes: new Map(), parsed: 0 }
  const keys = new Map(
    [...changes].flatMap(([place, one]): [number, ContentKey][] => {
      const key = contentKey(one)
      return key === null ? [] : [[place, key]]
    }),
  )
  const known = readRecent(file)
  const missing = new Map(
    [...keys].flatMap(([place, key]) =>
      known.has(key) ? [] : [[join(root, changes.get(place)?.path ?? ''), key] as const],
    ),
  )
  await parseFiles({
    files: [...missing.keys()],
    program,
    grammars,
    threads,
    limitMs: LIMIT_MS,
    signal,
    onOutcome: (path, outcome) => known.set(missing.get(path) ?? '', outcome),
  })
  signal?.throwIfAborted()
  const outcomes = new Map(
    [...keys].flatMap(([place, key]) => {
      const outcome = known.get(key)
      return outcome === undefined ? [] : [[place, outcome] as const]
    }),
  )
  if (missing.size > 0) {
    const recent = [...keys.values()].flatMap((key) => {
      const outcome = known.get(key)
      return outcome !== undefined && isLasting(outcome) ? [[key, outcome]] : []
    })
    writeAtomically(file, Buffer.from(JSON.stringify(recent)))
  }
  return { outcomes, parsed: missing.size }
}

function readRecent(file: string): Map<ContentKey, FileOutcome> {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [ContentKey, FileOutcome][])
  } catch {
    return new Map()
  }
}
