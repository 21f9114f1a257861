import { openParts } from './open-parts.ts'
import { EPIC, statusAt, type TaskTable } from './task-table.ts'

/**
 * What somebody has to type so that a task is done all of whose parts are, a sentence; null where something else comes first. An
 * epic without a check ends by itself. Whether there is work left in a task that is none, only a person knows.
 */
export function whatNext(table: TaskTable, place: number): string | null {
  const id = table.ids[place] ?? ''
  const status = statusAt(table, place)
  const hasParts = table.columns.parents.includes(place)
  if (openParts(table, id).length > 0) return null
  const proving = `keel verify --task ${id} && keel task close ${id}`
  if (status === 'implemented') return `What is missing is its proof: ${proving}`
  if (!hasParts || (status !== 'open' && status !== 'in_progress')) return null
  if (table.columns.types[place] === EPIC)
    return `All its parts are done, and it is not. To prove it: ${proving}`
  return `All its parts are done, and it is not. To work on it: keel run --task ${id}. If no work is left: ${proving}`
}
