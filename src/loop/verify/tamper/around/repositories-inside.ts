import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '#kit/git.ts'
import type { TreeChange, TreePair } from '#kit/tree-changes.ts'
import { committable, type SeenTree } from '#kit/tree-hash.ts'
import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'

export type InsideRequest = {
  readonly root: string
  readonly from: string
  readonly changes: readonly TreeChange[]
  /** Those with changes of which nothing is committed. */
  readonly inside: SeenTree['inside']
}

/** A repository inside that is other than it was: what to compare, or why nobody can. */
export type Inside =
  | { readonly kind: 'known'; readonly path: string; readonly trees: TreePair }
  | { readonly kind: 'unknown'; readonly finding: Tampering }

/** A tree names the commit of a repository inside; its tests are in that repository’s own trees. */
export async function repositoriesInside({ root, from, changes, inside }: InsideRequest): Promise<Inside[]> {
  const found: Inside[] = []
  const dirty = new Map(inside.map(({ path, hash }) => [path, hash]))
  for (const { path, wasRepository, what, blob, formerBlob } of changes) {
    if (!wasRepository) continue
    const to = dirty.get(path) ?? blob
    dirty.delete(path)
    if (what === 'repository')
      found.push(await compare({ path, root: join(root, path), from: formerBlob, to }))
    else if (isTestFile(`${path}/`))
      found.push(unknown(path, 'The repository with these tests was taken out.'))
  }
  for (const [path, to] of dirty) {
    const was = await git(root, ['rev-parse', '--verify', '-q', `${committable(from)}:${path}`])
    // One that is new has lost nothing.
    if (was.kind === 'ok') found.push(await compare({ path, root: join(root, path), from: was.output, to }))
  }
  return found
}

async function compare({ path, ...trees }: TreePair & { readonly path: string }): Promise<Inside> {
  const { root, from } = trees
  // Where it is not checked out, none of its tests is here, nor was.
  const isThere = existsSync(join(root, '.git'))
  const known = isThere ? await git(root, ['cat-file', '-e', `${from}^{tree}`]) : null
  return known?.kind === 'failed'
    ? unknown(
        path,
        `Its git no longer knows ${from.slice(0, 10)}, so that nobody can tell which tests it had.`,
      )
    : { kind: 'known', path, trees }
}

function unknown(path: string, text: string): Inside {
  return { kind: 'unknown', finding: { kind: 'test-deleted', path, line: null, text } }
}
