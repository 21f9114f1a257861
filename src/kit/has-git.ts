import { spawnSync } from 'node:child_process'
import { errorCode } from './files.ts'

/** Whether there is a git to ask. One that is broken is there, and speaks for itself. */
export function hasGit(): boolean {
  const { error } = spawnSync('git', ['--version'], { stdio: 'ignore' })
  return errorCode(error) !== 'ENOENT'
}
