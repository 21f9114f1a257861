import { join } from 'node:path'
import type { Tree } from '#context/code/walk/list-tree.ts'
import { buildId } from '#kit/build-id.ts'
import { sha256 } from '#kit/sha256.ts'
import { findTree } from './find-tree.ts'
import type { MapRequest } from './map-request.ts'
import { keepMap, type MapPlace, recallMap } from './recall-map.ts'
import type { RepositoryMap } from './repository-map.ts'

/** The map of a repository: what lies there, and what of its code the rest needs most. Of the same input, the same map. */
export async function makeMap(request: MapRequest): Promise<RepositoryMap> {
  const { tree, input, place, known } = await findMap(request)
  if (known !== null) return known
  request.signal?.throwIfAborted()
  const { drawAnew } = await import('./draw-anew.ts')
  const map = await drawAnew(request, { tree, input })
  // With a grammar that was missing today, another map is made of the same.
  if (place !== null && !map.problems.some(({ why }) => why === 'no-grammar')) keepMap(place, map)
  return map
}

/** What the map would be made of, and the map itself where it is remembered. Writes nothing, and is quick. */
export async function findMap(request: MapRequest): Promise<FoundMap> {
  const { cache, health } = request
  const { tree, input } = await findTree(request)
  // Health is no part of the input, since every machine has its own, but a map with yesterday's is not to be given back.
  const name = `${input}-${sha256(JSON.stringify([buildId, health])).slice(0, 8)}`
  const place = cache === null ? null : { folder: join(cache, 'maps'), name }
  return { tree, input, place, known: place === null ? null : recallMap(place) }
}

type FoundMap = {
  readonly tree: Tree
  readonly input: string
  readonly place: MapPlace | null
  readonly known: RepositoryMap | null
}
