import { removeIfPossible } from '#kit/remove-if-possible.ts'
import { isBesideSame } from '../beside.ts'
import { codeFileOf, problemOf } from '../code-file-of.ts'
import { contentKey } from '../content-key.ts'
import { readFindings } from '../finding.ts'
import type { GraphOfCode } from '../graph-of-code.ts'
import type { GraphRequest } from '../graph-request.ts'
import type { TreeFile } from '../walk/tree-file.ts'
import { openSnapshot, type Snapshot } from './open-snapshot.ts'
import { parseRecent } from './parse-recent.ts'
import { type About, keptAbout, makerOf, snapshotFile } from './snapshot-file.ts'
import { startResolving } from './start-resolving.ts'
import { updateGraph } from './update-graph.ts'

/** The graph as it was kept, with what has changed since. Null where that is too much, or more than can be told from it. */
export async function recallGraph(request: GraphRequest, cache: string): Promise<GraphOfCode | null> {
  const file = snapshotFile(cache, request.root)
  let snapshot: Snapshot | null = null
  let recalled: GraphOfCode | null = null
  try {
    snapshot = openSnapshot(file)
    recalled = snapshot === null ? null : await recallFrom(snapshot, { request, file })
  } catch {
    // Cut short or written over: it is only kept to be quick.
    removeIfPossible(file)
  }
  if (recalled === null) snapshot?.close()
  return recalled
}

async function recallFrom(
  snapshot: Snapshot,
  { request, file }: { request: GraphRequest; file: string },
): Promise<GraphOfCode | null> {
  const { tree, program } = request
  const about = keptAbout.parse(snapshot.about)
  const changes = about.maker === makerOf(program) ? changesSince(about, tree.files) : null
  if (changes === null || !isBesideSame(request.root, about.beside)) return null
  const ahead = (await request.ahead) ?? 0
  const { listedAt } = tree
  const { outcomes, parsed, hasMoved } = await parseRecent([...changes.values()], {
    ...request,
    listedAt,
    snapshot: file,
  })
  const read = readFindings()
  const findings = new Map(
    [...changes].flatMap(([place, one]) => {
      const outcome = outcomes.get(contentKey(one) ?? '')
      return outcome === undefined ? [] : [[place, read(outcome)] as const]
    }),
  )
  const changed = new Map(
    [...changes].map(([place, one]) => [place, codeFileOf(one, findings.get(place) ?? null)]),
  )
  const paths = tree.files.map(({ path }) => path)
  const resolving = startResolving({ snapshot, paths, changed, read: request.read })
  const graph = updateGraph({ snapshot, paths, changed, resolve: resolving.resolve })
  if (graph === null) return null
  const names = new Set([...changes.values()].map(({ path }) => path))
  const problems = [
    ...about.problems.filter(({ path }) => !names.has(path)),
    ...[...changes].flatMap(([place, one]) => problemOf(one, findings.get(place) ?? null)),
  ].sort((one, other) => (one.path < other.path ? -1 : 1))
  const name = graph.edges === snapshot.edges ? about.name : null
  return {
    graph,
    name,
    problems,
    parsed: parsed + ahead,
    hasMoved,
    beside: [...about.beside, ...resolving.beside()],
    close: snapshot.close,
  }
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
