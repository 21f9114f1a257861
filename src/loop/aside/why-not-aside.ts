import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { git } from '#kit/git.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { beyondCommits } from '#kit/tree-hash.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Desk } from '../desk.ts'
import { movedAt, readStand } from '../stand.ts'
import { changesOfWork } from './changes-of-work.ts'
import { straysFrom } from './strays-from.ts'

type Seen = {
  /** The hash of the tree as it lies there. */
  readonly there: string
  /** What keel last saw of it; null where it saw nothing. */
  readonly tested: Evidence | null
}

/** Why the tree is better left as it is: some of it could not be kept, or is not the run's. Null: nothing speaks against it. */
export async function whyNotAside(desk: Desk, { there, tested }: Seen): Promise<string | null> {
  const { root, base, stand, aside } = desk.order
  const now = await readStand(root)
  if (now !== null && now.rules !== stand.rules)
    return 'Git’s own settings (.git/config, .git/info) were changed, so that a commit may not hold what is there.'
  if (beyondCommits(there) !== beyondCommits(base))
    return 'Files were changed that no commit here can hold: inside a repository of their own, or hidden from git by `update-index`.'
  if ((await treeChanges({ root, from: base, to: there })) === null)
    return 'Git cannot take in what is there: `git add --all --dry-run` says why.'
  const changes = await changesOfWork({ root, from: base, to: there })
  const inside = changes.find(({ what }) => what === 'repository')
  if (inside !== undefined)
    return `A repository inside was made or moved, which no commit here can hold: ${inside.path}.`
  const unfinished = await findUnfinished(root)
  if (unfinished !== null) return `Git was left in the middle of something: ${unfinished}.`
  // A run that was killed while its work was put aside has asked already whether somebody else was here since.
  if (aside !== null || tested === null) return null
  const foreign = await changesOfWork({ root, from: tested.after, to: there })
  if (foreign.length > 0)
    return `Changed by somebody else, after the tests had ended: ${foreign
      .slice(0, 3)
      .map(({ path }) => path)
      .join(', ')}.`
  return (await isMovedSince(desk))
    ? 'Somebody else has committed here, or gone to another branch, after the agent had ended.'
    : null
}

async function findUnfinished(root: string): Promise<string | null> {
  const words = UNFINISHED.flatMap((name) => ['--git-path', name])
  const paths = await git(root, ['rev-parse', ...words])
  const found =
    paths.kind === 'ok' ? paths.output.split('\n').findIndex((path) => existsSync(resolve(root, path))) : -1
  return found === -1 ? null : `.git/${UNFINISHED[found]}`
}

const UNFINISHED = ['rebase-merge', 'rebase-apply', 'BISECT_LOG'] as const

/** What was moved while the agent was at work is taken for the agent's, and is kept as well. */
async function isMovedSince({ order, parts }: Desk): Promise<boolean> {
  const { root, run, stand } = order
  if ((await straysFrom(order)).length === 0) return false
  const ended = parts.entries().findLast((entry) => entry.kind === 'attempt-ended' && entry.run === run)
  if (ended === undefined) return true
  const places = ['HEAD', ...(stand.branch === null ? [] : [stand.branch])]
  const times = await Promise.all(places.map((place) => movedAt(root, place)))
  return times.some((at) => Number.isFinite(at) && at > Date.parse(ended.at))
}
