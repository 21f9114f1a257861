import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '#kit/git.ts'

export type CheckOut =
  | { readonly kind: 'out'; readonly root: string }
  | { readonly kind: 'failed'; readonly why: string }

/**
 * A repository as it was at a commit, in a folder of ours, where nothing later is known. It has no objects of its own and leaves
 * nothing behind in the user's repository. What is there already is used again, so that only what differs is written.
 */
export async function checkOut(
  root: string,
  { commit, folder }: { readonly commit: string; readonly folder: string },
): Promise<CheckOut> {
  const [own, prefix] = await Promise.all([
    git(root, ['rev-parse', '--path-format=absolute', '--git-common-dir']),
    git(root, ['rev-parse', '--show-prefix']),
  ])
  if (own.kind === 'failed' || prefix.kind === 'failed')
    return { kind: 'failed', why: own.kind === 'failed' ? own.message : 'git does not say where this is' }
  const out = async () => {
    if (!existsSync(join(folder, '.git'))) {
      const cloned = await git(root, [
        'clone',
        '-q',
        '--shared',
        '--no-checkout',
        '--template=',
        own.output,
        folder,
      ])
      if (cloned.kind === 'failed') return cloned
    }
    return await git(folder, [...QUIETLY, 'checkout', '-q', '--force', '--detach', commit])
  }
  const first = await out()
  if (first.kind === 'ok') return { kind: 'out', root: join(folder, prefix.output) }
  // Left half made by somebody who was killed.
  rmSync(folder, { recursive: true, force: true })
  const second = await out()
  return second.kind === 'ok'
    ? { kind: 'out', root: join(folder, prefix.output) }
    : { kind: 'failed', why: second.message }
}

/** Nobody's hooks, and no filter that would go and fetch something. */
const QUIETLY = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'filter.lfs.smudge=',
  '-c',
  'filter.lfs.process=',
  '-c',
  'filter.lfs.required=false',
]
