import * as z from 'zod'
import { readJournal } from '#journal/read-journal.ts'
import type { Lease } from '#loop/tasks/lease.ts'
import { openBoard, type TaskBoard } from '#loop/tasks/open-board.ts'
import { sayUnproven, type TaskMove } from '#loop/tasks/say-unproven.ts'
import { headsOf } from '#loop/tasks/task-table.ts'
import { whyNotReady } from '#loop/tasks/why-not-ready.ts'
import { sayRenewal } from '#words/changed-terms.ts'
import type { Entry } from '#words/entry.ts'
import type { Task, TaskHead } from '#words/task.ts'
import { asTaskFault } from './as-task-fault.ts'
import { describeTask } from './describe-task.ts'
import { findTaskId, taskId } from './find-task-id.ts'
import { movesOf } from './moves-of.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'

export type TaskShowReport = {
  readonly task: Task
  readonly file: string
  /** What else its file says. */
  readonly others: Readonly<Record<string, unknown>>
  readonly isReady: boolean
  /** Why it is not ready, a sentence each. */
  readonly reasons: readonly string[]
  /** What is done by its file alone: it, or what it waits for. */
  readonly doubts: readonly string[]
  /** Who is at work on it. */
  readonly lease: Lease | null
  readonly children: readonly TaskHead[]
  /** Tasks that wait for it. */
  readonly awaitedBy: readonly string[]
  readonly moves: readonly TaskMove[]
  /** What people have said of its proof after it was claimed. */
  readonly renewals: readonly TermsRenewed[]
}

type TermsRenewed = Extract<Entry, { readonly kind: 'terms-renewed' }>

export const taskShow = defineVerb({
  name: 'task show',
  summary: 'Show a task: what it is, whether it can be started, who is at work on it.',
  details:
    'With its parts, what waits for it, and how it came to its status as the journal of this machine tells it.',
  examples: [
    { command: 'keel task show k7f3q', explains: 'one task' },
    { command: 'keel task show k7 --json', explains: 'the beginning of the id is enough' },
  ],
  input: z.object({ id: taskId }),
  positional: 'id',
  tells: null,
  tool: { name: 'show_task', effect: 'reads', answers: 'text', answer: describe },
  configuration: 'valid',
  run: async ({ id: typed }, world): Promise<TaskShowReport> => {
    const source = taskSource(world)
    const { root } = source
    const id = findTaskId(typed, world)
    const read = source.read(id)
    if (read.kind !== 'task') throw asTaskFault(read)
    const { entries } = readJournal(root)
    const moves = movesOf(world)
    const board = openBoard(source, world.now())
    const place = board.table.placeOf(id)
    const reasons = place === undefined ? [] : whyNotReady(board.table, { place, leases: board.leases })
    const awaited = headsOf(board.table, read.task.depends_on)
    // What it is a part of may be said by the whole alone, which nobody sees who looks at one.
    const above = place === undefined ? null : (board.table.headOf(place)?.parent ?? null)
    return {
      task: { ...read.task, parent: read.task.parent ?? above },
      file: read.file,
      others: read.others,
      isReady: reasons.length === 0,
      reasons,
      doubts: sayUnproven(read.task, { moves, awaited }),
      lease: board.leases.live.get(id) ?? null,
      ...around(board, place ?? -1),
      moves: moves.filter(({ task }) => task === id),
      renewals: entries.filter((entry) => entry.kind === 'terms-renewed').filter(({ task }) => task === id),
    }
  },
  hasFindings: () => false,
})

function around({ table }: TaskBoard, place: number): Pick<TaskShowReport, 'children' | 'awaitedBy'> {
  const children = table.ids.flatMap((_, other) =>
    table.columns.parents[other] === place ? (table.headOf(other) ?? []) : [],
  )
  const awaitedBy = table.ids.filter((_, other) => table.dependenciesOf(other).includes(place))
  return { children, awaitedBy }
}

function describe({ task, isReady, reasons, doubts, children, awaitedBy, renewals }: TaskShowReport): string {
  const { acceptance, files, check, labels, description, parent } = task
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${name}: ${items.join(', ')}`]
  return [
    describeTask(task),
    ...list('Part of', parent === null ? [] : [parent]),
    ...list('Labels', labels),
    ...list('Files', files),
    ...list('Check', check === null ? [] : [check]),
    ...list('About tests', task.changes_tests ? ['changing them is its work'] : []),
    ...list('Waited for by', awaitedBy),
    ...acceptance.map((sentence) => `Must be true: ${sentence}`),
    ...renewals.map((renewal) => `Proven by ${sayRenewal(renewal)}`),
    ...children.map((child) => `Part: ${describeTask(child)}`),
    ...(isReady ? ['It is ready.'] : reasons.map((reason) => `Not ready: ${reason}`)),
    ...doubts,
    ...(description === '' ? [] : ['', description]),
  ].join('\n')
}
