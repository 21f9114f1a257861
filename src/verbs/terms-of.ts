import type { TaskTerms } from '#words/entry.ts'
import type { Task } from '#words/task.ts'
import { provingTests } from './proving-tests.ts'
import type { World } from './world.ts'

/** What proves a task by what its file and the configuration say now. */
export function termsOf({ check, changes_tests }: Task, world: World): TaskTerms {
  return { check, changesTests: changes_tests, test: provingTests(world) }
}
