import { swaysIn } from '#loop/verify/sways-in.ts'
import { askedChecks } from '#words/asked-checks.ts'
import type { TaskTerms } from '#words/entry.ts'
import type { Task } from '#words/task.ts'
import { provingTests } from './proving-tests.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

/** What proves a task by what its file and the configuration say now. */
export function proofTerms(task: Task, world: World): TaskTerms {
  const { check, changes_tests } = task
  const checks = askedChecks(task, validConfig(world).loop.checks)
  const { environment, root } = world.place
  return {
    check,
    changesTests: changes_tests,
    test: provingTests(world),
    checks,
    environment: swaysIn(environment, root),
  }
}
