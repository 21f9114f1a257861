import { readJournal } from '#journal/read-journal.ts'
import { foldRuns, type Run } from '#loop/ledger/fold-runs.ts'
import type { Fault } from '#words/fault.ts'
import { userFault } from '#words/user-fault.ts'
import type { World } from './world.ts'

type Wish = {
  readonly id: string
  /** Whether the agent of a run may ask for it where it is about the task that it works on. */
  readonly own: 'allowed' | 'refused'
}

/**
 * Refuses what decides over a task where the agent of a run asks for it at its shell. keel would take it for a person's word, and
 * hold the next run to it. It is a courtesy that says so at once: what is done to a task behind keel's back is found when the work is judged.
 */
export function assertPersonsWord({ id, own }: Wish, world: World): void {
  const run = runAround(world)
  if (run === null || (own === 'allowed' && run.task === id)) return
  throw userFault('persons-word', {
    message: `Whether ${id} is done, and by what, is not for the agent of run ${run.run} to say. It may add tasks, write notes, and change titles, descriptions and labels.`,
    hint: `keel task note ${id} -m "…"`,
  })
}

/** Refuses tasks that an agent would bring in by the dozen, some of them done. */
export function assertNoImportInRun(world: World): void {
  const run = runAround(world)
  if (run !== null) throw noImport(run)
}

function noImport({ run }: Run): Fault {
  return userFault('persons-word', {
    message: `Tasks are not imported by the agent of run ${run}. It may add those that it finds.`,
    hint: 'keel task add "…"',
  })
}

/** The run whose agent asks; null where nobody can tell of one here. */
function runAround({ place }: World): Run | null {
  const around = place.environment['KEEL_RUN'] ?? ''
  if (around === '') return null
  return foldRuns(readJournal(place.root).entries).find(({ run }) => run === around) ?? null
}
