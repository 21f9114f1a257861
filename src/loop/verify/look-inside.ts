import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import type { Tampering } from '#words/evidence.ts'
import { repositoriesInside } from './tamper/around/repositories-inside.ts'
import { treesToCompare } from './tamper/find-tampering.ts'

/**
 * A look at what was changed between two trees, files that git was told not to look at among it, and at the same in each repository
 * inside. Of one that cannot be compared the screen of texts has told.
 */
export async function lookInside(
  trees: TreePair,
  look: (trees: TreePair) => Promise<Tampering[]>,
): Promise<Tampering[]> {
  const { root, from } = trees
  const { to, inside } = treesToCompare(trees)
  const changes = (await treeChanges({ root, from, to })) ?? []
  const found = [...(await look({ root, from, to }))]
  for (const one of await repositoriesInside({ root, from, changes, inside }))
    if (one.kind === 'known')
      for (const finding of await lookInside(one.trees, look))
        found.push({ ...finding, path: `${one.path}/${finding.path}` })
  return found
}
