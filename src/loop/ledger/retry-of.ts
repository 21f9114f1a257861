import type { Entry } from '#words/entry.ts'
import { attemptsAt } from './fold-attempts.ts'
import { openLedger } from './open-ledger.ts'
import { retellLog } from './retell-log.ts'
import { retryContext } from './retry-context.ts'

/** What earlier runs have tried: the first attempt of another hears of it. */
export function retryOf(
  task: string,
  { root, entries }: { root: string; entries: readonly Entry[] },
): string | null {
  const ledger = openLedger(root, task)
  return retryContext({
    attempts: attemptsAt(task, entries),
    logOf: ({ number, worker }) => retellLog(worker, ledger.read(number, 'host.log') ?? ''),
  })
}
