import { join } from 'node:path'
import * as z from 'zod'
import { cacheFolder, findCacheFolder } from '#context/map/cache-folder.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import type { TaskDraft } from '../tasks/import/contract.ts'

/** A plan that was shown and not written yet, by the text of the specification that it is of. */
export type KeptPlan = {
  /** Who made it, as a person would say. */
  readonly by: string
  readonly at: string
  readonly drafts: readonly TaskDraft[]
}

const keptSchema = z.object({
  version: z.literal(1),
  by: z.string(),
  at: z.string(),
  drafts: z.array(z.looseObject({ key: z.string() })),
})

/** False where it cannot be kept, as in a folder of somebody else. */
export function keepPlan(
  root: string,
  { specification, plan }: { specification: string; plan: KeptPlan },
): boolean {
  const cache = cacheFolder(root)
  if (cache === null) return false
  const path = pathIn(cache, specification)
  keepInCache(path, { write: (to) => writeKept(to, { version: 1, ...plan }), most: PLANS_MAX })
  return readPlan(root, specification) !== null
}

const PLANS_MAX = 50

/** What was shown last for this very text; null where nothing was. */
export function readPlan(root: string, specification: string): KeptPlan | null {
  const kept = keptSchema.safeParse(readKept(pathIn(findCacheFolder(root), specification)))
  // Its own hash has said that it is what was written.
  return kept.success ? { ...kept.data, drafts: kept.data.drafts as unknown as readonly TaskDraft[] } : null
}

function pathIn(cache: string, specification: string): string {
  return join(cache, 'plans', `${sha256(specification)}.json`)
}
