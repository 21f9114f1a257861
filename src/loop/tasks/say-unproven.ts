import type { Entry } from '#words/entry.ts'
import type { TaskHead } from '#words/task.ts'

/**
 * What is to be said of tasks that are done in their files, where the last that keel knows of them is something else: somebody wrote
 * it there by hand, which they may. Of what nobody moved here nothing is known, such as what was done on another machine, and what
 * was imported is as its source had it.
 */
export function sayUnproven(
  task: TaskHead,
  { entries, awaited }: { entries: readonly Entry[]; awaited: readonly TaskHead[] },
): string[] {
  const isUnproven = ({ id, status, origin }: TaskHead) => {
    const last = entries.findLast((entry) => entry.kind === 'task-moved' && entry.task === id)
    return status === 'done' && origin === null && last?.kind === 'task-moved' && last.to !== 'done'
  }
  const how = (id: string) => `keel verify --task ${id} && keel task close ${id}`
  return [
    ...(isUnproven(task)
      ? [`It is done in its file, and keel has seen no proof of it: ${how(task.id)}`]
      : []),
    ...awaited
      .filter(isUnproven)
      .map(({ id }) => `${id}, which it waits for, is done without proof: ${how(id)}`),
  ]
}
