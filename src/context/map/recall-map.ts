import { join } from 'node:path'
import * as z from 'zod'
import { type Beside, isBesideSame, keptBeside } from '#context/code/beside.ts'
import { fileProblems } from '#context/code/file-problem.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import type { RepositoryMap } from './repository-map.ts'

/** `name`: of all that the map was made of, but for what was read beside the tree at `root`. */
export type MapPlace = { readonly folder: string; readonly name: string; readonly root: string }

/** A map that was made of the same input by the same program; null where there is none, or none that is whole. */
export function recallMap({ folder, name, root }: MapPlace): KeptMap | null {
  try {
    const kept = keptMap.parse(readKept(join(folder, `${name}.json`)))
    return isBesideSame(root, kept.beside) ? { map: { ...kept.map, parsed: 0 }, beside: kept.beside } : null
  } catch {
    return null
  }
}

/** A map with what was read for it beside the tree. */
export type KeptMap = { readonly map: RepositoryMap; readonly beside: Beside }

const repositoryMap = z.object({
  text: z.string(),
  tokens: z.number(),
  symbols: z.number(),
  input: z.string(),
  files: z.number(),
  parsed: z.number(),
  problems: z.array(z.object({ path: z.string(), why: z.enum(fileProblems) })),
  unranked: z.string().nullable(),
}) satisfies z.ZodType<RepositoryMap>

const keptMap = z.object({ map: repositoryMap, beside: keptBeside })

/** Keeps a map for the next who asks for the same, and a few others. */
export function keepMap({ folder, name }: MapPlace, kept: KeptMap): void {
  keepInCache(join(folder, `${name}.json`), { write: (path) => writeKept(path, kept), most: KEPT_MAX })
}

const KEPT_MAX = 20
