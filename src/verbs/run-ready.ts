import { readJournal } from '#journal/read-journal.ts'
import { findUnfinishedRun } from '#loop/resume-run.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { readyTasks } from '#loop/tasks/ready-tasks.ts'
import { Fault } from '#words/fault.ts'
import { engageRun, type RunAnswer } from './engage-run.ts'
import { notClaimed, type Worked } from './on-task.ts'
import { prepareRun, type RunWish } from './prepare-run.ts'
import type { Recorder } from './prepared.ts'
import { taskSource } from './task-source.ts'
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

export type ReadyWish = RunWish & { readonly most?: number | undefined; readonly minutes: number }

/**
 * Works on the tasks that are ready, one after the other, until none is, which looks at all tasks anew each time. What is blocked
 * here is not taken again by the same call.
 */
export async function runReady(input: ReadyWish, recorder: Recorder): Promise<ReadyAnswer> {
  const { world } = recorder
  const runs: RunAnswer[] = []
  const passedOver: { task: string; reason: string }[] = []
  const seen = new Set<string>()
  const next = () => nextReady(world).filter((id) => !seen.has(id))
  let stopped: Stop | null = null
  while (stopped === null) {
    const [task] = next()
    stopped = whyNoOther({ task, isEnough: runs.length === input.most, isOver: world.signal.aborted })
    if (stopped !== null || task === undefined) break
    seen.add(task)
    world.mention(`Task ${task} is next.`)
    const worked = await tryOn(task, { input, recorder })
    // Where nothing was done yet, nothing is lost by saying it at once.
    if (worked instanceof Fault && runs.length === 0) throw worked
    if (!(worked instanceof Fault) && worked.kind === 'worked') runs.push(worked.report)
    else if (!(worked instanceof Fault)) passedOver.push({ task, reason: notClaimed(task, worked).message })
    stopped = stopAfter(worked)
  }
  return { runs, passedOver, stopped: stopped ?? { kind: 'none-ready' }, left: next() }
}

type Moment = { readonly task: string | undefined; readonly isEnough: boolean; readonly isOver: boolean }

function whyNoOther({ task, isEnough, isOver }: Moment): Stop | null {
  if (task === undefined) return { kind: 'none-ready' }
  if (isOver) return { kind: 'interrupted', reason: 'Interrupted.' }
  return isEnough ? { kind: 'most' } : null
}

/** The one whose run was killed first: what it left would be in the way of every other. */
export function nextReady(world: World): string[] {
  const { root } = world.place
  const { table, leases } = openBoard(taskSource(world), world.now())
  const ready = readyTasks(table, leases).map((place) => table.ids[place] ?? '')
  const unfinished = findUnfinishedRun(readJournal(root).entries)?.task
  return [...ready.filter((id) => id === unfinished), ...ready.filter((id) => id !== unfinished)]
}

async function tryOn(
  task: string,
  { input, recorder }: { input: ReadyWish; recorder: Recorder },
): Promise<Worked<RunAnswer> | Fault> {
  try {
    const prepared = await prepareRun({ ...input, task }, recorder)
    const go = await engageRun(prepared, { ...recorder, minutes: input.minutes })
    return await go()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

function stopAfter(worked: Worked<RunAnswer> | Fault): Stop | null {
  if (worked instanceof Fault)
    return { kind: 'fault', code: worked.code, reason: worked.message, hint: worked.hint }
  if (worked.kind !== 'worked') return null
  const { outcome, reason, leaving } = worked.report
  if (outcome === 'interrupted') return { kind: 'interrupted', reason }
  return leaving?.kind === 'left' ? { kind: 'work-left', reason: leaving.because } : null
}
