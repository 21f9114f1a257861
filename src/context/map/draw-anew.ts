import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { engine } from '#context/code/engine.ts'
import type { GraphOfCode } from '#context/code/graph-of-code.ts'
import { languageOf } from '#context/code/languages/all.ts'
import { rankSymbols } from '#context/code/rank/rank-symbols.ts'
import { readGraph } from '#context/code/read-graph.ts'
import type { Tree } from '#context/code/walk/list-tree.ts'
import { git } from '#kit/git.ts'
import type { MapRequest } from './map-request.ts'
import { recallStructure } from './recall-structure.ts'
import { renderMap } from './render/render-map.ts'
import type { RepositoryMap } from './repository-map.ts'
import { chooseSymbols, type MapSymbol } from './symbols/choose-symbols.ts'
import { symbolsMax } from './symbols/fit-symbols.ts'

/** The map of a tree, with the name of what it is made of. */
export async function drawAnew(
  request: MapRequest,
  { tree, input }: { tree: Tree; input: string },
): Promise<RepositoryMap> {
  const { root, cache, depth, tokens, version } = request
  const read = (path: string) => textOf(join(root, path))
  const [counter, subjects, code] = await Promise.all([
    request.loadTokenCounter(),
    lastSubjects(root),
    request.codeIntelligence ? readAll(request, { tree, read }) : null,
  ])
  const structure = recallStructure({ root, cache, files: tree.files, read, subjects, depth })
  const { symbols, unranked } = code === null ? NOTHING : rank(code, request)
  const { problems, parsed } = code ?? { problems: [], parsed: 0 }
  code?.close()
  const rendered = renderMap({
    ...request,
    countTokens: counter,
    structure,
    symbols,
    notes: notesOn({ tree, unranked, problems }),
    stamp: { version, input },
    budget: tokens,
  })
  return { ...rendered, input, files: tree.files.length, parsed, problems, unranked }
}

type Noted = Pick<RepositoryMap, 'unranked' | 'problems'> & { readonly tree: Tree }

function notesOn({ tree, unranked, problems }: Noted): string[] {
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

type Ranked = { readonly symbols: readonly MapSymbol[]; readonly unranked: string | null }

const NOTHING: Ranked = { symbols: [], unranked: null }

async function readAll(
  { root, cache, signal }: MapRequest,
  { tree, read }: { tree: Tree; read: (path: string) => string | null },
): Promise<GraphOfCode> {
  return readGraph({ root, tree, cache, read, signal, ...engine() })
}

function rank({ graph }: GraphOfCode, { focus, tokens }: MapRequest): Ranked {
  if (graph.paths.length === 0) return NOTHING
  const places = new Set(graph.paths.flatMap((path, place) => (isIn(focus, path) ? [place] : [])))
  const ranking = rankSymbols({ ...graph, focus: places })
  return ranking.kind === 'failed'
    ? { symbols: [], unranked: ranking.because }
    : {
        symbols: chooseSymbols(graph, { earned: ranking.symbols, count: symbolsMax(tokens) }),
        unranked: null,
      }
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
