import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { fileProblems } from '#context/code/file-problem.ts'
import { writeAtomically } from '#kit/files.ts'
import { dropOldest } from './drop-oldest.ts'
import type { RepositoryMap } from './repository-map.ts'

/** `name`: of all that the map was made of. */
export type MapPlace = { readonly folder: string; readonly name: string }

/** A map that was made of the same input by the same program; null where there is none, or none that is whole. */
export function recallMap({ folder, name }: MapPlace): RepositoryMap | null {
  try {
    const kept = keptMap.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
    return { ...kept, parsed: 0 }
  } catch {
    return null
  }
}

const keptMap = z.object({
  text: z.string(),
  tokens: z.number(),
  symbols: z.number(),
  input: z.string(),
  files: z.number(),
  parsed: z.number(),
  problems: z.array(z.object({ path: z.string(), why: z.enum(fileProblems) })),
  unranked: z.string().nullable(),
}) satisfies z.ZodType<RepositoryMap>

/** Keeps a map for the next who asks for the same, and a few others. */
export function keepMap({ folder, name }: MapPlace, map: RepositoryMap): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeAtomically(join(folder, `${name}.json`), Buffer.from(JSON.stringify(map)))
    dropOldest(folder, KEPT_MAX)
  } catch {
    // A map that could not be kept is made again.
  }
}

const KEPT_MAX = 20
