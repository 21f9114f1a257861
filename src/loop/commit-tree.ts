import { git } from '#kit/git.ts'

export type CommitRequest = {
  readonly root: string
  /** The tree that was tested. The commit is that tree to the byte, whatever the tests left lying about. */
  readonly tree: string
  readonly message: string
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly commit: string }
  | { readonly kind: 'failed'; readonly because: string }

/** Makes the tested tree the next commit. Where the agent has committed it already, that commit is the one. */
export async function commitTree({ root, tree, message }: CommitRequest): Promise<CommitOutcome> {
  const head = await git(root, ['rev-parse', '--verify', '-q', 'HEAD'])
  if (head.kind === 'ok') {
    const there = await git(root, ['rev-parse', 'HEAD^{tree}'])
    if (there.kind === 'ok' && there.output === tree) return { kind: 'committed', commit: head.output }
  }
  const parents = head.kind === 'ok' ? ['-p', head.output] : []
  const made = await git(
    root,
    [...(await identity(root)), 'commit-tree', tree, ...parents, '-F', '-'],
    message,
  )
  if (made.kind === 'failed') return { kind: 'failed', because: made.message }
  const old = head.kind === 'ok' ? [head.output] : []
  const moved = await git(root, ['update-ref', '-m', 'keel: verified', 'HEAD', made.output, ...old])
  if (moved.kind === 'failed') return { kind: 'failed', because: moved.message }
  // The index follows; files in the working tree stay as they are.
  const index = await git(root, ['reset', '-q'])
  return index.kind === 'failed'
    ? { kind: 'failed', because: index.message }
    : { kind: 'committed', commit: made.output }
}

/** A commit needs a name. Where the user has not set one, it is keel's. */
async function identity(root: string): Promise<string[]> {
  const email = await git(root, ['config', 'user.email'])
  return email.kind === 'ok' && email.output !== ''
    ? []
    : ['-c', 'user.name=keel', '-c', 'user.email=keel@localhost']
}
