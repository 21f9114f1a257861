import { findChecks } from '#loop/verify/find-checks.ts'
import { ACCEPTANCE, type CheckOrder } from '#loop/verify/run-checks.ts'
import type { TaskHead } from '#words/task.ts'
import { ownTests } from './own-tests.ts'
import { validConfig } from './valid-config.ts'
import type { World } from './world.ts'

/** What proves a task: the tests that must not turn red, and the checks that have to be green. */
export type TaskProof = {
  /** Null where there is nothing to prove it with. */
  readonly command: string | null
  readonly checks: readonly CheckOrder[]
}

/** The project’s own tests see what the work breaks; the task’s own check, what it was to bring about. */
export function taskProof(task: TaskHead, world: World): TaskProof {
  const own = ownTests(world)
  const { check } = task
  const configured = validConfig(world).loop.checks
  const others = findChecks({ root: world.place.root, configured, names: task.checks })
  const acceptance =
    check === null || check === own || own === null ? [] : [{ name: ACCEPTANCE, command: check }]
  return { command: own ?? check, checks: [...acceptance, ...others] }
}
