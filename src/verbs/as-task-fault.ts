import type { Held } from '#loop/tasks/move-task.ts'
import type { TaskTrouble } from '#loop/tasks/sources/contract.ts'
import type { Fault } from '#words/fault.ts'
import { userFault } from '#words/user-fault.ts'

/** Why nothing was done to a task, for a person or an agent. */
export function asTaskFault(trouble: TaskTrouble | Held): Fault {
  switch (trouble.kind) {
    case 'missing':
      return userFault('no-task', { message: `There is no task ${trouble.id}.`, hint: 'keel task list' })
    case 'broken':
      return userFault('bad-task', {
        message: `${trouble.file} ${trouble.reason}. Nothing was changed.`,
        hint: trouble.mend,
      })
    case 'unfit':
      return userFault('unfit-task', {
        message: `${trouble.file} was left as it is: ${trouble.reason}.`,
        hint: trouble.mend,
      })
    case 'taken':
      return userFault('held', {
        message: `${trouble.id} is ${trouble.by}’s.`,
        hint: 'keel task ready',
      })
    case 'busy':
      return userFault('busy', {
        message: `Another keel (process ${trouble.process}) is writing tasks. Nothing was changed.`,
        hint: 'Wait until it is done, then run the same command again.',
      })
    case 'held':
      return userFault('held', {
        message: `${trouble.lease.claimant} is at work on ${trouble.lease.task} until ${trouble.lease.until}.`,
        hint: 'keel task ready',
      })
  }
}
