import { roleOf } from '#context/code/walk/role-of.ts'
import type { ContextPack } from '../context-pack.ts'
import type { Level } from '../fit/candidate.ts'
import type { Change } from './find-change.ts'

/** A pack beside what was really changed. */
export type PackComparison = {
  readonly title: string
  readonly base: string
  /** Each file that was changed: its place in the ranking, from 1, and how much of it was in the pack. */
  readonly changed: readonly {
    readonly path: string
    readonly rank: number | null
    readonly level: Level | null
  }[]
  /** Files that were not there before: no pack could have had them. */
  readonly added: number
  /** As in published results: whether as many of the sources that were changed as possible were among the first. */
  readonly hits: { readonly at1: boolean; readonly at5: boolean; readonly at10: boolean }
  /** One by the place of the first source that was changed. */
  readonly reciprocalRank: number
}

/** Where only tests or documents were changed, they are what counts. */
export function comparePack(
  { task, ranking, files }: ContextPack,
  { base, paths, added }: Change,
): PackComparison {
  const ranks = new Map(ranking.map(({ path }, place) => [path, place + 1]))
  const levels = new Map(files.map(({ path, level }) => [path, level]))
  const sources = paths.filter((path) => roleOf(path) === 'source')
  const gold = sources.length > 0 ? sources : paths
  const places = gold.flatMap((path) => ranks.get(path) ?? [])
  const isHit = (count: number) =>
    gold.length > 0 && places.filter((place) => place <= count).length === Math.min(gold.length, count)
  return {
    title: task.title,
    base,
    changed: paths.map((path) => ({ path, rank: ranks.get(path) ?? null, level: levels.get(path) ?? null })),
    added: added.length,
    hits: { at1: isHit(1), at5: isHit(5), at10: isHit(10) },
    reciprocalRank: places.length === 0 ? 0 : 1 / Math.min(...places),
  }
}
