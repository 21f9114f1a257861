import { beyondCommits, treeHash } from '#kit/tree-hash.ts'
import type { Start } from '#loop/tasks/find-start.ts'
import { isUntouched } from '#loop/verify/is-untouched.ts'

/** Of a tree in which nothing was changed since, the last verification is none of what was before the work. */
export async function isBegun({ tree: from }: Start, root: string): Promise<boolean> {
  const to = treeHash(root)
  return beyondCommits(to) !== '' || !(await isUntouched({ root, from, to }))
}
