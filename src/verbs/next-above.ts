import { openBoard } from '#loop/tasks/open-board.ts'
import { ancestorsOf } from '#loop/tasks/ready-tasks.ts'
import type { TaskSource } from '#loop/tasks/sources/contract.ts'
import { NONE, statusAt } from '#loop/tasks/task-table.ts'
import { whatNext } from '#loop/tasks/what-next.ts'

type Ended = { readonly source: TaskSource; readonly id: string; readonly now: () => Date }

/** What has to be typed for the nearest above that is not done, where a task was the last of its parts; null where nothing has. */
export function nextAbove({ source, id, now }: Ended): string | null {
  const { table } = openBoard(source, now())
  const above = ancestorsOf(table, table.placeOf(id) ?? NONE)
  const parent = above.find((place) => statusAt(table, place) !== 'done')
  const next = parent === undefined ? null : whatNext(table, parent)
  return next === null ? null : `${table.ids[parent ?? 0]}: ${next}`
}
