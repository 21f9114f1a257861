import { removeIfPossible } from '#kit/remove-if-possible.ts'
import { takeWay } from '#kit/ways-taken.ts'
import { isBesideSame } from '../beside.ts'
import { codeFileOf, problemOf } from '../code-file-of.ts'
import { contentKey } from '../content-key.ts'
import { readFindings } from '../finding.ts'
import type { GraphOfCode } from '../graph-of-code.ts'
import type { GraphRequest } from '../graph-request.ts'
import { type Comparison, compareListings } from './compare-listings.ts'
import { graphSince } from './graph-since.ts'
import { openSnapshot, type Snapshot } from './open-snapshot.ts'
import { parseRecent } from './parse-recent.ts'
import { type About, ownAbout, snapshotFile } from './snapshot-file.ts'

/** The graph as it was kept, with what has changed since. Null where that is too much, or more than can be told from it. */
export async function recallGraph(request: GraphRequest, cache: string): Promise<GraphOfCode | null> {
  const file = snapshotFile(cache, request.root)
  let snapshot: Snapshot | null = null
  let recalled: GraphOfCode | null = null
  try {
    snapshot = openSnapshot(file)
    recalled = snapshot === null ? null : await recallFrom(snapshot, { request, cache })
  } catch {
    // Cut short or written over: it is only kept to be quick.
    removeIfPossible(file)
  }
  if (recalled === null) snapshot?.close()
  return recalled
}

async function recallFrom(
  kept: Snapshot,
  { request, cache }: { request: GraphRequest; cache: string },
): Promise<GraphOfCode | null> {
  const { tree, program, root, read } = request
  const about = ownAbout(kept.about, program)
  if (about === null) return null
  const compared = compareListings(kept.listing, tree.files)
  if (compared === null || isLed(about, compared) || !isBesideSame(root, about.beside)) return null
  const { paths, fresh, come, gone } = compared
  const ahead = (await request.ahead) ?? 0
  const { outcomes, parsed, hasMoved } = await parseRecent([...fresh.values()], {
    ...request,
    cache,
    listedAt: tree.listedAt,
  })
  const readFinding = readFindings()
  const found = [...fresh].map(([place, one]) => {
    const outcome = outcomes.get(contentKey(one) ?? '')
    return { place, one, finding: outcome === undefined ? null : readFinding(outcome) }
  })
  const files = new Map(found.map(({ place, one, finding }) => [place, codeFileOf(one, finding)]))
  const since = graphSince(kept, { compared, files, read })
  if (since === null) return null
  const { graph, beside } = since
  if (come.size + gone.size > 0) takeWay('map of other paths')
  else takeWay(graph.edges === kept.edges ? 'map of a changed file' : 'map of changed edges')
  const news = new Set([...fresh.keys(), ...gone].map((place) => paths[place]))
  const problems = [
    ...about.problems.filter(({ path }) => !news.has(path)),
    ...found.flatMap(({ one, finding }) => problemOf(one, finding)),
  ].sort((one, other) => (one.path < other.path ? -1 : 1))
  return {
    graph,
    // With the same edges, no file has come or gone, and places are what they were.
    name: graph.edges === kept.edges ? about.name : null,
    fresh: new Set(fresh.keys()),
    problems,
    parsed: parsed + ahead,
    hasMoved,
    beside: [...about.beside, ...beside],
    close: kept.close,
  }
}

/** Whether something has changed that others are led by. */
function isLed({ reads }: About, { paths, fresh, gone }: Comparison): boolean {
  const leading = new Set(reads)
  return [...fresh.keys(), ...gone].some((place) => leading.has(paths[place] ?? ''))
}
