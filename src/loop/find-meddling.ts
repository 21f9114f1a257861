import { isDeepStrictEqual } from 'node:util'
import { isSealed } from '#kit/seal.ts'
import type { TreePair } from '#kit/tree-changes.ts'
import type { Entry } from '#words/entry.ts'
import { DECIDING_FIELDS, type DecidingField, type TaskHead } from '#words/task.ts'
import { type ChangedTask, taskChanges } from './task-changes.ts'
import type { FieldValue } from './tasks/edit-task-text.ts'
import { files } from './tasks/sources/files.ts'

export type Suspicion = {
  /** From the tree that the work began from to one that it has come to. */
  readonly trees: TreePair
  readonly run: string
  /** The task that is worked on; null where there is none. */
  readonly task: string | null
  /** What the journal knows. */
  readonly entries: readonly Entry[]
  /** With which verbs seal what they record: what is not sealed was written by whoever could write there. */
  readonly key: Buffer | null
}

/** What was changed of what decides over a task, and not by keel. */
export type Meddling = {
  readonly id: string
  readonly fields: readonly {
    readonly name: DecidingField
    readonly is: FieldValue
    /** What it said before the run, or by a verb since. */
    readonly due: FieldValue
  }[]
}

/**
 * What was done to tasks beside the one that is worked on, so that they are done sooner, later, or by another proof. What people
 * have keel's verbs do meanwhile is recorded, and is due; a file that was edited may be anybody's work, and is taken for the agent's.
 * New tasks are welcome, unless they are done already: keel alone closes a task, and never in between.
 */
export async function findMeddling(suspicion: Suspicion): Promise<Meddling[]> {
  const told = toldSince(suspicion)
  const source = files(suspicion.trees.root)
  return (await taskChanges(suspicion.trees)).flatMap((change) => {
    const { id, after } = change
    if (after === null) return []
    const due = { ...(change.before ?? { ...after, status: 'open' }), ...told.get(id) }
    const wrong = fieldsInQuestion(change, suspicion.task).filter(
      (name) => !isDeepStrictEqual(after[name], due[name]),
    )
    if (wrong.length === 0) return []
    const now = source.read(id)
    // A verb may have spoken after the tree was looked at: then it is what it should be by now.
    const isDue = (name: DecidingField) => now.kind === 'task' && isDeepStrictEqual(now.task[name], due[name])
    const fields = wrong.flatMap((name) => (isDue(name) ? [] : [{ name, is: after[name], due: due[name] }]))
    return fields.length === 0 ? [] : [{ id, fields }]
  })
}

/** Its own task an agent may say a lot of: the run is bound by what it said before. What it is a part of ends with it. */
function fieldsInQuestion({ id, before, after }: ChangedTask, own: string | null): readonly DecidingField[] {
  if (before !== null && id !== own) return DECIDING_FIELDS
  return [
    ...(after?.status === 'done' ? (['status'] as const) : []),
    ...(before === null ? [] : (['parent'] as const)),
  ]
}

/** What verbs have made of tasks since the run began, by id. */
function toldSince({ entries, run, key }: Suspicion): Map<string, Partial<TaskHead>> {
  const begun = entries.findLastIndex((entry) => entry.kind === 'run-started' && entry.run === run)
  const told = new Map<string, Partial<TaskHead>>()
  for (const entry of entries.slice(begun + 1)) {
    if ((entry.kind !== 'task-moved' && entry.kind !== 'task-edited') || !isSealed(entry, key)) continue
    told.set(entry.task, { ...told.get(entry.task), ...saidBy(entry) })
  }
  return told
}

function saidBy(entry: Extract<Entry, { kind: 'task-moved' | 'task-edited' }>): Partial<TaskHead> {
  if (entry.kind === 'task-edited') return entry.to as Partial<TaskHead>
  const { to: status, reason } = entry
  return { status, blocked_by: status === 'blocked' ? reason : null }
}
