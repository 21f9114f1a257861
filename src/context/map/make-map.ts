import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { engine } from '#context/code/engine.ts'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import type { CodeFile } from '#context/code/graph/code-file.ts'
import { languageOf } from '#context/code/languages/all.ts'
import { rankSymbols } from '#context/code/rank/rank-symbols.ts'
import { type Code, readCode } from '#context/code/read-code.ts'
import { listTree, type Tree } from '#context/code/walk/list-tree.ts'
import { git } from '#kit/git.ts'
import { sha256 } from '#kit/sha256.ts'
import type { TokenCounter } from '#kit/tokens.ts'
import { keepMap, recallMap } from './recall-map.ts'
import type { MapLine } from './render/map-line.ts'
import { renderMap } from './render/render-map.ts'
import type { RepositoryMap } from './repository-map.ts'
import { describeStructure } from './structure/describe-structure.ts'
import { chooseSymbols, type MapSymbol } from './symbols/choose-symbols.ts'

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
  const { cache } = request
  const { tree, input } = await findTree(request)
  const place = cache === null ? null : { folder: join(cache, 'maps'), name: input }
  const known = place === null ? null : recallMap(place)
  if (known !== null) return known
  const map = await makeAnew(request, { tree, input })
  // With a grammar that was missing today, another map is made of the same.
  if (place !== null && !map.problems.some(({ why }) => why === 'no-grammar')) keepMap(place, map)
  return map
}

/** What the map would be made of. */
export async function findTree(
  request: MapRequest,
): Promise<{ readonly tree: Tree; readonly input: string }> {
  const whole = await listTree(request.root)
  const tree = { ...whole, files: whole.files.filter(({ path }) => !request.exclude(path)) }
  return { tree, input: inputOf(tree, request) }
}

async function makeAnew(
  request: MapRequest,
  { tree, input }: { tree: Tree; input: string },
): Promise<RepositoryMap> {
  const { root, depth, codeIntelligence } = request
  const read = (path: string) => textOf(join(root, path))
  const subjects = await lastSubjects(root)
  const code = codeIntelligence ? await readAll(request, tree) : NO_CODE
  const structure = describeStructure({ files: tree.files, read, subjects, depth })
  const { symbols, unranked } = rank(code.files, { request, read })
  const rendered = renderMap({
    ...request,
    countTokens: await request.loadTokenCounter(),
    structure,
    symbols,
    notes: notesOn({ tree, unranked, ...code }),
    stamp: { version: request.version, input },
    budget: request.tokens,
  })
  const { problems, parsed } = code
  return { ...rendered, input, files: tree.files.length, parsed, problems, unranked }
}

function notesOn({ tree, unranked, problems }: Code & { tree: Tree; unranked: string | null }): string[] {
  const ungrammatical = problems.filter(({ why }) => why === 'no-grammar').map(({ path }) => path)
  const missing = new Set(ungrammatical.map((path) => languageOf(path)?.name ?? ''))
  return [
    ...(tree.files.length > 0 ? [] : ['> No file is here yet.']),
    ...(unranked === null ? [] : [`> The symbols could not be ranked, and none is shown: ${unranked}.`]),
    ...(missing.size === 0
      ? []
      : [
          `> No grammar for ${[...missing].join(', ')}: the symbols of ${ungrammatical.length} files are missing.`,
        ]),
  ]
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
  return readCode({ root, tree, cache, ...engine() })
}

function rank(
  files: readonly CodeFile[],
  { request, read }: { request: MapRequest; read: (path: string) => string | null },
): { readonly symbols: readonly MapSymbol[]; readonly unranked: string | null } {
  if (files.length === 0) return { symbols: [], unranked: null }
  const focus = new Set(files.flatMap(({ path }, place) => (isIn(request.focus, path) ? [place] : [])))
  const ranking = rankSymbols({ files, edges: buildGraph(files, read), focus })
  return ranking.kind === 'failed'
    ? { symbols: [], unranked: ranking.because }
    : { symbols: chooseSymbols(files, ranking), unranked: null }
}

/** Whether a path is one of those, or lies below one. */
export function isIn(focus: readonly string[], path: string): boolean {
  return focus.some((wanted) => path === wanted || path.startsWith(`${wanted.replace(/\/$/, '')}/`))
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
