import { join } from 'node:path'
import { type Beside, isBesideSame } from '#context/code/beside.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { readOwn, writeOwn } from '#kit/write-kept.ts'
import type { RepositoryMap } from './repository-map.ts'

/** `name`: of all that the map was made of, but for what was read beside the tree at `root`. */
export type MapPlace = { readonly folder: string; readonly name: string; readonly root: string }

/** A map that was made of the same input by the same program; null where there is none, or none that is whole. */
export function recallMap({ folder, name, root }: MapPlace): KeptMap | null {
  const kept = readOwn<KeptMap>(join(folder, `${name}.json`))
  if (kept === null || !isBesideSame(root, kept.beside)) return null
  return { map: { ...kept.map, parsed: 0 }, beside: kept.beside }
}

/** A map with what was read for it beside the tree. */
export type KeptMap = { readonly map: RepositoryMap; readonly beside: Beside }

/** Keeps a map for the next who asks for the same, and a few others. */
export function keepMap({ folder, name }: MapPlace, kept: KeptMap): void {
  keepInCache(join(folder, `${name}.json`), { write: (path) => writeOwn(path, kept), most: KEPT_MAX })
}

const KEPT_MAX = 20
