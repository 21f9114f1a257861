import { diffMap } from '#context/map/diff/diff-map.ts'
import type { MapDiff } from '#context/map/diff/map-diff.ts'
import type { MapRequest } from '#context/map/map-request.ts'
import { readIfReadable } from '#kit/files.ts'
import { Fault } from '#words/fault.ts'

/** What changed since the map in a file was drawn. */
export async function diffSince(file: string, request: MapRequest): Promise<MapDiff> {
  const last = readIfReadable(file)
  if (last === null)
    throw noMap(`There is no map in ${file} that anything could have changed since.`, `keel map -o ${file}`)
  const diff = await diffMap(last.toString('utf8'), request)
  if (diff === null)
    throw noMap(
      `${file} does not end as a map of keel's does.`,
      `mv ${file} ${file}.old && keel map -o ${file}`,
    )
  return diff
}

function noMap(message: string, hint: string): Fault {
  return new Fault({ kind: 'user', code: 'no-map', message, hint })
}
