import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'

/**
 * Where what was parsed is kept: in the main worktree of a repository, so that its other worktrees share it, else in the
 * folder itself. Null where nobody can write.
 */
export function cacheFolder(root: string): string | null {
  const home = mainWorktree(root) ?? root
  const folder = join(home, '.keel/cache')
  try {
    accessSync(existsSync(folder) ? folder : home, constants.W_OK)
    makeIgnoredFolder(folder)
    return folder
  } catch {
    return null
  }
}

/** In a worktree beside the main one, `.git` is a file that names a folder, and a file in there names the store of all. */
function mainWorktree(root: string): string | null {
  try {
    const own = resolve(
      root,
      readFileSync(join(root, '.git'), 'utf8')
        .replace(/^gitdir: /, '')
        .trim(),
    )
    const store = resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim())
    return basename(store) === '.git' && existsSync(store) ? dirname(store) : null
  } catch {
    // A repository's main worktree, a submodule, a part of a repository, or no git at all: it keeps its own.
    return null
  }
}
