import { printable } from '#kit/printable.ts'
import { headCommit } from '#loop/stand.ts'
import { changedTerms, sayTermChange, type TermChange } from '#words/changed-terms.ts'
import type { TaskTerms } from '#words/entry.ts'
import type { Task } from '#words/task.ts'
import { misuse } from '#words/user-fault.ts'
import { proofTerms } from './proof-terms.ts'
import { taskStart } from './task-start.ts'
import type { World } from './world.ts'

export type Renewing = {
  /** As its file says from here on. */
  readonly task: Task
  /** Which of its terms somebody has named; all where they asked for that. */
  readonly named: readonly (keyof TaskTerms)[] | 'all'
  readonly dryRun: boolean
}

/** What became of the terms that a task was claimed on. */
export type TermsOutcome = {
  /** `kept`: they bind still, whatever the file says. `same`: they are those of the file. */
  readonly kind: 'renewed' | 'kept' | 'same'
  readonly changes: readonly TermChange[]
}

/**
 * Has what a task says of its proof bind whoever has claimed it, if a person at a terminal wants that: whoever works on a task could
 * else write down what passes. Null where nothing was bound, or nothing was said of it.
 */
export async function renewTerms(renewing: Renewing, world: World): Promise<Renewal | null> {
  const { task, named, dryRun } = renewing
  const { confirm, asker, journal } = world
  if (named === 'all' && confirm === null) throw nobodyThere(task.id)
  const due = await whatWouldChange(renewing, world)
  if (due === null) return named === 'all' ? told('same') : null
  const { changes, ...terms } = due
  const isMeant = confirm !== null && (dryRun || (await confirm(questionOn(task.id, changes))))
  if (!isMeant) return told('kept', changes)
  const fact = { kind: 'terms-renewed', task: task.id, by: asker, ...terms, seal: null } as const
  return { ...told('renewed', changes), record: () => void journal.append(fact) }
}

type Renewal = { readonly outcome: TermsOutcome; readonly record: () => void }

/** Null where nothing would. */
async function whatWouldChange({ task, named }: Renewing, world: World) {
  if (named.length === 0 || (named !== 'all' && task.status === 'done')) return null
  const start = await taskStart(task.id, world)
  if (start.kind === 'unknown' || start.terms === null) return null
  // Nobody is bound by what was first committed who has not begun: their claim will be on what the file says.
  if (named !== 'all' && start.kind !== 'claim') return null
  const from = start.terms
  const to = { ...from, ...pick(proofTerms(task, world), named) }
  const changes = changedTerms(from, to)
  const head = (await headCommit(world.place.root)) ?? start.commit
  return changes.length === 0 ? null : { from, to, head, changes }
}

function pick(terms: TaskTerms, named: Renewing['named']): Partial<TaskTerms> {
  if (named === 'all') return terms
  return Object.fromEntries(named.map((name) => [name, terms[name]]))
}

function told(kind: TermsOutcome['kind'], changes: readonly TermChange[] = []): Renewal {
  return { outcome: { kind, changes }, record: () => {} }
}

function questionOn(id: string, changes: readonly TermChange[]): string {
  const said = changes.map((change) => printable(sayTermChange(change))).join('; ')
  return `${id} was claimed on other terms (${said}). Shall the new ones bind from here on?`
}

function nobodyThere(id: string) {
  return misuse({
    message: '--renew-terms is for a person at a terminal, and nobody is at one here.',
    hint: `keel task show ${id}`,
  })
}
