import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitAnswer, git } from '#kit/git.ts'
import { redact } from '#kit/redact.ts'
import { replaceFolder } from '#kit/replace-folder.ts'
import type { TreeChange } from '#kit/tree-changes.ts'
import { committable } from '#kit/tree-hash.ts'
import type { Aside } from '#words/entry.ts'
import { identity, withRecords } from '../commit-tree.ts'
import type { RunOrder } from '../desk.ts'
import { TASKS_FOLDER } from '../tasks/read-tasks.ts'

export type Kept =
  | { readonly kind: 'kept'; readonly aside: Aside }
  | { readonly kind: 'failed'; readonly because: string }

type Left = {
  readonly there: string
  /** Commits that only a reference would keep. */
  readonly strays: readonly string[]
  readonly files: readonly TreeChange[]
}

/** Keeps the tree as it lies there as a commit on top of the one that the run began from, so that it can be compared and picked. */
export async function keepAside(order: RunOrder, { there, strays, files }: Left): Promise<Kept> {
  const { root, stand } = order
  const tree = await replaceFolder({ root, tree: committable(there), folder: TASKS_FOLDER, of: stand.head })
  const made = tree.kind === 'failed' ? tree : await commitAside(order, tree.output)
  if (made.kind === 'failed') return { kind: 'failed', because: made.message }
  const named = await nameIt(order, made.output)
  if (named.kind === 'failed') return { kind: 'failed', because: named.message }
  const { ref, commit: kept } = named
  const commits: string[] = []
  for (const [place, commit] of strays.entries()) {
    const own = `${ref}-commits${place === 0 ? '' : `-${place + 1}`}`
    const said = await git(root, ['update-ref', own, commit])
    if (said.kind === 'failed') return { kind: 'failed', because: said.message }
    commits.push(own)
  }
  return { kind: 'kept', aside: { ref, commit: kept, commits, files: namesOf(files) } }
}

export type Extension = {
  readonly aside: Aside
  readonly there: string
  /** What has come to light. */
  readonly files: readonly TreeChange[]
}

/** Adds to what was put aside files that nobody saw at first. */
export async function extendAside(order: RunOrder, { aside, there, files }: Extension): Promise<Kept> {
  const { root, base } = order
  const tree = await addTree({ root, base: committable(base), to: aside.commit, added: committable(there) })
  const made = tree.kind === 'failed' ? tree : await commitAside(order, tree.output)
  if (made.kind === 'failed') return { kind: 'failed', because: made.message }
  const named = await git(root, ['update-ref', aside.ref, made.output, aside.commit])
  if (named.kind === 'failed') return { kind: 'failed', because: named.message }
  const names = [...aside.files, ...namesOf(files)].slice(0, NAMES_MAX)
  return { kind: 'kept', aside: { ...aside, commit: made.output, files: names } }
}

type Addition = { readonly root: string; readonly base: string; readonly to: string; readonly added: string }

/** Both are made of the same base, and what one adds the other does not know. Tasks are as they were put aside. */
async function addTree({ root, base, to, added }: Addition): Promise<GitAnswer> {
  const scratch = mkdtempSync(join(tmpdir(), 'keel-tree-'))
  const place = { cwd: root, index: join(scratch, 'index') }
  try {
    const sides: string[] = []
    for (const tree of [base, added]) {
      const same = await replaceFolder({ root, tree, folder: TASKS_FOLDER, of: to })
      if (same.kind === 'failed') return same
      sides.push(same.output)
    }
    const [old = '', fresh = ''] = sides
    const merged = await git(place, ['read-tree', '-i', '-m', '--aggressive', old, `${to}^{tree}`, fresh])
    return merged.kind === 'failed' ? merged : await git(place, ['write-tree'])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const NAMES_MAX = 200

function namesOf(files: readonly TreeChange[]): string[] {
  return files.slice(0, NAMES_MAX).map(({ path }) => path)
}

async function commitAside(
  { root, objective, task, run, stand }: RunOrder,
  tree: string,
): Promise<GitAnswer> {
  const whole = await withRecords({ root, tree, parent: stand.head })
  if (whole.kind === 'failed') return whole
  const title = redact(objective).split('\n', 1)[0] ?? ''
  const trailers = [...(task === null ? [] : [`Keel-Task: ${task}`]), `Keel-Run: ${run}`]
  const message = `Put aside: ${title.slice(0, 72)}\n\nWork that was not proven, as it was left.\n\n${trailers.join('\n')}\n`
  const words = [...(await identity(root)), 'commit-tree', whole.output, '-p', stand.head, '-F', '-']
  return git({ cwd: root, stdin: message }, words)
}

type Named =
  | { readonly kind: 'named'; readonly ref: string; readonly commit: string }
  | Extract<GitAnswer, { kind: 'failed' }>

/** The next number that is free. Another worktree may count, too. */
async function nameIt({ root, task, run }: RunOrder, commit: string): Promise<Named> {
  // Git keeps names that end so to itself.
  const folder = `refs/keel/aside/${(task ?? run).replace(/\.lock$/i, '$&_')}`
  const listed = await git(root, ['for-each-ref', '--format=%(refname)', `${folder}/`])
  if (listed.kind === 'failed') return listed
  const refs = listed.output.split('\n').filter((ref) => /\/\d+$/.test(ref))
  const before = await findSame(root, { commit, refs })
  if (before !== null) return before
  let number = Math.max(0, ...refs.map((ref) => Number(ref.slice(folder.length + 1))))
  for (let tries = 0; ; tries++) {
    const ref = `${folder}/${++number}`
    const said = await git(root, ['update-ref', '-m', 'keel: put aside', ref, commit, NOTHING])
    if (said.kind === 'ok') return { kind: 'named', ref, commit }
    if (tries === TRIES_MAX) return said
  }
}

/** A run that was killed before it could record where it had kept its work keeps the same again: what it was, and whose, are in the commit. */
async function findSame(
  root: string,
  { commit, refs }: { commit: string; refs: readonly string[] },
): Promise<Named | null> {
  const tell = (name: string) => git(root, ['show', '-s', '--format=%T %P %B', name])
  const own = await tell(commit)
  if (own.kind === 'failed') return null
  for (const ref of refs) {
    const other = await tell(ref)
    if (other.kind === 'failed' || other.output !== own.output) continue
    const found = await git(root, ['rev-parse', '--verify', '-q', ref])
    if (found.kind === 'ok') return { kind: 'named', ref, commit: found.output }
  }
  return null
}

const NOTHING = ''
const TRIES_MAX = 4
