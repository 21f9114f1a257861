import type { Entry } from '#words/entry.ts'
import type { TaskHead } from '#words/task.ts'

/** That keel moved a task. */
export type TaskMove = Extract<Entry, { readonly kind: 'task-moved' }>

/**
 * Whether a task is done in its file, where the last that keel knows of it is something else: somebody wrote it there by hand, which
 * they may. Of what nobody moved here nothing is known, such as what was done on another machine, and what was imported is as its
 * source had it.
 */
export function unprovenBy(moves: readonly TaskMove[]): (task: TaskHead) => boolean {
  const last = new Map(moves.map(({ task, to }) => [task, to]))
  return ({ id, status, origin }) =>
    status === 'done' && origin === null && (last.get(id) ?? 'done') !== 'done'
}

/** What is to be said of a task that is done by its file alone, and of one that waits for such. */
export function sayUnproven(
  task: TaskHead,
  { moves, awaited }: { moves: readonly TaskMove[]; awaited: readonly TaskHead[] },
): string[] {
  const isUnproven = unprovenBy(moves)
  return [
    ...(isUnproven(task)
      ? [`It is done in its file, and keel has seen no proof of it: ${howToProve(task.id)}`]
      : []),
    ...awaited
      .filter(isUnproven)
      .map(({ id }) => `${id}, which it waits for, is done without proof: ${howToProve(id)}`),
  ]
}

export function howToProve(id: string): string {
  return `keel verify --task ${id} && keel task close ${id}`
}
