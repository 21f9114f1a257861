import { randomBytes } from 'node:crypto'
import { git } from '#kit/git.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Entry, Fact, Stand, Worker } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import type { RunOrder } from './desk.ts'
import { readStand } from './stand.ts'

type Recording = { readonly root: string; readonly record: (fact: Fact) => Entry }

/** Starts a run on a clean tree, so that the commit at its end holds the agent's work and nothing else. */
export async function beginRun(
  { objective, worker, test }: { objective: string; worker: Worker; test: string },
  { root, record }: Recording,
): Promise<RunOrder> {
  const stand = await standOfClean(root)
  const run = `r-${randomBytes(3).toString('hex')}`
  const base = treeHash(root)
  const { at } = record({ kind: 'run-started', run, objective, worker, test, base, stand })
  return { root, run, startedAt: at, objective, worker, test, base, stand, attempts: [] }
}

async function standOfClean(root: string): Promise<Stand> {
  const status = await git(root, ['status', '--porcelain', '--untracked-files=normal'])
  if (status.kind === 'failed') {
    throw new Fault({
      kind: 'user',
      code: 'not-a-repository',
      message: `${root} is not a git repository, and verified work is committed.`,
      hint: 'git init && git add -A && git commit -m "start"',
    })
  }
  const inside = await git(root, ['rev-parse', '--show-prefix'])
  if (inside.kind === 'failed' || inside.output !== '') {
    throw new Fault({
      kind: 'user',
      code: 'not-the-root',
      message: `${root} is a folder of a repository. keel commits whole trees, and runs only at the root of one.`,
      hint: 'cd "$(git rev-parse --show-toplevel)"',
    })
  }
  const stand = await readStand(root)
  if (stand === null) {
    throw new Fault({
      kind: 'user',
      code: 'no-commit',
      message: 'This repository has no commit yet, and a run needs one to start from.',
      hint: 'git add -A && git commit -m "start"',
    })
  }
  const changes = status.output.split('\n').filter((line) => line !== '')
  if (changes.length === 0) return stand
  const names = changes.slice(0, 3).map((line) => line.slice(3))
  throw new Fault({
    kind: 'user',
    code: 'unclean-tree',
    message: `There are uncommitted changes (${names.join(', ')}${changes.length > 3 ? ', …' : ''}). keel commits what the agent did, and could not tell yours from it.`,
    hint: 'git stash --include-untracked',
  })
}
