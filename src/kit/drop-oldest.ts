import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Leaves so many files in a folder: those that were touched last. */
export function dropOldest(folder: string, keptMax: number): void {
  const byAge = readdirSync(folder)
    .flatMap((file) => {
      const path = join(folder, file)
      // Another process may have taken it away.
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats === undefined ? [] : [{ path, at: stats.mtimeMs }]
    })
    .sort((one, other) => other.at - one.at)
  for (const { path } of byAge.slice(keptMax)) rmSync(path, { force: true, recursive: true })
}
