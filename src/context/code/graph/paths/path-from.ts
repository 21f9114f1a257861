import { posix } from 'node:path'

/** A path from the root, for one that is said from a folder; null for what leads out of the repository. */
export function pathFrom(folder: string, said: string): string | null {
  const path = posix.join(folder, said).replace(/\/$/, '')
  if (path === '..' || path.startsWith('../')) return null
  return path === '.' ? '' : path
}
