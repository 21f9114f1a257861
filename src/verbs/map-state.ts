import { join } from 'node:path'
import { findCacheFolder } from '#context/map/cache-folder.ts'
import { isCurrentMap } from '#context/map/is-current-map.ts'
import { findMap } from '#context/map/make-map.ts'
import { MAP_FILE } from '#context/map/map-file.ts'
import { readStamp } from '#context/map/map-stamp.ts'
import { readIfReadable } from '#kit/files.ts'
import { mapRequest } from './draw-map.ts'
import { failOnRefusal } from './fail-on-refusal.ts'
import type { World } from './world.ts'

/** `doubtful`: files have changed since, and only drawing it would tell whether the map shows it. `foreign`: not keel's. */
export type MapState = 'current' | 'missing' | 'foreign' | 'edited' | 'stale' | 'doubtful'

/** How the project's map stands to the project, as far as can be told without drawing it. Writes nothing. */
export async function mapState(world: World): Promise<MapState> {
  const { root } = world.place
  const map = readIfReadable(join(root, MAP_FILE))?.toString('utf8')
  if (map === undefined) return 'missing'
  const stamp = readStamp(map)
  if (stamp === null) return 'foreign'
  if (stamp.isEdited) return 'edited'
  const cache = findCacheFolder(root)
  const request = await mapRequest({ root, cache, isSetUp: true }, world)
  const { input, known } = await findMap({ ...request, onRefusal: failOnRefusal(root) })
  if (stamp.input === input) return 'current'
  if (known === null) return 'doubtful'
  return isCurrentMap(map, known.map.text) ? 'current' : 'stale'
}
