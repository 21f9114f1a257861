import { spawnSync } from 'node:child_process'
import { isAbsolute, join, relative, sep } from 'node:path'
import { gitEnvironment } from '#kit/git-environment.ts'
import { realPath } from '#kit/real-path.ts'

/**
 * Whether what lies in a folder is compared where somebody changes it: it is in the project, wherever links lead, and neither git’s
 * own, nor keel’s, nor ignored. Where there is no git, all of the project is.
 */
export function isSeenByGit(folder: string, root: string): boolean {
  const top = realPath(root)
  const inside = relative(top, realPath(folder))
  if (inside === '') return true
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return false
  if (inside.split(sep).some((part) => part === '.git' || part === '.keel')) return false
  // Of a file in it: a folder may be there for git, and all that is in it ignored.
  const { status } = spawnSync('git', ['check-ignore', '-q', '--', join(inside, 'any')], {
    cwd: top,
    env: gitEnvironment(),
    stdio: 'ignore',
  })
  return status !== 0
}
