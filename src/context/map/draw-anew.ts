import type { Beside } from '#context/code/beside.ts'
import { engine } from '#context/code/engine.ts'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import type { GraphOfCode } from '#context/code/graph-of-code.ts'
import { languageOf } from '#context/code/languages/all.ts'
import { readGraph } from '#context/code/read-graph.ts'
import type { Tree } from '#context/code/walk/list-tree.ts'
import { roleOf } from '#context/code/walk/role-of.ts'
import { type WatchedTree, watchTree } from '#context/code/watch-tree.ts'
import { whyUnparsed } from '#context/code/why-unparsed.ts'
import { findFocus } from './focus/find-focus.ts'
import type { Surroundings } from './focus/surround-focus.ts'
import type { MapRequest } from './map-request.ts'
import { noteOnGrammars } from './note-on-grammars.ts'
import { manifestProblems, noteOnManifests } from './note-on-manifests.ts'
import { NOTHING, type RankedGraph, rankGraph } from './rank-graph.ts'
import { recallStructure } from './recall-structure.ts'
import { recallSubjects } from './recall-subjects.ts'
import { keepText, recallText } from './recall-text.ts'
import { type DrawnMap, type MapParts, type RenderedMap, renderMap } from './render/render-map.ts'
import type { RepositoryMap } from './repository-map.ts'
import { symbolsMax } from './symbols/fit-symbols.ts'

/** What a map is to be made of, the name of that, and how many files of it are being parsed already. */
export type Found = {
  readonly tree: Tree
  readonly input: string
  readonly ahead?: Promise<number> | undefined
}

/** The map of a tree, with the name of what it is made of. */
export async function drawAnew(request: MapRequest, { tree, input, ahead }: Found): Promise<Drawn> {
  const { root, cache, depth, tokens, version } = request
  const reader = watchTree(root, tree)
  const { read, hasMoved } = reader
  const reading = request.codeIntelligence ? readAll(request, { tree, ...reader, ahead }) : null
  // What follows is done while threads parse, and tells of its own failure first.
  reading?.catch(() => {})
  const subjects = await recallSubjects({ root, cache, head: tree.head })
  const { structure, beside } = await recallStructure({
    root,
    cache,
    files: tree.files,
    read,
    hasMoved,
    subjects,
    depth,
  })
  const code = await reading
  const ranked = code === null ? NOTHING : rankGraph(code, request)
  const { problems, parsed } = code ?? { problems: [], parsed: 0 }
  const unranked = whyUnparsed(tree.files, problems) ?? ranked.unranked
  const rendered = await renderOrRecall(ranked, {
    ...request,
    structure,
    notes: [
      ...notesOn({ tree, unranked, problems, focus: request.focus }),
      ...noteOnManifests(structure),
      ...(code === null ? [] : noteOnGrammars({ files: tree.files, structure })),
    ],
    stamp: { version, input },
    budget: tokens,
  })
  code?.close()
  return {
    map: {
      ...rendered,
      input,
      files: tree.files.length,
      parsed,
      problems: [...problems, ...manifestProblems(structure)],
      unranked,
    },
    hasMoved: hasMoved() || code?.hasMoved === true,
    beside: [...beside, ...(code?.beside ?? [])],
  }
}

export type Drawn = {
  readonly map: RepositoryMap
  /** Of what was read, something is not what was listed, or may be read better tomorrow: the map is not to be remembered. */
  readonly hasMoved: boolean
  readonly beside: Beside
}

type Noted = Pick<RepositoryMap, 'unranked' | 'problems'> &
  Pick<MapRequest, 'focus'> & { readonly tree: Tree }

function notesOn({ tree, unranked, problems, focus }: Noted): string[] {
  const ungrammatical = problems.filter(({ why }) => why === 'no-grammar').map(({ path }) => path)
  const missing = new Set(ungrammatical.map((path) => languageOf(path)?.name ?? ''))
  return [
    ...(tree.files.length > 0 ? [] : ['> No file is here yet.']),
    ...(unranked === null ? [] : [`> The symbols could not be ranked, and none is shown: ${unranked}.`]),
    ...(missing.size === 0
      ? []
      : [
          `> No grammar for ${[...missing].join(', ')}: the symbols of ${ungrammatical.length} ${ungrammatical.length === 1 ? 'file' : 'files'} are missing.`,
        ]),
    ...noteOnVendored(tree, focus),
  ]
}

/** Who looks at somebody else's code by name should not take an empty picture for what is there. */
function noteOnVendored({ files }: Tree, focus: readonly string[]): string[] {
  if (focus.length === 0) return []
  const paths = files.map(({ path }) => path)
  const vendored = [...findFocus(paths, focus)].filter((path) => roleOf(path) === 'vendored')
  const [first] = vendored
  if (first === undefined) return []
  const which = vendored.length === 1 ? `\`${first}\`` : `${vendored.length} files of the focus`
  return [`> Not parsed, since it is code that others wrote and that was put here: ${which}.`]
}

type Rendering = MapRequest & Omit<MapParts, keyof Surroundings | 'countTokens'>

async function renderOrRecall({ choose, groundOf }: RankedGraph, parts: Rendering): Promise<RenderedMap> {
  const { cache, root, structure, health, notes, version, budget } = parts
  const place =
    cache === null || groundOf === null
      ? null
      : {
          file: fileOfTree(cache, { kind: 'texts', root }),
          groundOf: (looked: number) =>
            JSON.stringify([structure, health, notes, version, budget, groundOf(looked)]),
        }
  const recalled = place === null ? null : recallText(place, parts.stamp)
  if (recalled !== null) return recalled
  const { looked, ...drawn } = renderEnough(choose, {
    ...parts,
    countTokens: await parts.loadTokenCounter(),
  })
  if (place !== null && looked !== null) keepText(place, { ...drawn, looked })
  const { body: _, ...rendered } = drawn
  return rendered
}

/** Most of what could have room, if all of it were short, has none. So it is tried with fewer symbols, until some are left over. */
function renderEnough(
  choose: RankedGraph['choose'],
  parts: Omit<MapParts, keyof Surroundings>,
): DrawnMap & { readonly looked: number | null } {
  const most = symbolsMax(parts.budget)
  const fewer = Math.ceil(most / FEWER)
  for (let count = fewer; ; count = most) {
    const { looked, ...chosen } = choose(count)
    const rendered = renderMap({ ...parts, ...chosen })
    if (count === most || chosen.symbols.length < count || rendered.symbols < chosen.symbols.length)
      return { ...rendered, looked: count === fewer ? looked : null }
  }
}

const FEWER = 6

async function readAll(
  { root, cache, signal }: MapRequest,
  { tree, ahead, ...reader }: Omit<Found, 'input'> & WatchedTree,
): Promise<GraphOfCode> {
  return readGraph({ root, tree, cache, ahead, signal, ...reader, ...engine() })
}
