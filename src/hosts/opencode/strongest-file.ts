import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The strongest name that is there decides, wherever it is; between files of that name, the first folder. To be
 * there is enough: an empty file or a folder of that name wins too.
 */
export function strongestFile(folders: readonly string[], names: readonly string[]): string | null {
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null
}
