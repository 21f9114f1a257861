import type { Task } from '#words/task.ts'

/** That what fails now is worth a look before anybody works: later nobody can tell. None where there are no tests. */
export function lookFirst({ task, test }: { readonly task: Task; readonly test: string | null }): string[] {
  return test === null ? [] : [`Before the work: keel verify --task ${task.id} records what fails now.`]
}
