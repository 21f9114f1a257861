import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type GitAnswer, git } from '#kit/git.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Entry, Fact, Stand } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import type { RunOrder } from './desk.ts'
import { readStand } from './stand.ts'
import { TASKS_FOLDER } from './tasks/read-tasks.ts'

type Recording = { readonly root: string; readonly record: (fact: Fact) => Entry }

/** What a run is begun with, and stays with. */
export type Beginning = Pick<
  RunOrder,
  'objective' | 'worker' | 'tier' | 'test' | 'task' | 'checks' | 'mayChangeTests' | 'tried' | 'onBlocked'
>

/** What belongs to a task, where there is none. */
export const NO_TASK = {
  task: null,
  checks: [],
  mayChangeTests: false,
  tried: 0,
  onBlocked: 'leave',
} as const

/** Starts a run on a clean tree, so that the commit at its end holds the agent's work and nothing else. */
export async function beginRun(intent: Beginning, { root, record }: Recording): Promise<RunOrder> {
  await assertRepository(root)
  const stand = await standOfClean(root)
  const run = `r-${randomBytes(3).toString('hex')}`
  const base = treeHash(root)
  const { at } = record({ kind: 'run-started', run, ...intent, base, stand })
  return { root, run, startedAt: at, ...intent, base, stand, attempts: [], aside: null }
}

/** Verified work is committed as a whole tree, so there must be one to commit to. */
export async function assertRepository(root: string): Promise<void> {
  const inside = await git(root, ['rev-parse', '--is-inside-work-tree', '--show-prefix'])
  if (inside.kind === 'failed' || !inside.output.startsWith('true')) throw await refusal(root, inside)
  if (inside.output !== 'true\n') {
    throw new Fault({
      kind: 'user',
      code: 'not-the-root',
      message: `${root} is a folder of a repository. keel commits whole trees, and runs only at the root of one.`,
      hint: 'cd "$(git rev-parse --show-toplevel)"',
    })
  }
}

/** Where a repository stands that has nothing to lose. Looked up only: a dry run asks too. */
export async function standOfClean(root: string): Promise<Stand> {
  // Else git would refresh its index in passing.
  const words = ['--no-optional-locks', 'status', '--porcelain', '--untracked-files=normal']
  const status = await git(root, words)
  if (status.kind === 'failed') throw await refusal(root, status)
  // What people and keel note on tasks is no work that could be mixed up.
  const changes = status.output
    .split('\n')
    .filter((line) => line !== '' && !line.slice(3).startsWith(`${TASKS_FOLDER}/`))
  const stand = await readStand(root)
  if (stand === null) {
    throw new Fault({
      kind: 'user',
      code: 'no-commit',
      message: 'This repository has no commit yet, and a run needs one to start from.',
      hint:
        changes.length === 0 ? 'git commit --allow-empty -m "start"' : 'git add -A && git commit -m "start"',
    })
  }
  if (changes.length === 0) return stand
  const names = changes.slice(0, 3).map((line) => line.slice(3))
  throw new Fault({
    kind: 'user',
    code: 'unclean-tree',
    message: `There are uncommitted changes (${names.join(', ')}${changes.length > 3 ? ', …' : ''}). keel commits what the agent did, and could not tell yours from it.`,
    hint: "git stash push --include-untracked -- . ':!.keel/tasks'",
  })
}

/** Why git will not say how the tree stands. */
async function refusal(root: string, answer: GitAnswer): Promise<Fault> {
  const bare = await git(root, ['rev-parse', '--is-bare-repository'])
  if (bare.kind === 'ok' && bare.output === 'true') {
    return new Fault({
      kind: 'user',
      code: 'bare-repository',
      message: `${root} is a bare repository: it has no files that could be worked on.`,
      hint: 'git clone . ../work && cd ../work',
    })
  }
  if (answer.kind === 'failed' && existsSync(join(root, '.git'))) {
    return new Fault({
      kind: 'user',
      code: 'git',
      message: `git refuses ${root}: ${answer.message}`,
      hint: 'git status',
    })
  }
  return new Fault({
    kind: 'user',
    code: 'not-a-repository',
    message: `${root} is not a git repository, and verified work is committed.`,
    hint: 'git init && git add -A && git commit --allow-empty -m "start"',
  })
}
