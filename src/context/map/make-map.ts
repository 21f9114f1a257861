import { join } from 'node:path'
import { listTree, type Tree } from '#context/code/walk/list-tree.ts'
import { buildId } from '#kit/build-id.ts'
import { sha256 } from '#kit/sha256.ts'
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
  if (place !== null) keepMap(place, map)
  return map
}

/** What the map would be made of, and the map itself where it is remembered. Writes nothing, and is quick. */
export async function findMap(request: MapRequest): Promise<FoundMap> {
  const { root, cache, exclude, health } = request
  const whole = await listTree(root)
  const tree = { ...whole, files: whole.files.filter(({ path }) => !exclude(path)) }
  const input = inputOf(tree, request)
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

/** What the map of this request is made of: the contents of all files, and what was asked for. */
function inputOf(
  { files }: Tree,
  { tokens, depth, codeIntelligence, focus, version, health }: MapRequest,
): string {
  const asked = JSON.stringify({
    tokens,
    depth,
    codeIntelligence,
    focus,
    version,
    hasHealth: health !== null,
  })
  return sha256([asked, ...files.map(({ path, blob }) => `${blob} ${path}`)].join('\n')).slice(0, 12)
}
