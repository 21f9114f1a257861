import { relative } from 'node:path'
import { isWithin } from '#kit/confine.ts'

/** A path as one would say it to somebody who stands in the project. */
export function spokenPath(projectRoot: string, path: string): string {
  if (path === projectRoot) return 'this project'
  return isWithin(projectRoot, path) ? relative(projectRoot, path) : path
}
