import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { confine } from '#kit/confine.ts'
import { findProject } from '#kit/find-project.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'

/**
 * Where what was parsed is kept, made where it is missing. Null where nobody can write, or where a link leads
 * out of the project.
 */
export function cacheFolder(root: string): string | null {
  const folder = findCacheFolder(root)
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

/**
 * In the main worktree of a repository, so that its other worktrees share it; in the project that the folder is a part of; else
 * in the folder itself. There or not.
 */
export function findCacheFolder(root: string): string {
  return join(mainWorktree(root) ?? findProject(root) ?? root, CACHE_FOLDER)
}

export const CACHE_FOLDER = '.keel/cache'

/** In a worktree beside the main one, `.git` is a file that names a folder, and a file in there names the store of all. */
function mainWorktree(root: string): string | null {
  try {
    const [, named = ''] = /^gitdir: (.*)/.exec(readFileSync(join(root, '.git'), 'utf8')) ?? []
    const own = resolve(root, named)
    const store = resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim())
    return basename(store) === '.git' && existsSync(store) ? dirname(store) : null
  } catch {
    // A repository's main worktree, a submodule, a part of a repository, or no git at all: it keeps its own.
    return null
  }
}
