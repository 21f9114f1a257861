import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { confine } from '#kit/confine.ts'
import { git } from '#kit/git.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'

/**
 * Where what was parsed is kept, made where it is missing. Null where nobody can write, or where a link leads
 * out of the project.
 */
export async function cacheFolder(root: string): Promise<string | null> {
  const folder = await findCacheFolder(root)
  try {
    const home = dirname(dirname(folder))
    if (confine(home, CACHE_FOLDER).kind !== 'inside') return null
    accessSync(existsSync(folder) ? folder : home, constants.W_OK)
    makeIgnoredFolder(folder)
    return folder
  } catch {
    return null
  }
}

/** In the main worktree of a repository, so that its other worktrees share it, else in the folder itself; there or not. */
export async function findCacheFolder(root: string): Promise<string> {
  const common = await git(root, [
    'rev-parse',
    '--path-format=absolute',
    '--git-common-dir',
    '--show-toplevel',
  ])
  const [store = '', top = ''] = common.kind === 'ok' ? common.output.split('\n') : []
  // A part of a repository keeps its own: its paths are others.
  const home = resolve(top) === resolve(root) && store.endsWith('/.git') ? dirname(store) : root
  return join(home, CACHE_FOLDER)
}

export const CACHE_FOLDER = '.keel/cache'
