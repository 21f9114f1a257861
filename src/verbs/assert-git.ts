import { hasGit } from '#kit/has-git.ts'
import { Fault } from '#words/fault.ts'

/** Asked before anything is made: what is proven is committed, and only git can do that. */
export function assertGit(): void {
  if (hasGit()) return
  throw new Fault({
    kind: 'user',
    code: 'no-git',
    message: 'No program git is on your PATH, and what is proven is committed with it.',
    hint: GET_GIT,
  })
}

export const GET_GIT = 'Install git (https://git-scm.com/downloads), then type the same again.'
