import { accessSync, constants, statSync } from 'node:fs'

/**
 * A file by what it is on the disk, since Gemini CLI loads one file once, whatever its names. Null for what it
 * passes over without a word: what is not there, cannot be read or is no file.
 */
export function identityOf(path: string): string | null {
  try {
    accessSync(path, constants.R_OK)
    const stats = statSync(path)
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : null
  } catch {
    return null
  }
}
