import { CROWD, IMPORT } from '#context/code/graph/bind-references.ts'
import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { folderOf } from '#context/code/graph/paths/folder-of.ts'
import { mainDefinitions } from '../symbols/main-definitions.ts'
import type { MapSymbol } from '../symbols/symbols-of-file.ts'

export type FocusRequest = {
  /** Places of the files in focus. */
  readonly focus: ReadonlySet<number>
  /** All that may be shown, the most needed first. */
  readonly symbols: readonly MapSymbol[]
}

export type Surroundings = {
  /** Paths that are in the map whatever else is: each file in focus, followed by what it imports. */
  readonly paths: readonly string[]
  /** Other files that its imports lead to, such as the rest of a package. */
  readonly others: readonly string[]
  /** What the focus uses of those and what it has itself, then the rest. */
  readonly symbols: readonly MapSymbol[]
}

/** Puts what a focus needs first: whoever works on a file needs what it imports, and then all else. */
export function surroundFocus(graph: CodeGraph, { focus, symbols }: FocusRequest): Surroundings {
  const pathAt = (place: number) => graph.paths[place] ?? ''
  const inFocus = [...focus].sort((one, other) => one - other)
  const needs = new Map(inFocus.map((place) => [place, needsOf(graph, place)]))
  const crowds = crowdsIn(graph.paths)
  const places = new Set(
    inFocus.flatMap((place) => {
      const own = needs.get(place) ?? []
      return [place, ...directImports(own, pathAt), ...firstOfCrowds(own, { crowds, pathAt, place })]
    }),
  )
  const near = new Set(inFocus.map((place) => folderOf(pathAt(place))))
  // What is neither imported nor a neighbour is a guess by its name.
  const isSure = (place: number) => places.has(place) || near.has(folderOf(pathAt(place)))
  const used = new Set(
    inFocus.flatMap((place) =>
      (needs.get(place) ?? []).flatMap(({ to, name }) => (isSure(to) ? [`${pathAt(to)} ${name}`] : [])),
    ),
  )
  const isUsed = ({ path, definition }: MapSymbol) => used.has(`${path} ${definition.name}`)
  const own = ownSymbols(graph, { inFocus, symbols })
  const listed = new Set(own.map(({ definition }) => definition))
  const rest = symbols.filter(({ definition }) => !listed.has(definition))
  return {
    paths: [...places].map(pathAt),
    others: otherFiles([...needs.values()].flat())
      .filter((place) => !places.has(place) && !inFocus.includes(place))
      .map(pathAt),
    symbols: [...interleave(rest.filter(isUsed), own), ...rest.filter((symbol) => !isUsed(symbol))],
  }
}

type Need = { readonly to: number; readonly name: string; readonly weight: number }

function needsOf({ edges }: CodeGraph, place: number): Need[] {
  const { starts, to, name, weight, nameOf } = edges
  const needs: Need[] = []
  for (let edge = starts[place] ?? 0; edge < (starts[place + 1] ?? 0); edge += 1)
    needs.push({ to: to[edge] ?? 0, name: nameOf(name[edge] ?? 0), weight: weight[edge] ?? 0 })
  return needs
}

/**
 * The files that a file imports, what it needs most of first. Of an import that leads to many files, such as a package, those
 * that something is used of, else the first.
 */
function directImports(needs: readonly Need[], pathAt: (place: number) => string): number[] {
  const imports = needs.filter(({ name }) => name === '')
  const uses = usesOf(needs)
  const wanted = new Set<number>()
  // Files of one import lie in one folder, and have the same weight.
  const together = ({ to, weight }: Need) => `${folderOf(pathAt(to))} ${weight}`
  const shown = new Set<string>()
  const want = (need: Need) => {
    wanted.add(need.to)
    shown.add(together(need))
  }
  for (const need of imports) if (need.weight === IMPORT || uses.has(need.to)) want(need)
  for (const need of imports) if (!shown.has(together(need))) want(need)
  return [...wanted].sort((one, other) => (uses.get(other) ?? 0) - (uses.get(one) ?? 0) || one - other)
}

/** A namespace that is too large to say anything of its files is there by the file of which most is used. */
function firstOfCrowds(needs: readonly Need[], { crowds, pathAt, place: own }: Crowded): number[] {
  const folderAt = (place: number) => folderOf(pathAt(place))
  const seen = new Set([own, ...needs.flatMap(({ to, name }) => (name === '' ? [to] : []))].map(folderAt))
  return muchUsed(usesOf(needs)).filter((place) => {
    const folder = folderAt(place)
    return crowds.has(folder) && !seen.has(folder) && seen.add(folder)
  })
}

type Crowded = {
  /** Folders with so many files that importing all of them says nothing of any. */
  readonly crowds: ReadonlySet<string>
  readonly pathAt: (place: number) => string
  /** The file that needs what it needs. */
  readonly place: number
}

function crowdsIn(paths: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1)
  return new Set([...counts].flatMap(([folder, count]) => (count > CROWD ? [folder] : [])))
}

function muchUsed(uses: ReadonlyMap<number, number>): number[] {
  return [...uses]
    .filter(([, weight]) => weight >= IMPORT)
    .sort(([, one], [, other]) => other - one)
    .map(([to]) => to)
}

/** All that is imported, and then what much is used of: it may come of a namespace that is too large to say anything of its files. */
function otherFiles(needs: readonly Need[]): number[] {
  const uses = usesOf(needs)
  const imported = needs.flatMap(({ to, name }) => (name === '' ? [to] : []))
  return [...new Set([...imported, ...muchUsed(uses)])]
}

/** How much is used of each file. */
function usesOf(needs: readonly Need[]): Map<number, number> {
  const uses = new Map<number, number>()
  for (const { to, name, weight } of needs) if (name !== '') uses.set(to, (uses.get(to) ?? 0) + weight)
  return uses
}

/** What the files in focus have themselves: what they are about, first what others need, the most needed before the rest. Of many files, what is needed. */
function ownSymbols(
  { paths, definitionsOf }: CodeGraph,
  { inFocus, symbols }: { inFocus: readonly number[]; symbols: readonly MapSymbol[] },
): MapSymbol[] {
  const own = new Set(inFocus.map((place) => paths[place]))
  const needed = symbols.filter(({ path }) => own.has(path))
  if (inFocus.length > FILES_MAX) return needed
  const order = new Map(needed.map(({ definition }, place) => [definition, place]))
  return inFocus.flatMap((place) => {
    const path = paths[place] ?? ''
    const main = mainDefinitions(definitionsOf(place)).map((one) => ({ path, ...one, score: 0 }))
    const [known, rest] = [true, false].map((isKnown) =>
      main.filter(({ definition }) => order.has(definition) === isKnown),
    )
    const first = (known ?? []).sort(
      (one, other) => (order.get(one.definition) ?? 0) - (order.get(other.definition) ?? 0),
    )
    return [...first, ...(rest ?? [])].slice(0, EACH_MAX)
  })
}

const FILES_MAX = 5
const EACH_MAX = 12

/** Two of what is used for one of what is there. */
function interleave(used: readonly MapSymbol[], own: readonly MapSymbol[]): MapSymbol[] {
  const rounds = Math.max(own.length, Math.ceil(used.length / 2))
  return Array.from({ length: rounds }, (_, round) => [
    ...own.slice(round, round + 1),
    ...used.slice(round * 2, round * 2 + 2),
  ]).flat()
}
