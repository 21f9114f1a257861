import { join } from 'node:path'
import { readJournal } from '#journal/read-journal.ts'
import { isLockHeld } from '#kit/lock.ts'
import { foldAttempts, type LedgerAttempt } from '#loop/ledger/fold-attempts.ts'
import { RUN_LOCK } from '#loop/ledger/open-ledger.ts'

/** Every attempt here, oldest first. */
export function readAttempts(root: string): LedgerAttempt[] {
  const now = isLockHeld(join(root, RUN_LOCK)) ? 'at-work' : 'idle'
  return foldAttempts(readJournal(root).entries, now)
}
