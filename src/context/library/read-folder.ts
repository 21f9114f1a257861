import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { engine } from '../code/engine.ts'
import type { FileProblem } from '../code/file-problem.ts'
import { buildGraph } from '../code/graph/build-graph.ts'
import type { CodeFile } from '../code/graph/code-file.ts'
import type { CodeGraph } from '../code/graph/code-graph.ts'
import { rankSymbols } from '../code/rank/rank-symbols.ts'
import { readCode } from '../code/read-code.ts'
import { whyUnparsed } from '../code/why-unparsed.ts'
import { findTree } from '../map/find-tree.ts'
import { findFocus } from '../map/focus/find-focus.ts'
import { placesIn } from '../map/rank-graph.ts'
import { chooseSymbols } from '../map/symbols/choose-symbols.ts'
import type { MapSymbol } from '../map/symbols/symbols-of-file.ts'
import { hearRefusal, type Refused } from './hear-refusal.ts'
import { type FolderOptions, folderOptions, mapOptions, requestFor } from './map-folder.ts'
import { takeOptions } from './take-options.ts'

/** The code of a folder: what is defined and used where, who needs whom, and what is needed most. */
export type FolderCode = Refused & {
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
  /** How many files had to be parsed, and were. */
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
  const taken = takeOptions(folderOptions, { options, example: "await readFolder('.', { focus: ['src'] })" })
  const request = requestFor(folder, mapOptions.parse(taken))
  const { root, cache, focus } = request
  const { onRefusal, heard } = hearRefusal(root)
  const { tree } = await findTree({ ...request, onRefusal })
  const { files, problems, parsed } = await readCode({ root, tree, cache, ...engine() })
  const graph = buildGraph(files, (path) => textOf(join(root, path)))
  const places = placesIn(graph.paths, findFocus(graph.paths, focus))
  const ranking = rankSymbols({ ...graph, focus: places })
  const isRanked = ranking.kind === 'ranked'
  return {
    files,
    edges: () => edgesOf(graph),
    symbols: isRanked ? chooseSymbols(graph, { ...ranking, count: Number.POSITIVE_INFINITY }) : [],
    ranks: isRanked ? [...ranking.files] : [],
    unranked: whyUnparsed(files, problems) ?? (isRanked ? null : ranking.because),
    problems,
    parsed,
    ...heard(),
  }
}

function* edgesOf({ paths, edges }: CodeGraph): Generator<CodeEdge> {
  const { starts, to, name, weight, nameOf } = edges
  for (const [place, from] of paths.entries())
    for (let edge = starts[place] ?? 0; edge < (starts[place + 1] ?? 0); edge += 1)
      yield {
        from,
        to: paths[to[edge] ?? -1] ?? '',
        name: nameOf(name[edge] ?? 0),
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
