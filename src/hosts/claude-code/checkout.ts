import { dirname, join, resolve } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { isFile, readIfReadable } from '#kit/files.ts'
import { findUp } from '#kit/find-up.ts'

/** The git checkout that Claude Code is started in. Without git, both folders are the one it is started in. */
export type Checkout = {
  readonly root: string
  /** Differs from `root` in a linked worktree. What Claude Code remembers of a project hangs on this folder. */
  readonly mainRoot: string
}

export function findCheckout(cwd: string): Checkout {
  const root = findUp(cwd, ['.git'])
  return root === null ? { root: cwd, mainRoot: cwd } : { root, mainRoot: mainRootOf(root) }
}

/** A worktree that lies inside its main checkout does without the shared files of the folders between. */
export function isOfMainCheckoutOnly(folder: string, { root, mainRoot }: Checkout): boolean {
  return isWithin(mainRoot, root) && isWithin(mainRoot, folder) && !isWithin(root, folder)
}

/** In a linked worktree `.git` is a file that leads to a folder which names the common one. A submodule has none. */
function mainRootOf(root: string): string {
  const git = join(root, '.git')
  if (!isFile(git)) return root
  const own = /^gitdir: (.+?)\s*$/.exec(readIfReadable(git)?.toString('utf8') ?? '')?.[1]
  if (own === undefined) return root
  const folder = resolve(root, own)
  const common = readIfReadable(join(folder, 'commondir'))?.toString('utf8').trim()
  return common === undefined ? root : dirname(resolve(folder, common))
}
