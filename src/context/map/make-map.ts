import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import type { CodeFile } from '#context/code/graph/code-file.ts'
import { rankSymbols } from '#context/code/rank/rank-symbols.ts'
import { type Code, readCode } from '#context/code/read-code.ts'
import { listTree, type Tree } from '#context/code/walk/list-tree.ts'
import { git } from '#kit/git.ts'
import { packageFile } from '#kit/package-file.ts'
import { sha256 } from '#kit/sha256.ts'
import type { TokenCounter } from '#kit/tokens.ts'
import { findFocus } from './focus/find-focus.ts'
import { type Surroundings, surroundFocus } from './focus/surround-focus.ts'
import { keepMap, recallMap } from './recall-map.ts'
import type { MapLine } from './render/map-line.ts'
import { renderMap } from './render/render-map.ts'
import type { RepositoryMap } from './repository-map.ts'
import { describeStructure } from './structure/describe-structure.ts'
import { chooseSymbols } from './symbols/choose-symbols.ts'

export type MapRequest = {
  readonly root: string
  readonly tokens: number
  readonly depth: number
  /** Whether code is parsed and its symbols ranked. */
  readonly codeIntelligence: boolean
  /** Paths whose surroundings come first. */
  readonly focus: readonly string[]
  /** Where what was parsed is kept; null to keep nothing. */
  readonly cache: string | null
  readonly health: readonly MapLine[]
  readonly version: string
  /** Whether a path is left out, beyond what git ignores. */
  readonly exclude: (path: string) => boolean
  /** Only a map that is made anew is counted. */
  readonly loadTokenCounter: () => Promise<TokenCounter>
}

/** The map of a repository: what lies there, and what of its code the rest needs most. Of the same input, the same map. */
export async function makeMap(request: MapRequest): Promise<RepositoryMap> {
  const { root, cache, exclude } = request
  const whole = await listTree(root)
  const tree = { ...whole, files: whole.files.filter(({ path }) => !exclude(path)) }
  const focus = findFocus(
    tree.files.map(({ path }) => path),
    request.focus,
  )
  const input = inputOf(tree, request)
  const place = cache === null ? null : { folder: join(cache, 'maps'), name: input }
  const known = place === null ? null : recallMap(place)
  if (known !== null) return known
  const map = await makeAnew(request, { tree, input, focus })
  if (place !== null) keepMap(place, map)
  return map
}

async function makeAnew(
  request: MapRequest,
  { tree, input, focus }: { tree: Tree; input: string; focus: ReadonlySet<string> },
): Promise<RepositoryMap> {
  const { root, depth, codeIntelligence } = request
  const read = (path: string) => textOf(join(root, path))
  const subjects = await lastSubjects(root)
  const code = codeIntelligence ? await readAll(request, tree) : NO_CODE
  const structure = describeStructure({ files: tree.files, read, subjects, depth })
  const { symbols, paths, unranked } = rank(code.files, { focus, read })
  const rendered = renderMap({
    ...request,
    countTokens: await request.loadTokenCounter(),
    structure,
    symbols,
    paths,
    notes: unranked === null ? [] : [`> The symbols could not be ranked, and none is shown: ${unranked}.`],
    stamp: { version: request.version, input },
    budget: request.tokens,
  })
  const { problems, parsed } = code
  return { ...rendered, input, files: tree.files.length, parsed, problems, unranked }
}

/** What the map of this request is made of: the contents of all files, and what was asked for. */
function inputOf(
  { files }: Tree,
  { tokens, depth, codeIntelligence, focus, version, health }: MapRequest,
): string {
  const asked = JSON.stringify({ tokens, depth, codeIntelligence, focus, version, health })
  return sha256([asked, ...files.map(({ path, blob }) => `${blob} ${path}`)].join('\n')).slice(0, 12)
}

const NO_CODE: Code = { files: [], problems: [], parsed: 0 }

async function readAll({ root, cache }: MapRequest, tree: Tree): Promise<Code> {
  return readCode({
    root,
    tree,
    cache,
    program: packageFile('dist/parse-worker.js'),
    grammars: packageFile('dist/grammars'),
    threads: availableParallelism(),
  })
}

type Ranked = Surroundings & { readonly unranked: string | null }

function rank(
  files: readonly CodeFile[],
  { focus, read }: { focus: ReadonlySet<string>; read: (path: string) => string | null },
): Ranked {
  if (files.length === 0) return { symbols: [], paths: [], unranked: null }
  const places = new Set(files.flatMap(({ path }, place) => (focus.has(path) ? [place] : [])))
  const edges = buildGraph(files, read)
  const ranking = rankSymbols({ files, edges, focus: places })
  if (ranking.kind === 'failed') return { symbols: [], paths: [], unranked: ranking.because }
  const symbols = chooseSymbols(files, ranking)
  const shown =
    places.size === 0 ? { symbols, paths: [] } : surroundFocus({ files, edges, focus: places, symbols })
  return { ...shown, unranked: null }
}

async function lastSubjects(root: string): Promise<string[]> {
  const log = await git(root, ['log', '-200', '--no-merges', '--format=%s'])
  return log.kind === 'ok' ? log.output.split('\n') : []
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
