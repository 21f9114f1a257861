import type { Beside } from '../beside.ts'
import type { CodeFile } from '../graph/code-file.ts'
import type { CodeGraph } from '../graph/code-graph.ts'
import type { Project } from '../graph/resolver.ts'
import { NO_TAGS } from '../tags.ts'
import type { Comparison } from './compare-listings.ts'
import { dropFiles } from './drop-files.ts'
import type { Snapshot } from './open-snapshot.ts'
import { startResolving } from './start-resolving.ts'
import { thawFile } from './thaw-file.ts'
import { touchedBy } from './touched-by.ts'
import { updateGraph } from './update-graph.ts'
import { widenSnapshot } from './widen-snapshot.ts'

export type Since = {
  /** What has changed since a snapshot was taken. */
  readonly compared: Comparison
  /** What parsing found in each file that is fresh. */
  readonly files: ReadonlyMap<number, CodeFile>
  readonly read: Project['read']
}

/** The graph as it is now, with what was read for it beside the tree. Null where that is not to be told from a snapshot. */
export function graphSince(kept: Snapshot, { compared, files, read }: Since): GraphSince | null {
  const { paths, come, gone } = compared
  const roles = new Map([...come].map((place) => [place, files.get(place)?.role ?? 'source']))
  const snapshot = widenSnapshot(kept, roles)
  const touched = touchedBy(compared, snapshot)
  if (touched === null) return null
  const changed = new Map([
    ...[...touched].map((place) => [place, thawFile(paths[place] ?? '', { place, snapshot })] as const),
    ...files,
    ...[...gone].map(
      (place) => [place, { ...thawFile(paths[place] ?? '', { place, snapshot }), ...GONE }] as const,
    ),
  ])
  const resolving = startResolving({ snapshot, paths, changed, come, gone, read })
  if (come.size + gone.size > 0 && !resolving.hasSameGround()) return null
  const whole = updateGraph({ snapshot, paths, changed, moves: { come, gone, touched }, resolving })
  const graph = whole === null ? null : dropFiles(whole, gone)
  return graph === null ? null : { graph, beside: resolving.beside() }
}

type GraphSince = { readonly graph: CodeGraph; readonly beside: Beside }

const GONE: Pick<CodeFile, 'grammar' | 'tags'> = { grammar: null, tags: NO_TAGS }
