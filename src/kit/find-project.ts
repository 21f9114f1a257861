import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { upward } from './find-up.ts'

/** The nearest directory, at or above `from`, that is a project: it has a `.keel` or a `.git`. */
export function findProject(from: string): string | null {
  return upward(from).find((folder) => isKeelProject(folder) || isRepository(folder)) ?? null
}

/** Sandboxes leave empty folders of that name, also in the folder for what is temporary. Git takes them for nothing, too. */
function isRepository(folder: string): boolean {
  const store = join(folder, '.git')
  try {
    return existsSync(store) && readdirSync(store).length > 0
  } catch {
    // A file that says where it is, or what cannot be looked into.
    return true
  }
}

/** Whether there is a `.keel` that says something. One that holds only a cache was left by a map, and is free to delete. */
export function isKeelProject(folder: string): boolean {
  const kept = join(folder, '.keel')
  if (!existsSync(kept)) return false
  try {
    const names = readdirSync(kept)
    return names.length !== 1 || names[0] !== 'cache'
  } catch {
    // What cannot be looked into may be anything.
    return true
  }
}
