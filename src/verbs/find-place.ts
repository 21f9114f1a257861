import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { takeFolder } from '#context/library/take-folder.ts'
import { findProject } from '#kit/find-project.ts'
import type { Place } from '#words/place.ts'

/** The project is the nearest directory with `.keel` or `.git`; where there is none, it is where we stand. */
export function findPlace(directory: string, environment: Place['environment']): Place {
  const cwd = realpathSync(takeFolder(directory))
  const home = environment['HOME'] || homedir()
  return { cwd, root: findProject(cwd) ?? cwd, home, environment }
}
