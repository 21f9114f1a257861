import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { engine } from '../code/engine.ts'
import { buildGraph } from '../code/graph/build-graph.ts'
import type { CodeFile } from '../code/graph/code-file.ts'
import type { Edges } from '../code/graph/edges.ts'
import { rankSymbols } from '../code/rank/rank-symbols.ts'
import { type FileProblem, readCode } from '../code/read-code.ts'
import { findTree, isIn } from '../map/make-map.ts'
import { chooseSymbols, type MapSymbol } from '../map/symbols/choose-symbols.ts'
import { type FolderOptions, requestFor } from './map-folder.ts'

/** The code of a folder: what is defined and used where, who needs whom, and what is needed most. */
export type FolderCode = {
  /** Every file, in the order of their paths; with definitions, references and imports where it was parsed. */
  readonly files: readonly CodeFile[]
  /** Who needs what of whom, one after the other: a large repository has millions. */
  readonly edges: () => Generator<CodeEdge>
  /** Definitions that others need, the most needed first. */
  readonly symbols: readonly MapSymbol[]
  /** The rank of each file, in the order of `files`; empty where it could not be computed. */
  readonly ranks: readonly number[]
  /** Why nothing could be ranked; null where it could. */
  readonly unranked: string | null
  readonly problems: readonly FileProblem[]
  /** How many files had to be parsed. */
  readonly parsed: number
}

export type CodeEdge = {
  /** Paths. */
  readonly from: string
  readonly to: string
  /** The name that is needed; empty for a file as a whole. */
  readonly name: string
  readonly weight: number
}

/** Reads the code of a folder as the map does: walks, parses, binds names to definitions, and ranks. */
export async function readFolder(folder: string, options: FolderOptions = {}): Promise<FolderCode> {
  const request = requestFor(folder, options)
  const { root, cache, focus } = request
  const { tree } = await findTree(request)
  const { files, problems, parsed } = await readCode({ root, tree, cache, ...engine() })
  const edges = buildGraph(files, (path) => textOf(join(root, path)))
  const places = new Set(files.flatMap(({ path }, place) => (isIn(focus, path) ? [place] : [])))
  const ranking = rankSymbols({ files, edges, focus: places })
  const isRanked = ranking.kind === 'ranked'
  return {
    files,
    edges: () => edgesOf(edges, files),
    symbols: isRanked ? chooseSymbols(files, ranking) : [],
    ranks: isRanked ? [...ranking.files] : [],
    unranked: isRanked ? null : ranking.because,
    problems,
    parsed,
  }
}

function* edgesOf({ from, to, name, weight, names }: Edges, files: readonly CodeFile[]): Generator<CodeEdge> {
  const pathAt = (place: number | undefined) => files[place ?? -1]?.path ?? ''
  for (const [edge, user] of from.entries())
    yield {
      from: pathAt(user),
      to: pathAt(to[edge]),
      name: names[name[edge] ?? 0] ?? '',
      weight: weight[edge] ?? 0,
    }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
