import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { treeChanges } from '#kit/tree-changes.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Evidence } from '#words/evidence.ts'

export type Litter = {
  readonly root: string
  readonly last: Evidence | null
  /** Where it goes: nothing is deleted. */
  readonly aside: string
}

/**
 * Takes away what the last run of the tests left lying about: files that came with it and that nobody has touched since.
 * They are nobody's work, and must neither be committed with the next attempt's nor help it to pass.
 */
export async function clearLitter({ root, last, aside }: Litter): Promise<void> {
  if (last === null || last.after === last.tree) return
  const left = await treeChanges({ root, from: last.tree, to: last.after })
  const since = await treeChanges({ root, from: last.after, to: treeHash(root) })
  if (left === null || since === null) return
  const touched = new Set(since.map(({ path }) => path))
  for (const { kind, what, path } of left) {
    if (kind !== 'added' || what !== 'file' || touched.has(path)) continue
    mkdirSync(dirname(join(aside, path)), { recursive: true })
    moveAside(join(root, path), join(aside, path))
  }
}

/** What cannot be moved stays, and is then seen in the tree. */
function moveAside(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // Another file system, or gone meanwhile.
  }
}
