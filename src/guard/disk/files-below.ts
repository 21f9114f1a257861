import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { segmentPattern } from '../segment-pattern.ts'

/**
 * The files below a folder, by their way from there, nearest first and no more than so many: what guards speak of lies near
 * the top. A pattern chooses among the names in the folder itself. Null where it cannot be read.
 */
export function filesBelow(folder: string, pattern: string | null = null): readonly string[] | null {
  const first = entriesIn(folder)
  if (first === null) return null
  const chosen = first.filter(({ name }) => pattern === null || segmentPattern(pattern).test(name))
  const files: string[] = []
  const ahead: string[] = []
  let left = ENTRIES_MAX
  const take = (entries: readonly Dirent[], way: string) => {
    for (const entry of entries.slice(0, left)) {
      if (!entry.isDirectory()) files.push(way + entry.name)
      else if (!SKIPPED.has(entry.name)) ahead.push(`${way}${entry.name}/`)
    }
    left -= entries.length
  }
  take(chosen, '')
  for (let way = ahead.shift(); way !== undefined && left > 0; way = ahead.shift())
    take(entriesIn(join(folder, way)) ?? [], way)
  return files
}

const ENTRIES_MAX = 5000
const SKIPPED = new Set(['node_modules', '.git'])

/** A file has nothing below it. */
function entriesIn(path: string): readonly Dirent[] | null {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? [] : null
  }
}
