import { realpathSync } from 'node:fs'

/** Where every link on the way leads; the path itself where that is nowhere. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
