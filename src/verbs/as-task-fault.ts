import type { Held } from '#loop/tasks/move-task.ts'
import type { TaskTrouble } from '#loop/tasks/sources/contract.ts'
import { Fault } from '#words/fault.ts'

/** Why nothing was done to a task, for a person or an agent. */
export function asTaskFault(trouble: TaskTrouble | Held): Fault {
  const fault = (code: string, { message, hint }: { message: string; hint: string }) =>
    new Fault({ kind: 'user', code, message, hint })
  switch (trouble.kind) {
    case 'missing':
      return fault('no-task', { message: `There is no task ${trouble.id}.`, hint: 'keel task list' })
    case 'broken':
      return fault('bad-task', {
        message: `${trouble.file} ${trouble.reason}. Nothing was changed.`,
        hint: trouble.mend,
      })
    case 'unfit':
      return fault('unfit-task', {
        message: `${trouble.file} was left as it is: ${trouble.reason}.`,
        hint: trouble.mend,
      })
    case 'taken':
      return fault('held', {
        message: `${trouble.id} is ${trouble.by}’s.`,
        hint: 'keel task ready',
      })
    case 'busy':
      return fault('busy', {
        message: `Another keel (process ${trouble.process}) is writing tasks. Nothing was changed.`,
        hint: 'Wait until it is done, then run the same command again.',
      })
    case 'held':
      return fault('held', {
        message: `${trouble.lease.claimant} is at work on ${trouble.lease.task} until ${trouble.lease.until}.`,
        hint: 'keel task ready',
      })
  }
}
