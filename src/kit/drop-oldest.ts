import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Leaves so many files in a folder, or a few more: those that were touched last. */
export function dropOldest(folder: string, keptMax: number): void {
  const files = readdirSync(folder)
  // To ask for the age of each takes longer than to write one: that is done once for many.
  if (files.length <= keptMax + Math.floor(keptMax * SLACK)) return
  const byAge = files
    .flatMap((file) => {
      const path = join(folder, file)
      // Another process may have taken it away.
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats === undefined ? [] : [{ path, at: stats.mtimeMs }]
    })
    .sort((one, other) => other.at - one.at)
  for (const { path } of byAge.slice(keptMax)) rmSync(path, { force: true, recursive: true })
}

/** Of few and large ones, none is too many. */
const SLACK = 0.1
