import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '#kit/files.ts'
import type { RepositoryMap } from './repository-map.ts'

/** `name`: of all that the map was made of. */
export type MapPlace = { readonly folder: string; readonly name: string }

/** A map that was made of the same input by the same program; null where there is none. */
export function recallMap({ folder, name }: MapPlace): RepositoryMap | null {
  try {
    return { ...(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as RepositoryMap), parsed: 0 }
  } catch {
    return null
  }
}

/** Keeps a map for the next who asks for the same, and a few others. */
export function keepMap({ folder, name }: MapPlace, map: RepositoryMap): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeAtomically(join(folder, `${name}.json`), Buffer.from(JSON.stringify(map)))
    const kept = readdirSync(folder).map((file) => join(folder, file))
    const byAge = kept
      .map((path) => ({ path, at: statSync(path).mtimeMs }))
      .sort((one, other) => other.at - one.at)
    for (const { path } of byAge.slice(KEPT_MAX)) rmSync(path, { force: true })
  } catch {
    // A map that could not be kept is made again.
  }
}

const KEPT_MAX = 20
