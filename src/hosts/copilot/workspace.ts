import { join, relative, resolve } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { findUp } from '#kit/find-up.ts'
import type { LoadedVia } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'

/** The folders that decide what Copilot CLI reads. */
export type Workspace = {
  /** The nearest repository, an inner one or a linked worktree too; the start folder where there is none. */
  readonly root: string
  readonly start: string
  readonly userDirectory: string
  readonly customDirectories: readonly string[]
  readonly home: string
  /** The project as keel sees it, which names are relative to. */
  readonly projectRoot: string
}

export const CUSTOM_DIRECTORIES = 'COPILOT_CUSTOM_INSTRUCTIONS_DIRS'

export function findWorkspace({ cwd, root, home, environment }: Place): Workspace {
  const moved = environment['COPILOT_HOME'] ?? ''
  const custom = (environment[CUSTOM_DIRECTORIES] ?? '').split(',').map((directory) => directory.trim())
  return {
    root: findUp(cwd, ['.git']) ?? cwd,
    start: cwd,
    userDirectory: moved === '' ? join(home, '.copilot') : resolve(cwd, moved),
    customDirectories: custom.filter((path) => path !== '').map((path) => resolve(cwd, path)),
    home,
    projectRoot: root,
  }
}

export function viaOf(path: string, { projectRoot }: Workspace): LoadedVia {
  return { kind: isWithin(projectRoot, path) ? 'project' : 'above' }
}

/** A path as a person would say it. */
export function spokenPath(path: string, { projectRoot, home }: Workspace): string {
  if (isWithin(projectRoot, path)) return relative(projectRoot, path)
  return isWithin(home, path) ? join('~', relative(home, path)) : path
}
