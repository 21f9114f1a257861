import { diffMap } from '#context/map/diff/diff-map.ts'
import type { MapDiff } from '#context/map/diff/map-diff.ts'
import type { MapRequest } from '#context/map/map-request.ts'
import { readIfReadable } from '#kit/files.ts'
import { Fault } from '#words/fault.ts'
import type { MapTarget } from './map-command.ts'

type Since = {
  readonly request: MapRequest
  /** What to type for a map in the file. */
  readonly commandFor: (target: MapTarget) => string
}

/** What changed since the map in a file was drawn. */
export async function diffSince(output: string, { request, commandFor }: Since): Promise<MapDiff> {
  const last = readIfReadable(output)
  if (last === null)
    throw noMap(
      `There is no map in ${output} that anything could have changed since.`,
      commandFor({ output, isForeign: false }),
    )
  const diff = await diffMap(last.toString('utf8'), request)
  if (diff === null)
    throw noMap(`${output} does not end as a map of keel's does.`, commandFor({ output, isForeign: true }))
  return diff
}

function noMap(message: string, hint: string): Fault {
  return new Fault({ kind: 'user', code: 'no-map', message, hint })
}
