import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { refusalOf } from '#kit/refusal-of.ts'
import { Fault } from '#words/fault.ts'
import { diffMap } from '../map/diff/diff-map.ts'
import type { MapDiff } from '../map/diff/map-diff.ts'
import { type MapOptions, mapOptions, requestFor } from './map-folder.ts'
import { takeOptions } from './take-options.ts'

/** As for the map that is asked about; `output` is the file that it was written to. */
export type DiffOptions = MapOptions & { readonly output: string }

/**
 * What changed in a folder since a map was written to a file, by symbol; null where the file is no map. Every file is
 * compared if the map was written with the cache that is given here, else only what the two maps show. Writes nothing but
 * what it parses, into the cache.
 */
export async function diffFolder(folder: string, options: DiffOptions): Promise<MapDiff | null> {
  const taken = takeOptions(diffOptions, { options, example: "await diffFolder('.', { output: 'map.md' })" })
  const request = requestFor(folder, taken)
  return await diffMap(readMap(resolve(taken.output)), request)
}

const diffOptions = mapOptions.extend({ output: z.string().min(1) })

function readMap(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Fault({
      kind: 'user',
      code: 'no-map',
      message: `${path} could not be read: ${refusalOf(error)?.reason ?? String(error)}.`,
      hint: `await mapFolder('.', { output: ${JSON.stringify(path)} })`,
      cause: error,
    })
  }
}
