import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { upward } from '#kit/find-up.ts'
import { realPath } from '#kit/real-path.ts'
import { Fault } from '#words/fault.ts'
import type { Place } from '#words/place.ts'

/**
 * Asked before the first file is written: a `.keel` in a home directory would make one project of all that lies below,
 * and nobody looks for one in a bare repository.
 */
export function assertProject(place: Place): void {
  const unfit = unfitFor(place)
  if (unfit === null) return
  throw new Fault({
    kind: 'user',
    code: 'not-a-project',
    message: `${place.root} is ${unfit}, not a project. Nothing was written.`,
    hint: 'Go to a repository, or run `git init` in a new one, and type the same there.',
  })
}

/** What a place is instead of a project; null where it may be one. */
export function unfitFor({ root, home }: Place): string | null {
  if (root === realPath(home)) return 'your home directory'
  if (upward(root).length === 1) return 'the root of the file system'
  const isBare = ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(root, name)))
  return isBare ? 'a bare repository' : null
}
