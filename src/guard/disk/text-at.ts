import { readFileSync, statSync } from 'node:fs'

const BYTES_MAX = 1 << 20

/** The text of a file that is not too large to be read in passing; null for any other. */
export function textAt(path: string): string | null {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= BYTES_MAX ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
