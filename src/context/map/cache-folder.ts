import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { git } from '#kit/git.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'

/**
 * Where what was parsed is kept: in the main worktree of a repository, so that its other worktrees share it, else in the
 * folder itself. Null where nobody can write.
 */
export async function cacheFolder(root: string): Promise<string | null> {
  const common = await git(root, [
    'rev-parse',
    '--path-format=absolute',
    '--git-common-dir',
    '--show-toplevel',
  ])
  const [store = '', top = ''] = common.kind === 'ok' ? common.output.split('\n') : []
  // A part of a repository keeps its own: its paths are others.
  const home = resolve(top) === resolve(root) && store.endsWith('/.git') ? dirname(store) : root
  const folder = join(home, '.keel/cache')
  try {
    accessSync(existsSync(folder) ? folder : home, constants.W_OK)
    makeIgnoredFolder(folder)
    return folder
  } catch {
    return null
  }
}
