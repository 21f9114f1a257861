import type { TaskStatus } from '#words/task.ts'
import { type Close, closeTask } from './close-task.ts'
import { openBoard } from './open-board.ts'
import { DONE, EPIC, NO_TASK, NONE, statusAt, type TaskTable } from './task-table.ts'

type Above = Omit<Close, 'decision'> & {
  /** The entry of the evidence that closed the task; null where it was forced. */
  readonly entry: string | null
}

/** Closes the epics that a task was the last open part of, from the nearest up. The ids of those that were closed. */
export function closeEpicsAbove({ entry, ...about }: Above): string[] {
  const closed: string[] = []
  for (const id of epicsEndingWith(openBoard(about.source, about.now()).table, about.id)) {
    const outcome = closeTask({ ...about, id, decision: { kind: 'parts-done', entry } })
    if (outcome.kind !== 'moved') break
    closed.push(id)
  }
  return closed
}

/**
 * The epics that are done when a task is, from the nearest up: what waits for an epic waits for its parts. An epic with a check of
 * its own has to be proven by it. One that is deferred or blocked stays so, and so does what is above it: that is somebody’s word
 * that it shall not, or cannot, be done now, and its parts know nothing of that.
 */
export function epicsEndingWith(table: TaskTable, id: string): string[] {
  const { statuses, parents, types } = table.columns
  const own = table.placeOf(id) ?? NONE
  const ended = new Set([own])
  const isDone = (place: number) =>
    statuses[place] === DONE || statuses[place] === NO_TASK || ended.has(place)
  const isUnderWay = (at: number) => UNDER_WAY.has(statusAt(table, at)) && !ended.has(at)
  let place = parents[own] ?? NONE
  while (place < table.ids.length && types[place] === EPIC && isUnderWay(place)) {
    const parts = [...table.ids.keys()].filter((other) => parents[other] === place)
    if (table.headOf(place)?.check != null || !parts.every(isDone)) break
    ended.add(place)
    place = parents[place] ?? NONE
  }
  return [...ended].slice(1).map((one) => table.ids[one] ?? '')
}

const UNDER_WAY: ReadonlySet<TaskStatus | null> = new Set(['open', 'in_progress', 'implemented'])
