import { readJournal } from '#journal/read-journal.ts'
import { beginRun, standOfClean } from '#loop/begin-run.ts'
import type { RunOrder } from '#loop/desk.ts'
import type { Run } from '#loop/ledger/fold-runs.ts'
import { abandonRun, findUnfinishedRun, resumeRun } from '#loop/resume-run.ts'
import { Fault } from '#words/fault.ts'
import { orFault } from './or-fault.ts'
import type { Prepared, Recorder } from './prepared.ts'
import { triedIn } from './task-intent.ts'
import { otherTerms, whyOtherTerms } from './why-not-anew.ts'

type TaskRun = Omit<Prepared, 'begin' | 'resumes'> & { readonly task: string }

/**
 * A task whose last run was killed goes on where that stopped: its work, or even its commit, may be there already. Where it cannot,
 * because somebody has been here since or other things are asked for, a new run begins, and attempts are counted on.
 */
export async function takeUpTask(intent: TaskRun, { world, record }: Recorder): Promise<Prepared> {
  const { root } = world.place
  const findLeft = () => findUnfinishedRun(readJournal(root).entries, intent.task)
  const begin = async (): Promise<RunOrder> => {
    const left = findLeft()
    if (left === null) return beginAnew(intent, { world, record })
    const resumed = isSame(left, intent)
      ? await orFault(() => resumeRun(left, { root, record, changesSince: 'refuse' }))
      : asBegun(left)
    if (!(resumed instanceof Fault)) return { ...resumed, onBlocked: intent.onBlocked }
    const begun = await orFault(() => beginAnew(intent, { world, record }))
    // What speaks against going on says more than that there is something in the tree.
    if (begun instanceof Fault) throw begun.code === 'unclean-tree' ? resumed : begun
    await abandonRun(left, { root, record })
    return begun
  }
  const known = findLeft()
  // Else a task would be claimed for a run that cannot begin.
  if (known === null) await standOfClean(root)
  return { ...intent, resumes: known !== null && isSame(known, intent) ? known.run : null, begin }
}

/** Counted when it begins: whoever was at work a moment ago may have tried it again. */
async function beginAnew(intent: TaskRun, { world, record }: Recorder): Promise<RunOrder> {
  const { root } = world.place
  await standOfClean(root)
  const reasons = await whyOtherTerms(intent.task, world)
  if (reasons.length > 0) throw otherTerms(intent.task, reasons)
  const tried = triedIn(readJournal(root).entries, intent.task)
  return beginRun({ ...intent, tried }, { root, record })
}

function isSame(run: Run, { worker, test, objective }: TaskRun): boolean {
  const isSameWorker = JSON.stringify(run.worker) === JSON.stringify(worker)
  return isSameWorker && run.test === test && run.objective === objective
}

function asBegun({ run }: Run): Fault {
  return new Fault({
    kind: 'user',
    code: 'resumed-as-begun',
    message: `Run ${run} on this task came to no end, and its work is in the tree. It was begun with another text, worker or test, and is resumed as it was begun.`,
    hint: 'keel run --resume',
  })
}
