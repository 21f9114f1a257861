import { statSync } from 'node:fs'
import { byTime } from '#journal/read-journal.ts'
import { catBlobs } from '#kit/cat-blobs.ts'
import { git } from '#kit/git.ts'
import type { Entry, TaskTerms } from '#words/entry.ts'
import type { Refs } from '../read-refs.ts'
import { headCommit } from '../stand.ts'
import type { Stretch } from '../verify/pass-over.ts'
import { type Claimed, type Closing, foldClaims } from './fold-claims.ts'
import { parseTask } from './parse-task.ts'
import { TASKS_FOLDER } from './read-tasks.ts'
import { titleWords } from './title-words.ts'

export type StartRequest = {
  readonly root: string
  readonly task: string
  readonly entries: readonly Entry[]
  /** Moves as they were kept beside the key, in their order; the journal may no longer have them. */
  readonly kept?: readonly Entry[]
  readonly key: Buffer | null
  /** When the task was made, as its file says; null where that says nothing. */
  readonly created?: string | null
  /** What it is called. */
  readonly title?: string
}

/** What the work on a task is compared with. */
export type Start = Point & {
  /**
   * `claim`: where the repository stood when the task was first claimed since it was last done. `first-commit`: where its file was
   * first committed, which is before all work, for nobody claimed it here.
   */
  readonly kind: 'claim' | 'first-commit'
  /** What the task said of its proof then, or what a person has said since; null where nobody kept it. */
  readonly terms: TaskTerms | null
  /** Whether it was done since, so that whoever claims it next begins anew. */
  readonly isOver: boolean
  /** When that was; missing where nobody claimed it. */
  readonly at?: string
  /** By which rules git read files then; null where nobody looked. */
  readonly rules: string | null
  /** The branches then; empty where nobody looked. */
  readonly refs: Refs
  /** From where on changes count as work on it: without a claim, those that others committed are none. */
  readonly worked: Point
  /** What keel has seen proven of other tasks since. */
  readonly proven: readonly Stretch[]
  /** What other tasks were closed on, whenever that was. */
  readonly spent: readonly Spent[]
}

/** The tree that a task was closed on. */
export type Spent = { readonly task: string; readonly tree: string }

type Point = { readonly commit: string; readonly tree: string }

/** Why nobody can tell. */
export type NoStart = { readonly kind: 'unknown'; readonly because: string }

/**
 * What was there before anybody worked on a task, as far as it is known here. Who commits weakened tests first, and has them
 * verified then, is compared with what was there before both; and who never claims it, with what is older still.
 */
export async function findStart(request: StartRequest): Promise<Start | NoStart> {
  const { root, task } = request
  const head = await headCommit(root)
  if (head === null) return unknown(await whyNoHead(root))
  const entries = await ofThisRepository(request)
  const { claimed, isOver, renewed, closings, others } = foldClaims({ ...request, entries })
  const proven = await stretchesOf(root, closings)
  const spent = others.map((other) => ({ task: other.task, tree: other.evidence.tree }))
  const known = { isOver, proven, spent }
  if (claimed !== null)
    return startAtClaim({ root, claimed: { ...claimed, terms: renewed ?? claimed.terms }, known })
  const first = await firstCommit({ root, task, head })
  const worked = await pointAt(root, (await mergeBase(root)) ?? head)
  if (first === null || worked === null)
    return unknown(
      `Nobody claimed it here, and no commit says what the tests were before the work. Next, and before the work is committed: keel task claim ${task}`,
    )
  return {
    kind: 'first-commit',
    ...first,
    ...known,
    terms: renewed ?? first.terms,
    rules: null,
    refs: {},
    worked,
  }
}

/**
 * What was kept outside of the project may be of another one, which lay there before. The journal’s own claims are not doubted, and neither
 * is one of a task with much the same title that the repository has seen: whoever has git forget the commit of a claim begins nothing anew.
 */
async function ofThisRepository(request: StartRequest): Promise<Entry[]> {
  const { root, task, entries, kept = [], title = '' } = request
  const known = new Set(entries.map(({ id }) => id))
  const strange = new Set<Entry>(await ofAnotherTask(request))
  const since = await madeAt(root)
  const isSeen = (entry: Entry) => isCalledAs(entry, title) && Date.parse(entry.at) > since
  for (const entry of kept.filter(({ id }) => !known.has(id)))
    if ((entry.kind === 'task-moved' || entry.kind === 'terms-renewed') && entry.task === task)
      if (entry.head !== null && !isSeen(entry) && (await pointAt(root, entry.head)) === null)
        strange.add(entry)
  const believed = kept.filter((entry) => !strange.has(entry))
  const all = [...entries, ...believed.filter(({ id }) => !known.has(id))].sort(byTime)
  return asKept(all, believed)
}

/** When a repository was made or cloned, which no commit says that could be written anew. */
async function madeAt(root: string): Promise<number> {
  const folder = await git(root, ['rev-parse', '--path-format=absolute', '--git-common-dir'])
  const stats = folder.kind === 'ok' ? statSync(folder.output, { throwIfNoEntry: false }) : undefined
  return stats?.birthtimeMs ?? Number.POSITIVE_INFINITY
}

/**
 * What was kept of a task that went by the same id, and is gone with the journal that knew of it. Whoever merely writes a later date into
 * its file is told by its title, or by a commit that had the file before.
 */
