import { folderOf } from '../graph/paths/folder-of.ts'
import { questionsAbout } from '../graph/watch-project.ts'
import type { Comparison } from './compare-listings.ts'
import type { Snapshot } from './open-snapshot.ts'

type Moved = Pick<Comparison, 'paths' | 'come' | 'gone'>

/**
 * Files whose imports may lead elsewhere, or that may have other neighbours, since paths have come or gone: something was asked
 * for them that is answered differently now. Null where that may be true of all.
 */
export function touchedBy({ paths, come, gone }: Moved, snapshot: Snapshot): ReadonlySet<number> | null {
  if (come.size + gone.size === 0) return new Set()
  const pathsOf = (places: ReadonlySet<number>) => [...places].map((place) => paths[place] ?? '')
  const before = foldersOf(paths.filter((_, place) => !come.has(place)))
  const now = foldersOf(paths.filter((_, place) => !gone.has(place)))
  const folders = [
    ...[...now].filter((folder) => !before.has(folder)),
    ...[...before].filter((folder) => !now.has(folder)),
  ]
  const asking = snapshot.asking(questionsAbout([...pathsOf(come), ...pathsOf(gone)], folders))
  return asking === null || asking.length > TOUCHED_MAX ? null : new Set(asking)
}

/** To resolve the imports of many takes as long as to build all anew. */
const TOUCHED_MAX = 1000

function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set([''])
  for (const path of paths)
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder)
  return folders
}
