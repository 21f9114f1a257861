import { readJournal } from '#journal/read-journal.ts'
import { foldRuns } from '#loop/ledger/fold-runs.ts'
import { findUnfinishedRun } from '#loop/resume-run.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { readyTasks } from '#loop/tasks/ready-tasks.ts'
import { Fault } from '#words/fault.ts'
import { engageRun, type RunAnswer } from './engage-run.ts'
import { isWritten } from './is-written.ts'
import { notClaimed, type Worked } from './on-task.ts'
import { orFault } from './or-fault.ts'
import { prepareRun, type RunWish } from './prepare-run.ts'
import type { Recorder } from './prepared.ts'
import { taskSource } from './task-source.ts'
import { whyNotAnew } from './why-not-anew.ts'
import type { World } from './world.ts'

/** What came of one task after the other. */
export type ReadyAnswer = {
  readonly runs: readonly RunAnswer[]
  /** Tasks that were ready and could not be had. */
  readonly passedOver: readonly { readonly task: string; readonly reason: string }[]
  readonly stopped: Stop
  /** Tasks that are ready still, in the order in which they would be taken. */
  readonly left: readonly string[]
}

/** Why it went on with no other. */
export type Stop =
  | { readonly kind: 'none-ready' }
  /** As many were worked on as were asked for. */
  | { readonly kind: 'most' }
  | { readonly kind: 'interrupted'; readonly reason: string }
  /** Work that is in the way of the next. */
  | { readonly kind: 'work-left'; readonly reason: string }
  /** The next could not be begun, and neither could any other. */
  | { readonly kind: 'fault'; readonly code: string; readonly reason: string; readonly hint: string | null }

/**
 * Works on the tasks that are ready, one after the other, until none is, which looks at all tasks anew each time. What is blocked
 * here is not taken again by the same call.
 */
export async function runReady(input: RunWish, recorder: Recorder): Promise<ReadyAnswer> {
  const { world } = recorder
  const runs: RunAnswer[] = []
  const passedOver: { task: string; reason: string }[] = []
  const seen = new Set<string>()
  const next = () => nextReady(world).filter((id) => !seen.has(id))
  const takeNext = async (): Promise<Stop | null> => {
    const [task] = next()
    const isOver = world.signal.aborted
    if (task === undefined || isOver || runs.length === input.most) return whyNoOther({ task, isOver })
    seen.add(task)
    world.mention(`Task ${task} is next.`)
    const worked = await workOn(task, { input, recorder })
    if (worked.kind === 'worked') runs.push(worked.report)
    else passedOver.push({ task, reason: notClaimed(task, worked).message })
    return stopAfter(worked)
  }
  let stopped: Stop | null = null
  while (stopped === null) {
    const came = await orFault(takeNext)
    // Where nothing was done yet, nothing is lost by saying it at once.
    if (came instanceof Fault && runs.length === 0) throw came
    stopped = came instanceof Fault ? { kind: 'fault', ...saidBy(came) } : came
  }
  const left = await orFault(next)
  return { runs, passedOver, stopped, left: left instanceof Fault ? [] : left }
}

function whyNoOther({ task, isOver }: { task: string | undefined; isOver: boolean }): Stop {
  if (task === undefined) return { kind: 'none-ready' }
  return isOver ? { kind: 'interrupted', reason: 'Interrupted.' } : { kind: 'most' }
}

function saidBy({ code, message: reason, hint }: Fault) {
  return { code, reason, hint }
}

async function workOn(
  task: string,
  { input, recorder }: { input: RunWish; recorder: Recorder },
): Promise<Worked<RunAnswer>> {
  const { world } = recorder
  const unwritten = whyUnwritten(task, world)
  const reasons = unwritten === null ? await whyNotAnew(task, world) : [unwritten]
  if (reasons.length > 0) return { kind: 'not-ready', reasons }
  const prepared = await prepareRun({ ...input, task }, recorder)
  const go = await engageRun(prepared, { ...recorder, minutes: input.minutes })
  return go()
}

/**
 * Why a task that looks ready is not tried again; null where nothing is known against it. Two attempts are enough, also where
 * nobody could write into the task that it is blocked.
 */
function whyUnwritten(id: string, { place }: World): string | null {
  const { entries } = readJournal(place.root)
  const last = foldRuns(entries).findLast(({ task }) => task === id)
  if (last === undefined || last.ended === null || isWritten(last, entries)) return null
  return `Its last run ended ${last.ended.outcome}, and the task could not be changed to say so. When it can be: keel task reopen ${id}`
}

/** The one whose run was killed first: what it left would be in the way of every other. */
export function nextReady(world: World): string[] {
  const { root } = world.place
  const { table, leases } = openBoard(taskSource(world), world.now())
  const ready = readyTasks(table, leases).map((place) => table.ids[place] ?? '')
  const unfinished = findUnfinishedRun(readJournal(root).entries)?.task
  return [...ready.filter((id) => id === unfinished), ...ready.filter((id) => id !== unfinished)]
}

function stopAfter(worked: Worked<RunAnswer>): Stop | null {
  if (worked.kind !== 'worked') return null
  const { outcome, reason, leaving, unsettled } = worked.report
  if (outcome === 'interrupted') return { kind: 'interrupted', reason }
  if (unsettled?.concerns === 'all-tasks') {
    const { code, hint } = unsettled
    return { kind: 'fault', code, reason: unsettled.reason, hint }
  }
  return leaving?.kind === 'left' ? { kind: 'work-left', reason: leaving.because } : null
}
