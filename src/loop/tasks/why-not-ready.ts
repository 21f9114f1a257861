import { cyclesThrough } from './find-cycles.ts'
import type { Leases } from './leases.ts'
import { ancestorsOf, parentsIn } from './ready-tasks.ts'
import { EPIC, statusAt, type TaskTable, UNKNOWN } from './task-table.ts'
import { whatNext } from './what-next.ts'

type Asked = { readonly place: number; readonly leases: Leases }

/** Why a task is not ready, a sentence each. None: it is. */
export function whyNotReady(table: TaskTable, { place, leases }: Asked): string[] {
  const above = ancestorsOf(table, place)
  const isEpic = table.columns.types[place] === EPIC
  const isProvable = isEpic || statusAt(table, place) === 'implemented'
  return [
    ...ownReasons(table, { place, leases }),
    ...(isEpic ? [EPICS[parentsIn(table).has(place) ? 'whole' : 'empty']] : []),
    ...(isProvable ? [whatNext(table, place) ?? []].flat() : []),
    ...waits(table, place),
    ...strangers(table, place),
    ...above.flatMap((parent) => reasonsAbove(table, parent)),
    ...(above.some((parent) => table.columns.parents[parent] === place) ? ['It is a part of itself.'] : []),
    ...endless(table, place),
  ]
}

const EPICS = {
  whole: 'It is an epic, and the work is in its children.',
  empty: 'It is an epic without parts, and so there is no work in it.',
} as const

function ownReasons(table: TaskTable, { place, leases }: Asked): string[] {
  const id = table.ids[place] ?? ''
  const status = statusAt(table, place)
  const live = leases.live.get(id)
  if (live !== undefined) return [`${live.claimant} is at work on it until ${live.until}.`]
  if (status === null) return ['Its file is no task.']
  const held = [table.heldAt?.(place) ?? []].flat()
  if (status === 'in_progress' && !leases.dead.has(id) && held.length === 0)
    return [
      `It is in_progress without a lease, and only whoever set it so knows whether they work on it. Who claimed it takes it up again under the same name (\`--as\`); where nobody works on it: keel task reopen ${id}`,
    ]
  if (status !== 'open' && status !== 'in_progress') return [`It is ${status}.`]
  return held
}

function reasonsAbove(table: TaskTable, place: number): string[] {
  const name = `${table.ids[place]}, which it is a part of`
  const status = statusAt(table, place)
  const own = status === null ? [`${name}, is no task.`] : []
  if (status === 'blocked' || status === 'deferred') own.push(`${name}, is ${status}.`)
  return [
    ...own,
    ...[...waits(table, place), ...strangers(table, place)].map((reason) =>
      reason.replace(/^It/, `${name},`),
    ),
  ]
}

function endless(table: TaskTable, place: number): string[] {
  return cyclesThrough(table, table.ids[place] ?? '')
    .slice(0, 1)
    .map((cycle) => `It waits for itself: ${[...cycle, cycle[0]].join(' → ')}.`)
}

function strangers(table: TaskTable, place: number): string[] {
  if (table.columns.parents[place] !== UNKNOWN) return []
  return [`It is a part of ${table.headOf(place)?.parent}, and there is no such task.`]
}

function waits(table: TaskTable, place: number): string[] {
  return [...new Set(table.headOf(place)?.depends_on ?? [])].flatMap((id) => {
    const other = table.placeOf(id)
    if (other === undefined) return [`It waits for ${id}, and there is no such task.`]
    const status = statusAt(table, other)
    const early = table.early?.includes(id) === true ? ': its file says done, and keel has seen no close' : ''
    return status === 'done' ? [] : [`It waits for ${id}, which is ${status ?? 'no task'}${early}.`]
  })
}
