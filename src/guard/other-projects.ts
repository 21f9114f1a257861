import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Action } from '#words/action.ts'
import { subjectOf } from './subject-of.ts'

export type Reaching = {
  readonly actions: readonly Action[]
  /** The projects that are judged anyway. */
  readonly roots: readonly string[]
  readonly settingsFiles: readonly string[]
}

/**
 * The projects that actions reach into from another one: folders that have a `.keel`, where a path leads into that or to a
 * settings file beside it. Paths that are spelled out are enough: a copy of a whole project is no business of anybody's.
 */
export function otherProjects({ actions, roots, settingsFiles }: Reaching): readonly string[] {
  const folders = actions
    .map(subjectOf)
    .flatMap(({ targets, open }) => [...targets, ...open.flatMap(({ otherwise }) => otherwise)])
    .flatMap((target) => (target.kind === 'path' ? projectsOf(target.path, settingsFiles) : []))
  return [...new Set(folders)].filter(
    (folder) => !roots.includes(folder) && existsSync(join(folder, '.keel')),
  )
}

function projectsOf(path: string, settingsFiles: readonly string[]): readonly string[] {
  const kept = path.toLowerCase().indexOf('/.keel')
  if (kept !== -1) return [path.slice(0, kept) || '/']
  const file = settingsFiles
    .flatMap((name) => [name, dirname(name)])
    .find((name) => name !== '.' && path.endsWith(`/${name}`))
  return file === undefined ? [] : [path.slice(0, -file.length - 1) || '/']
}
