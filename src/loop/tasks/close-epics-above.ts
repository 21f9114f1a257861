import type { TaskStatus } from '#words/task.ts'
import { type Close, closeTask } from './close-task.ts'
import { openBoard } from './open-board.ts'
import { DONE, EPIC, NO_TASK, NONE, statusAt } from './task-table.ts'

type Above = Omit<Close, 'decision'> & {
  /** The entry of the evidence that closed the task; null where it was forced. */
  readonly entry: string | null
}

/**
 * Closes the epics that a task was the last open part of, from the nearest up: what waits for an epic waits for its parts. An epic
 * with a check of its own has to be proven by it. One that is deferred or blocked stays so, and so does what is above it: that is
 * somebody’s word that it shall not, or cannot, be done now, and its parts know nothing of that. The ids of those that were closed.
 */
export function closeEpicsAbove({ entry, ...about }: Above): string[] {
  const { table } = openBoard(about.source, about.now())
  const { statuses, parents, types } = table.columns
  const closed: number[] = []
  const isDone = (place: number) =>
    statuses[place] === DONE || statuses[place] === NO_TASK || closed.includes(place)
  let place = parents[table.placeOf(about.id) ?? -1] ?? NONE
  const isUnderWay = (at: number) => UNDER_WAY.has(statusAt(table, at)) && !closed.includes(at)
  while (place < table.ids.length && types[place] === EPIC && isUnderWay(place)) {
    const parts = [...table.ids.keys()].filter((other) => parents[other] === place)
    if (table.headOf(place)?.check != null || !parts.every(isDone)) break
    const outcome = closeTask({
      ...about,
      id: table.ids[place] ?? '',
      decision: { kind: 'parts-done', entry },
    })
    if (outcome.kind !== 'moved') break
    closed.push(place)
    place = parents[place] ?? NONE
  }
  return closed.map((one) => table.ids[one] ?? '')
}

const UNDER_WAY: ReadonlySet<TaskStatus | null> = new Set(['open', 'in_progress', 'implemented'])
