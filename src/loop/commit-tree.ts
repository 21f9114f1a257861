import { composeTree } from '#kit/compose-tree.ts'
import { type GitAnswer, git } from '#kit/git.ts'
import { RECORDS } from '#kit/tree-hash.ts'
import type { Stand } from '#words/entry.ts'
import { isBelow, readStand } from './stand.ts'

export type CommitRequest = {
  readonly root: string
  /** The tree that was tested. The commit is that tree to the byte, whatever the tests left lying about. */
  readonly tree: string
  /** Where the work began. The commit comes on that branch, on top of that commit, wherever the agent went meanwhile. */
  readonly from: Stand
  readonly message: string
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly commit: string; readonly index: 'current' | 'left' }
  | { readonly kind: 'failed'; readonly because: string }

/**
 * Makes the tested tree the next commit of the branch that the run began on. Where the agent has committed it there
 * already, that commit is the one. Commits that an agent took away from below it, by amending say, are below it again.
 */
export async function commitTree({
  root,
  tree: tested,
  from,
  message,
}: CommitRequest): Promise<CommitOutcome> {
  const reference = from.branch === null ? 'HEAD' : `refs/heads/${from.branch}`
  const tip = await git(root, ['rev-parse', '--verify', '-q', `${reference}^{commit}`])
  const isKept = tip.kind === 'ok' && (await isBelow(root, { old: from.head, young: tip.output }))
  const parent = isKept ? tip.output : from.head
  const tree = await withRecords({ root, tree: tested, parent })
  if (tree.kind === 'failed') return { kind: 'failed', because: tree.message }
  const made = await commitOn({ root, tree: tree.output, parent, message })
  if (made.kind === 'failed') return { kind: 'failed', because: made.message }
  const old = tip.kind === 'ok' ? [tip.output] : []
  const deref = from.branch === null ? ['--no-deref'] : []
  const steps = [['update-ref', ...deref, '-m', 'keel: verified', reference, made.output, ...old]]
  if (from.branch !== null && (await readStand(root))?.branch !== from.branch)
    steps.push(['symbolic-ref', '-m', 'keel: back to where the run began', 'HEAD', reference])
  for (const words of steps) {
    const said = await git(root, words)
    if (said.kind === 'failed') return { kind: 'failed', because: said.message }
  }
  // The index follows; files in the working tree stay as they are.
  const index = await git(root, ['reset', '-q'])
  return { kind: 'committed', commit: made.output, index: index.kind === 'ok' ? 'current' : 'left' }
}

type Commit = {
  readonly root: string
  readonly tree: string
  readonly parent: string
  readonly message: string
}

async function commitOn({ root, tree, parent, message }: Commit): Promise<GitAnswer> {
  const there = await git(root, ['rev-parse', `${parent}^{tree}`])
  if (there.kind === 'ok' && there.output === tree) return { kind: 'ok', output: parent }
  const words = [...(await identity(root)), 'commit-tree', tree, '-p', parent, '-F', '-']
  return git({ cwd: root, stdin: message }, words)
}

/** keel's records are no part of what is tested. Where somebody committed them, they stay as they were committed. */
export async function withRecords({ root, tree, parent }: Omit<Commit, 'message'>): Promise<GitAnswer> {
  const kept = await git(root, ['ls-tree', '-d', '--name-only', parent, '--', ...RECORDS])
  if (kept.kind === 'failed' || kept.output === '') return { kind: 'ok', output: tree }
  return composeTree({ root, tree, folders: kept.output.split('\n'), commit: parent })
}

/** A commit needs a name. Where the user has not set one, it is keel's. */
export async function identity(root: string): Promise<string[]> {
  const email = await git(root, ['config', 'user.email'])
  return email.kind === 'ok' && email.output !== ''
    ? []
    : ['-c', 'user.name=keel', '-c', 'user.email=keel@localhost']
}
