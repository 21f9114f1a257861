import { git } from '#kit/git.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Stand } from '#words/entry.ts'
import type { Attempt } from './ledger/fold-runs.ts'

export type Traces = Pick<Attempt, 'files' | 'commits'>

/** What an agent has left: files that are other than in the tree that it started from, and commits since the run began. */
export async function tracesOf(
  { root, stand }: { readonly root: string; readonly stand: Stand },
  tree: string,
): Promise<Traces> {
  const changes = (await treeChanges({ root, from: tree, to: treeHash(root) })) ?? []
  const commits = await git(root, ['rev-list', `--max-count=${NAMES_MAX}`, `${stand.head}..HEAD`])
  return {
    files: changes.map(({ path }) => path).slice(0, NAMES_MAX),
    commits: commits.kind === 'ok' ? commits.output.split('\n').filter((line) => line !== '') : [],
  }
}

const NAMES_MAX = 200
