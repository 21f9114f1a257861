import { composeTree } from '#kit/compose-tree.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { committable } from '#kit/tree-hash.ts'
import type { Evidence } from '#words/evidence.ts'

export type Litter = { readonly root: string; readonly tree: string; readonly last: Evidence | null }

/**
 * The tree without what the last run of the tests left lying about: files that came with it and that nobody has touched
 * since. They are nobody's work, and are not committed with the next attempt's.
 */
export async function withoutLitter({ root, tree, last }: Litter): Promise<string> {
  if (last === null || last.after === last.tree) return tree
  const left = await treeChanges(root, last.tree, last.after)
  const since = await treeChanges(root, last.after, tree)
  if (left === null || since === null) return tree
  const touched = new Set(since.map(({ path }) => path))
  const litter = left.filter(({ kind, path }) => kind === 'added' && !touched.has(path))
  if (litter.length === 0) return tree
  const paths = litter.map(({ path }) => path)
  const clean = await composeTree(root, { from: committable(tree), without: paths })
  return clean.kind === 'ok' ? tree.replace(committable(tree), clean.output) : tree
}
