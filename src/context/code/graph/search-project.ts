import { firstFew } from '#kit/first-few.ts'
import { once } from '#kit/once.ts'
import type { CodeFile } from './code-file.ts'
import { openProject } from './open-project.ts'
import { parentOf } from './paths/parent-of.ts'
import { placeIn } from './paths/place-in.ts'
import { searchPaths } from './paths/search-paths.ts'
import { stemOf } from './paths/stem-of.ts'
import type { Project } from './resolver.ts'

export type SearchRequest = {
  /** In their order. */
  readonly paths: readonly string[]
  /** The same files, for who asks for more than paths. */
  readonly files: () => readonly CodeFile[]
  readonly read: Project['read']
}

/**
 * A project that is asked little: of one file that has changed, a few imports. Paths are found where they stand in their order, or
 * in one text of all of them; the lists that `openProject` makes take longer than all these answers, and are made for who asks much.
 */
export function searchProject({ paths, files, read }: SearchRequest): Project {
  const whole = once(() => openProject(files(), read))
  const search = once(() => searchPaths(paths))
  const called = (name: string) => search().called(name)
  return {
    filesOf: (grammars) => whole().filesOf(grammars),
    has: firstFew(HAS_MAX, {
      one: (path) => paths[placeIn(paths, path)] === path,
      table: (path) => whole().has(path),
    }),
    hasFolder: firstFew(HAS_MAX, {
      one: (folder) => folder === '' || (paths[placeIn(paths, `${folder}/`)] ?? '').startsWith(`${folder}/`),
      table: (folder) => whole().hasFolder(folder),
    }),
    filesIn: firstFew(SEARCHES_MAX, {
      one: (folder) => filesIn(paths, folder),
      table: (folder) => whole().filesIn(folder),
    }),
    foldersWith: firstFew(SEARCHES_MAX, {
      one: (name) => new Set([...called(name).map(parentOf), ...search().foldersCalled(name).map(parentOf)]),
      table: (name) => whole().foldersWith(name),
    }),
    called: firstFew(SEARCHES_MAX, { one: called, table: (name) => whole().called(name) }),
    named: firstFew(SEARCHES_MAX, {
      one: (name) => called(stemOf(name)).filter((path) => path === name || path.endsWith(`/${name}`)),
      table: (name) => whole().named(name),
    }),
    read,
  }
}

/** To make a table of all paths takes as long as to find so many. */
const HAS_MAX = 2000
/** Each goes through the text of all paths. */
const SEARCHES_MAX = 60

function filesIn(paths: readonly string[], folder: string): string[] {
  const found: string[] = []
  const start = folder === '' ? '' : `${folder}/`
  for (let place = placeIn(paths, start); paths[place]?.startsWith(start) === true; place += 1) {
    const path = paths[place] ?? ''
    if (!path.includes('/', start.length)) found.push(path)
  }
  return found
}
