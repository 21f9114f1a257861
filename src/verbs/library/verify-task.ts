import { type Proof, verify } from '../verify.ts'
import { idOf, type TaskName } from './task-name.ts'
import { worldOf } from './world-of.ts'

export type VerifyOptions = {
  readonly task: TaskName
  /** How long the tests may take. Default: 30. */
  readonly minutes?: number
  readonly signal?: AbortSignal
}

/**
 * Runs what proves a task and keeps it as evidence, as `keel verify --task` does: the project’s tests, the task’s own check, and that
 * nothing was taken from the tests since it was claimed. `close` says whether the task could be closed on it.
 */
export async function verifyTask(
  folder: string,
  { task, minutes = 30, signal }: VerifyOptions,
): Promise<Proof> {
  const world = worldOf(folder, signal)
  const proof = await verify.run({ test: '', task: idOf(task, world), minutes, dryRun: false }, world)
  if (proof.dryRun) throw new Error('the tests were not run')
  return proof
}