async function ofAnotherTask({
  root,
  task,
  entries,
  kept = [],
  created = null,
  title = '',
}: StartRequest): Promise<Entry[]> {
  if (created === null) return []
  const isOlder = (entry: Entry) =>
    (entry.kind === 'task-moved' || entry.kind === 'terms-renewed') &&
    entry.task === task &&
    Date.parse(entry.at) < Date.parse(created)
  const older = kept.filter(isOlder)
  if (older.length === 0 || entries.some(isOlder)) return []
  if (older.some((entry) => isCalledAs(entry, title))) return []
  // Dates of commits are in whole seconds.
  const until = new Date(Date.parse(created) - 1000).toISOString()
  const path = `:(literal)${TASKS_FOLDER}/${task}.md`
  const committed = await git(root, ['log', '--all', '-1', '--format=%H', `--until=${until}`, '--', path])
  return committed.kind === 'ok' && committed.output === '' ? older : []
}

function isCalledAs(entry: Entry, title: string): boolean {
  return entry.kind === 'task-moved' && isMuchAs(entry.title ?? '', title)
}

/** A title may be mended, or have more words now. */
function isMuchAs(old: string, now: string): boolean {
  const [one, other] = [titleWords(old), titleWords(now)]
  const same = [...one].filter((word) => other.has(word)).length
  return same > 0 && same >= Math.min(one.size, other.size) / 2
}

/** By time, but for what was kept, which has an order of its own: a clock that was ahead would put the first claim behind the next. */
function asKept(all: readonly Entry[], kept: readonly Entry[]): Entry[] {
  const places = new Map(kept.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: Entry) => places.get(id) ?? -1
  const moves = all.filter(({ id }) => places.has(id)).sort((one, other) => placeOf(one) - placeOf(other))
  let next = 0
  return all.map((entry) => (places.has(entry.id) ? (moves[next++] ?? entry) : entry))
}

async function whyNoHead(root: string): Promise<string> {
  const inside = await git(root, ['rev-parse', '--is-inside-work-tree'])
  const commit = 'git add -A && git commit -m "start"'
  return inside.kind === 'ok'
    ? `There is no commit yet that the tests could be compared with. Next: ${commit}`
    : `This is no git repository, so that nobody can tell what the tests were before the work. Next: git init && ${commit}`
}

function unknown(because: string): NoStart {
  return { kind: 'unknown', because }
}

type AtClaim = {
  readonly root: string
  readonly claimed: Claimed
  readonly known: Pick<Start, 'isOver' | 'proven' | 'spent'>
}

async function startAtClaim({ root, claimed, known }: AtClaim): Promise<Start | NoStart> {
  const { at, head, terms, rules, refs } = claimed
  const point = await pointAt(root, head)
  return point === null
    ? unknown(
        `The commit at which it was claimed is no longer known to git: ${head.slice(0, 10)}. What its tests were cannot be told.`,
      )
    : { kind: 'claim', at, ...point, ...known, terms, rules, refs, worked: point }
}

/** Null where git does not know the commit. Of a project in a folder of a repository it is the tree of that folder. */
async function pointAt(root: string, commit: string): Promise<Point | null> {
  const tree = await git(root, ['rev-parse', '--verify', '-q', `${commit}:./`])
  return tree.kind === 'ok' ? { commit, tree: tree.output } : null
}

type First = { readonly root: string; readonly task: string; readonly head: string }

/** Where the file of a task came into the history. Null where it did not, or where the history is cut short. */
async function firstCommit({ root, task, head }: First): Promise<(Point & Pick<Start, 'terms'>) | null> {
  const isShallow = await git(root, ['rev-parse', '--is-shallow-repository'])
  if (isShallow.kind === 'failed' || isShallow.output !== 'false') return null
  const path = `${TASKS_FOLDER}/${task}.md`
  const words = ['log', '--full-history', '--topo-order', '--reverse', '--diff-filter=A', '--format=%H']
  const added = await git(root, [...words, head, '--', `:(literal)${path}`])
  const commit = added.kind === 'ok' ? (added.output.split('\n', 1)[0] ?? '') : ''
  const point = commit === '' ? null : await pointAt(root, commit)
  if (point === null) return null
  const blob = await git(root, ['rev-parse', '--verify', '-q', `${commit}:./${path}`])
  const bytes = blob.kind === 'ok' ? (await catBlobs(root, [blob.output])).get(blob.output) : undefined
  const parsed = bytes === undefined ? null : parseTask(bytes, task)
  const terms =
    parsed?.kind === 'task'
      ? { check: parsed.head.check, changesTests: parsed.head.changes_tests, environment: [] }
      : { check: null, changesTests: false, environment: [] }
  return { ...point, terms }
}

/** Where this branch left the one that it follows. */
async function mergeBase(root: string): Promise<string | null> {
  for (const upstream of ['@{upstream}', 'refs/remotes/origin/HEAD']) {
    const found = await git(root, ['merge-base', 'HEAD', upstream])
    if (found.kind === 'ok') return found.output
  }
  return null
}

/** What was screened when it was closed. That of a task about tests is judged by nobody, and has its claim to tell where it began. */
async function stretchesOf(root: string, closings: readonly Closing[]): Promise<Stretch[]> {
  const stretches: Stretch[] = []
  for (const { claimed, evidence } of closings) {
    if (!evidence.passed || evidence.tampering.length > 0) continue
    const isOfTests = claimed?.terms?.changesTests ?? false
    const began = isOfTests && claimed !== null ? (await pointAt(root, claimed.head))?.tree : undefined
    const from = evidence.since ?? began
    if (from !== undefined) stretches.push({ from, to: evidence.tree, evidence })
  }
  return stretches
}
