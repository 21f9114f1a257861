import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type GitAnswer, git } from '#kit/git.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Entry, Fact, Worker } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import { NO_USAGE } from '#words/usage.ts'
import type { RunOrder } from './desk.ts'
import { foldRuns, type Run } from './ledger/fold-runs.ts'

type Recording = { readonly root: string; readonly record: (fact: Fact) => Entry }

/** Starts a run on a clean tree, so that the commit at its end holds the agent's work and nothing else. */
export async function beginRun(
  { objective, worker, test }: { objective: string; worker: Worker; test: string },
  { root, record }: Recording,
): Promise<RunOrder> {
  await assertRepository(root)
  await assertClean(root)
  const run = `r-${randomBytes(3).toString('hex')}`
  const base = await treeHash(root)
  record({ kind: 'run-started', run, objective, worker, test, base })
  return { root, run, objective, worker, test, base, attempts: [] }
}

/** The last run that came to no end; null where there is none. */
export function findUnfinishedRun(entries: readonly Entry[]): Run | null {
  return foldRuns(entries).findLast(({ ended }) => ended === null) ?? null
}

/** Takes a killed run up again. An attempt that nobody saw the end of is recorded as killed: nothing is lost, nothing invented. */
export function resumeRun({ ended: _none, ...run }: Run, { root, record }: Recording): RunOrder {
  record({ kind: 'run-resumed', run: run.run })
  const attempts = run.attempts.map((attempt) => {
    if (attempt.ending !== null) return attempt
    record({ kind: 'attempt-ended', run: run.run, attempt: attempt.attempt, ...KILLED })
    return { ...attempt, ...KILLED }
  })
  return { ...run, root, attempts }
}

const KILLED = {
  ending: { kind: 'killed', detail: 'keel was killed while the agent was at work.', exitCode: null },
  usage: NO_USAGE,
  claimed: false,
  stuck: null,
} as const

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

export async function assertClean(root: string): Promise<void> {
  // A dry run asks too, and must not even refresh git's index.
  const words = ['--no-optional-locks', 'status', '--porcelain', '--untracked-files=normal']
  const status = await git(root, words)
  if (status.kind === 'failed') throw await refusal(root, status)
  const changes = status.output.split('\n').filter((line) => line !== '')
  if (changes.length === 0) return
  if ((await git(root, ['rev-parse', '--verify', '-q', 'HEAD'])).kind === 'failed') {
    throw new Fault({
      kind: 'user',
      code: 'no-commit',
      message: `${root} has no commit yet. keel commits what the agent did, and could not tell your files from it.`,
      hint: 'git add -A && git commit -m "start"',
    })
  }
  throw new Fault({
    kind: 'user',
    code: 'unclean-tree',
    message: `There are uncommitted changes (${changes
      .slice(0, 3)
      .map((line) => line.slice(3))
      .join(
        ', ',
      )}${changes.length > 3 ? ', …' : ''}). keel commits what the agent did, and could not tell yours from it.`,
    hint: 'git stash --include-untracked',
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
    hint: 'git init && git add -A && git commit -m "start"',
  })
}
