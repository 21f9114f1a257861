import type { Journal } from '#journal/open-journal.ts'
import { askedChecks } from '#words/asked-checks.ts'
import type { Entry, TaskTerms } from '#words/entry.ts'
import type { Task, TaskStatus } from '#words/task.ts'
import type { Refs } from '../read-refs.ts'
import { changeTask, type TaskChange } from './change-task.ts'
import { isLive, type Lease } from './lease.ts'
import { dropLease, readLease } from './leases.ts'
import type { FoundTask, TaskSource, TaskTrouble } from './sources/contract.ts'

export type Move = {
  readonly source: TaskSource
  readonly id: string
  /** `done` is for `closeTask` alone. */
  readonly to: Exclude<TaskStatus, 'done'>
  /** Who does it: a run, or whoever asked. */
  readonly by: string
  readonly reason: string
  readonly journal: Journal
  readonly now: () => Date
  readonly over: MoveOver
}

/**
 * Whether it is done where somebody else is at work on it: a loop may not, and a person may. Where it is so already they have to
 * say that they mean it: who holds it may have said so in another worktree, and nothing here shows that it is taken from them.
 */
export type MoveOver = 'own' | 'any' | 'any-for-sure'

export type Moved = { readonly kind: 'moved'; readonly task: Task; readonly entry: Entry }

/** Somebody else is at work on it. */
export type Held = { readonly kind: 'held'; readonly lease: Lease }

/** Brings a task into another status. Every change of status goes this way, by `claimTask` or by `closeTask`. */
export function moveTask({ source, id, now, over, ...move }: Move): Moved | Held | TaskTrouble {
  const { root } = source
  return changeTask<Moved | Held | TaskTrouble>({ source, id }, (found) => {
    const held = findHeld({ root, task: found.task, to: move.to, by: move.by, over, now })
    if (held !== null) return { write: null, answer: () => held }
    const afterwards = move.to === 'in_progress' ? undefined : () => dropLease(root, id)
    return changeStatus(found, { ...move, evidence: null, isForced: false, afterwards })
  })
}

type Holding = Pick<Move, 'to' | 'by' | 'over' | 'now'> & { readonly root: string; readonly task: Task }

/** Who would have to let go of a task first; null where it can be moved. */
export function findHeld({ root, task, to, by, over, now }: Holding): Held | null {
  const lease = readLease(root, task.id)
  const isOthers = lease !== null && lease.claimant !== by && isLive(lease, now())
  if (!isOthers || over === 'any-for-sure') return null
  return over === 'own' || task.status === to ? { kind: 'held', lease } : null
}

export type StatusChange = {
  readonly to: TaskStatus
  readonly by: string
  readonly reason: string
  readonly evidence: string | null
  readonly isForced: boolean
  /** The commit that the repository stands at; for claims. */
  readonly head?: string | null
  /** By which rules git reads files; for claims. */
  readonly rules?: string | null
  /** The branches as they are; for claims. */
  readonly refs?: Refs
  /** What proves the whole project; for claims. */
  readonly test?: string | null
  /** What the configuration checks beside the tests, by name; for claims. */
  readonly checks?: Readonly<Record<string, string>>
  /** What of the environment decides what is run; for claims. */
  readonly environment?: readonly string[]
  readonly journal: Journal
  readonly afterwards?: (() => void) | undefined
}

/**
 * First the journal, then the file. Who is killed in between leaves a record of a move that the file does not know: it is made
 * again, and nothing was taken for done meanwhile. The other way round a file would say `done` without a record of why, just as
 * if somebody had written it there by hand.
 */
export function changeStatus(found: FoundTask, change: StatusChange): TaskChange<Moved | TaskTrouble> {
  const { task, file } = found
  const { to, by, reason, evidence, isForced, head = null, rules = null, refs, journal } = change
  const plan = found.edit({ move: { to, by, reason, evidence, isForced } })
  if (plan.kind === 'unfit') return { write: null, answer: () => plan }
  const fact = { kind: 'task-moved', task: task.id, by } as const
  const terms = to === 'in_progress' ? termsAt(task, change) : null
  const called = to === 'in_progress' ? { title: task.title } : {}
  const branches = refs === undefined ? {} : { refs }
  const proof = { evidence, isForced, head, terms, rules, ...branches, seal: null }
  const there = { from: task.status, to, reason, ...called, ...proof }
  const nothing = { evidence: null, isForced: false, head: null, terms: null, rules: null, seal: null }
  const back = { from: to, to: task.status, ...nothing }
  let entry: Entry | null = null
  return {
    write: plan.write,
    record: () => {
      entry = journal.append({ ...fact, ...there })
    },
    takeBack: (error) =>
      journal.append({ ...fact, ...back, reason: `${file} could not be written: ${error}` }),
    afterwards: change.afterwards,
    answer: () => {
      if (entry === null) throw new Error('the move was not recorded')
      return {
        kind: 'moved',
        task: { ...task, status: to, blocked_by: to === 'blocked' ? reason : null },
        entry,
      }
    },
  }
}

/** What whoever takes it is bound by. */
function termsAt(task: Task, { test = null, checks = {}, environment }: StatusChange): TaskTerms {
  const asked = {
    check: task.check,
    changesTests: task.changes_tests,
    test,
    checks: askedChecks(task, checks),
  }
  return environment === undefined ? asked : { ...asked, environment }
}
