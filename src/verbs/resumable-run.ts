import { join } from 'node:path'
import { readJournal } from '#journal/read-journal.ts'
import { isLockHeld } from '#kit/lock.ts'
import { RUN_LOCK } from '#loop/ledger/open-ledger.ts'
import { findUnfinishedRun } from '#loop/resume-run.ts'

/** The run that `keel run --resume` would take up; null where there is none, or somebody is at work on it. */
export function resumableRun(root: string): string | null {
  if (isLockHeld(join(root, RUN_LOCK))) return null
  return findUnfinishedRun(readJournal(root).entries)?.run ?? null
}
