import { join } from 'node:path'
import { listTree, type Tree } from '#context/code/walk/list-tree.ts'
import { buildId } from '#kit/build-id.ts'
import { sha256 } from '#kit/sha256.ts'
import type { MapRequest } from './map-request.ts'
import { keepMap, recallMap } from './recall-map.ts'
import type { RepositoryMap } from './repository-map.ts'

/** The map of a repository: what lies there, and what of its code the rest needs most. Of the same input, the same map. */
export async function makeMap(request: MapRequest): Promise<RepositoryMap> {
  const { root, cache, exclude } = request
  const whole = await listTree(root)
  const tree = { ...whole, files: whole.files.filter(({ path }) => !exclude(path)) }
  const input = inputOf(tree, request)
  const place = cache === null ? null : { folder: join(cache, 'maps'), name: `${input}-${buildId}` }
  const known = place === null ? null : recallMap(place)
  if (known !== null) return known
  const { drawAnew } = await import('./draw-anew.ts')
  const map = await drawAnew(request, { tree, input })
  if (place !== null) keepMap(place, map)
  return map
}

/** What the map of this request is made of: the contents of all files, and what was asked for. */
function inputOf(
  { files }: Tree,
  { tokens, depth, codeIntelligence, focus, version, health }: MapRequest,
): string {
  const asked = JSON.stringify({ tokens, depth, codeIntelligence, focus, version, health })
  return sha256([asked, ...files.map(({ path, blob }) => `${blob} ${path}`)].join('\n')).slice(0, 12)
}
