import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import picomatch from 'picomatch'

type Wanted = { readonly globs: readonly string[]; readonly begunMs: number }

/** Reports that a framework has left below a folder since its tests were begun, as absolute paths. Git ignores most of them. */
export function leftReports(folder: string, { globs, begunMs }: Wanted): string[] {
  const isReport = picomatch([...globs])
  return filesBelow(folder, '')
    .filter((path) => isReport(path))
    .map((path) => join(folder, path))
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= begunMs - CLOCK_SLACK_MS)
}

/** A disk may count in whole seconds. */
const CLOCK_SLACK_MS = 1000

function filesBelow(folder: string, way: string): string[] {
  return entriesOf(join(folder, way)).flatMap((entry) => {
    const path = way === '' ? entry.name : `${way}/${entry.name}`
    if (!entry.isDirectory()) return entry.isFile() ? [path] : []
    return SKIPPED.has(entry.name) ? [] : filesBelow(folder, path)
  })
}

const SKIPPED = new Set(['node_modules', '.git', '.keel'])

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
