import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isKeelProject } from '#kit/find-project.ts'
import { upward } from '#kit/find-up.ts'

/**
 * The projects that an agent stands in, its own first. All of them count: an agent that makes a repository in a folder
 * of a project, and goes there, has not left the project. Never empty.
 */
export function findRoots(places: readonly string[]): readonly [string, ...string[]] {
  const folders = [...new Set(places.flatMap((place) => [place, ...realPlace(place)]).flatMap(upward))]
  const kept = folders.filter(isKeelProject)
  const repositories = folders.filter((folder) => existsSync(join(folder, '.git')))
  const [first = places[0] ?? '/', ...others] = [...new Set([...kept, ...repositories])]
  return [first, ...others]
}

/** The system's own way to follow links: a walk through them by hand takes a tenth of the time the hook has. */
function realPlace(place: string): string[] {
  try {
    return [realpathSync.native(place)]
  } catch {
    return []
  }
}
