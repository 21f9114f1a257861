import picomatch from 'picomatch'
import { isSavedEdit } from '#context/sections/save-edit.ts'
import { realName } from '#context/setup/real-name.ts'
import { writtenPaths } from './written-paths.ts'

export type LeftOut = {
  readonly root: string
  readonly globs: readonly string[]
  /** A file that the map is written to. */
  readonly written: string | null
}

/** Whether a path is no part of what the map is drawn from: what the configuration says, and what keel writes. */
export function leavesOut({ root, globs, written }: LeftOut): (path: string) => boolean {
  const isExcluded = globs.length === 0 ? () => false : picomatch([...globs], { dot: true })
  const isKeels = keelsFiles(root)
  return (path) => path === written || isKeels(path) || isExcluded(path)
}

/**
 * What keel writes, or writes into, is no part of what the map is drawn from: else setting up would make the map stale. Agents
 * are shown these files by their hosts anyway.
 */
function keelsFiles(root: string): (path: string) => boolean {
  const written = new Set(writtenPaths.flatMap((path) => [path, realName(root, path)]))
  // Every file of the tree is asked about, and hardly any has this in its name.
  const isNamedByKeel = (path: string) =>
    path.includes('.keel') && (path.startsWith('.keel/') || isSavedEdit(path) || path.endsWith('.keel-tmp'))
  return (path) => written.has(path) || isNamedByKeel(path)
}
