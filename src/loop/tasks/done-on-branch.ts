import { spawnSync } from 'node:child_process'
import type { KeptOutcome } from '#journal/kept-outcomes.ts'
import { gitEnvironment } from '#kit/git-environment.ts'
import { parseTask } from './parse-task.ts'
import { TASKS_FOLDER } from './read-tasks.ts'

export type Unlike = {
  readonly root: string
  /** What tasks came to here, as far as the files do not say so: each by its id. */
  readonly outcomes: () => ReadonlyMap<string, KeptOutcome>
}

/**
 * Tells which branch has what a task came to in this worktree, where its file here says otherwise: whoever went to another branch
 * has left it there. Null where none has, or where it is in what is checked out: then somebody has taken it back. Git is asked
 * when the first task is asked about, once for all of them.
 */
export function doneOnBranch({ root, outcomes }: Unlike): (id: string) => string | null {
  let found: ReadonlyMap<string, string> | null = null
  return (id) => {
    found ??= branchesWith(root, outcomes())
    return found.get(id) ?? null
  }
}

function branchesWith(root: string, outcomes: ReadonlyMap<string, KeptOutcome>): ReadonlyMap<string, string> {
  const asked = branchesBeyond(root).flatMap((branch) =>
    [...outcomes].map(([id, { to }]) => ({ branch, id, to })),
  )
  const blobs = readBlobs(
    root,
    asked.map(({ branch, id }) => `${branch}:./${TASKS_FOLDER}/${id}.md`),
  )
  const found = new Map<string, string>()
  for (const [at, { branch, id, to }] of asked.entries()) {
    const bytes = blobs[at] ?? null
    if (bytes === null || found.has(id)) continue
    const parsed = parseTask(bytes, id)
    if (parsed.kind === 'task' && parsed.head.status === to)
      found.set(id, branch.replace(/^refs\/(?:heads|remotes)\//, ''))
  }
  return found
}

/** Branches with commits that are not checked out here: those of this repository first, the latest first. */
function branchesBeyond(root: string): string[] {
  const words = ['for-each-ref', '--no-merged', 'HEAD', '--sort=-committerdate', `--count=${BRANCHES_MAX}`]
  return ['refs/heads', 'refs/remotes'].flatMap((kind) =>
    (ask(root, { words: [...words, '--format=%(refname)', kind] }) ?? Buffer.alloc(0))
      .toString('utf8')
      .split('\n')
      .filter((name) => name !== ''),
  )
}

const BRANCHES_MAX = 50

/** What each name stands for; null for what is not there. */
function readBlobs(root: string, names: readonly string[]): (Buffer | null)[] {
  if (names.length === 0) return []
  const told = ask(root, { words: ['cat-file', '--batch'], input: `${names.join('\n')}\n` })
  if (told === null) return []
  const blobs: (Buffer | null)[] = []
  for (let at = 0; at < told.length; ) {
    const end = told.indexOf('\n', at)
    const size = /^[0-9a-f]+ \w+ (\d+)$/.exec(told.toString('utf8', at, end))?.[1]
    const from = end + 1
    blobs.push(size === undefined ? null : told.subarray(from, from + Number(size)))
    at = size === undefined ? from : from + Number(size) + 1
  }
  return blobs
}

/** In one go: who claims a task holds a lock meanwhile. */
function ask(cwd: string, { words, input }: { words: readonly string[]; input?: string }): Buffer | null {
  const { status, stdout } = spawnSync('git', [...words], {
    cwd,
    env: gitEnvironment(),
    maxBuffer: 1 << 28,
    timeout: 10_000,
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(input !== undefined && { input }),
  })
  return status === 0 ? stdout : null
}
