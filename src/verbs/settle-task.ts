import { readJournal } from '#journal/read-journal.ts'
import { describeAside } from '#loop/aside/aside-remarks.ts'
import type { RunReport } from '#loop/conclude.ts'
import { foldRuns } from '#loop/ledger/fold-runs.ts'
import { releaseTask } from '#loop/tasks/claim-task.ts'
import { closeEpicsAbove } from '#loop/tasks/close-epics-above.ts'
import { closeTask } from '#loop/tasks/close-task.ts'
import { moveTask } from '#loop/tasks/move-task.ts'
import { takeBackDone } from '#loop/tasks/take-back-done.ts'
import { writeNote } from '#loop/tasks/write-note.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

export type Settlement = {
  readonly id: string
  /** Who claimed it. */
  readonly by: string
  readonly world: World
}

/** Gives a task the status that the work on it has earned. What came to no end is given back: whoever resumes it claims it again. */
export async function settleTask(
  report: Pick<RunReport, 'outcome' | 'run' | 'reason' | 'leaving'> | null,
  { id, by, world }: Settlement,
): Promise<void> {
  const { journal, now, place } = world
  const { root } = place
  const source = taskSource(world)
  const about = { source, id, by, journal, now }
  switch (report?.outcome) {
    case 'verified': {
      const proof = readJournal(root).entries.findLast(
        (entry) => entry.kind === 'verified' && entry.run === report.run && entry.evidence.passed,
      )
      const entry = proof?.id ?? report.run
      closeTask({ ...about, decision: { kind: 'proven', entry } })
      closeEpicsAbove({ ...about, entry })
      return
    }
    case 'blocked': {
      moveTask({ ...about, to: 'blocked', reason: report.reason, over: 'own' })
      const { leaving } = report
      if (leaving === null) return
      if (leaving.kind !== 'as-it-was' && leaving.aside !== null)
        writeNote({ source, id, text: describeAside(leaving.aside), by: 'keel', at: now() })
      const { entries } = readJournal(root)
      const base = foldRuns(entries).find(({ run }) => run === report.run)?.base
      if (base !== undefined) await takeBackDone({ source, by, journal, now, base, entries })
      return
    }
    case 'interrupted':
    case undefined:
      releaseTask({ ...about, claimant: by, reason: report?.reason ?? 'The run failed.' })
  }
}
