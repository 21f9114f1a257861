import { folderOf } from '../graph/paths/folder-of.ts'
import { placeIn } from '../graph/paths/place-in.ts'
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
  const moved = [...pathsOf(come), ...pathsOf(gone)]
  const isStill = (folder: string) => [come, gone].every((away) => hasOthers(paths, { folder, away }))
  const folders = [...new Set(moved.flatMap(foldersAround))].filter((folder) => !isStill(folder))
  const asking = snapshot.asking(questionsAbout(moved, folders))
  return asking === null || asking.length > TOUCHED_MAX ? null : new Set(asking)
}

/** To resolve the imports of many takes as long as to build all anew. */
const TOUCHED_MAX = 1000

/** Whether a folder has a file that is none of some. */
function hasOthers(
  paths: readonly string[],
  { folder, away }: { readonly folder: string; readonly away: ReadonlySet<number> },
): boolean {
  let place = placeIn(paths, `${folder}/`)
  while (away.has(place)) place += 1
  return paths[place]?.startsWith(`${folder}/`) === true
}

function foldersAround(path: string): string[] {
  const folder = folderOf(path)
  return folder === '' ? [] : [folder, ...foldersAround(folder)]
}
