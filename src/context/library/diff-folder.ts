import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { diffMap } from '../map/diff/diff-map.ts'
import type { MapDiff } from '../map/diff/map-diff.ts'
import { type MapOptions, requestFor } from './map-folder.ts'

/** As for the map that is asked about; `output` is the file that it was written to. */
export type DiffOptions = MapOptions & { readonly output: string }

/**
 * What changed in a folder since a map was written to a file, by symbol; null where the file is no map. Every file is
 * compared if the map was written with the cache that is given here, else only what the two maps show. Writes nothing but
 * what it parses, into the cache.
 */
export async function diffFolder(folder: string, options: DiffOptions): Promise<MapDiff | null> {
  return await diffMap(readFileSync(resolve(options.output), 'utf8'), requestFor(folder, options))
}
