import { countWhile } from '#kit/count-while.ts'
import type { TaskHead, TaskStatus } from '#words/task.ts'
import { findCycles, waitsForItself } from './find-cycles.ts'
import type { Leases } from './leases.ts'
import { byUrgency, foldAbove, parentsIn, readyTasks } from './ready-tasks.ts'
import { EPIC, NONE, statusAt, type TaskTable, UNKNOWN } from './task-table.ts'
import { openWaveFiles, type WaveFiles } from './wave-files.ts'
import { startQueue } from './wave-queue.ts'

/** Tasks that may be worked on at the same time. */
export type Wave = {
  readonly wave: number
  readonly tasks: readonly WaveTask[]
}

export type WaveTask = Pick<TaskHead, 'id' | 'title' | 'priority' | 'depends_on' | 'files' | 'check'> & {
  /** `ready`: somebody can start it now. `running`: somebody is at work on it. `implemented`: it waits for its proof. */
  readonly state: 'ready' | 'waiting' | 'running' | 'implemented'
}

export type WavePlan = {
  readonly waves: readonly Wave[]
  /** What is in no wave, and why. In the writing of a task’s fields: other programs read both in one file. */
  readonly left_out: readonly LeftOut[]
}

export type LeftOut = { readonly id: string; readonly reason: string }

export type WaveQuestion = {
  readonly leases: Leases
  /** What becomes of tasks that do not say which files they touch: each is alone in its wave, or they share one with others. */
  readonly unnamed: 'alone' | 'together'
}

/**
 * Groups the work that is left into waves: each task comes after all that it waits for, and two that could touch the same file are
 * never in one wave, unless somebody is at work on both: what is being worked on now is in the first. What only waits for its proof
 * comes before what is to be started. Within a wave the more urgent come first.
 */
export function planWaves(table: TaskTable, { leases, unnamed }: WaveQuestion): WavePlan {
  const { running, implemented, waiting, leftOut } = sortOut(table, leases)
  const queue = startQueue(table, waiting)
  const filesOf = (place: number) => table.headOf(place)?.files ?? []
  const files = openWaveFiles({ filesOf, count: table.ids.length, unnamed })
  const waves: Wave[] = []
  let left = [...implemented, ...queue.free()]
  let at = 0
  let first = running
  const ready = new Set(readyTasks(table, leases))
  const isImplemented = (place: number) => statusAt(table, place) === 'implemented'
  const stateOf = (place: number) =>
    isImplemented(place) ? 'implemented' : ready.has(place) ? 'ready' : 'waiting'
  const urgency = byUrgency(table)
  const compare = (one: number, other: number) =>
    Number(isImplemented(other)) - Number(isImplemented(one)) || urgency(one, other)
  while (left.length - at + first.length > 0) {
    files.startWave()
    const tasks = first.map((place) => waveTask({ table, place, files, state: 'running' }))
    const chosen = [...first]
    let passed = at
    let seen = at
    for (; seen < left.length && !files.isFull(); seen++) {
      const place = left[seen] ?? 0
      if (files.fits(place)) {
        chosen.push(place)
        tasks.push(waveTask({ table, place, files, state: stateOf(place) }))
      } else left[passed++] = place
    }
    waves.push({ wave: waves.length + 1, tasks })
    // To copy what is left for each of thousands of waves with one task each takes longer than all the rest.
    if (passed === at) at = seen
    else left.splice(passed, seen - passed)
    for (const place of chosen) queue.end(place)
    const more = queue.free()
    if (more.length > 0) {
      left = merge(at === 0 ? left : left.slice(at), { more, compare })
      at = 0
    }
    first = []
  }
  const stuck = queue.stuck().map((place) => ({
    id: table.ids[place] ?? '',
    reason: 'It waits for what is in no wave.',
  }))
  return { waves, left_out: [...leftOut, ...stuck].sort((one, other) => (one.id < other.id ? -1 : 1)) }
}

type Merging = {
  readonly more: readonly number[]
  readonly compare: (one: number, other: number) => number
}

/** To sort all anew for the one or two that each of thousands of waves sets free would take longer than the rest. */
function merge(left: number[], { more, compare }: Merging): number[] {
  if (more.length > FEW) return [...left, ...more].sort(compare)
  for (const place of more) {
    const before = countWhile(left.length, (at) => compare(left[at] ?? place, place) < 0)
    left.splice(before, 0, place)
  }
  return left
}

const FEW = 16

type Placed = {
  readonly table: TaskTable
  readonly place: number
  readonly files: WaveFiles
  readonly state: WaveTask['state']
}

function waveTask({ table, place, files, state }: Placed): WaveTask {
  const head = table.headOf(place)
  const { title = '', priority = 0, depends_on = [], check = null } = head ?? {}
  files.add(place)
  return { id: table.ids[place] ?? '', title, priority, depends_on, files: head?.files ?? [], check, state }
}

/** Who is at work, whose proof is missing, who could be some day, and who cannot. Epics with children are no work themselves. */
function sortOut(table: TaskTable, leases: Leases) {
  const found = { running: [] as number[], implemented: [] as number[], waiting: [] as number[] }
  const leftOut: LeftOut[] = []
  const parents = parentsIn(table)
  const heldAbove = findAbove(table)
  const cycles = new Map(findCycles(table).flatMap((cycle) => cycle.map((id) => [id, cycle] as const)))
  const isInCycle = waitsForItself(table)
  const cycleOf = (id: string) => cycles.get(id) ?? (isInCycle(id) ? [] : undefined)
  for (const [place, id] of table.ids.entries()) {
    const status = statusAt(table, place)
    const isHeading = table.columns.types[place] === EPIC && parents.has(place)
    if (status === null || status === 'done' || isHeading) continue
    const stage = stageOf(status, leases.dead.has(id) ? 'left' : 'held')
    const reason = stage === 'waiting' ? whyLeftOut(table, { place, cycle: cycleOf(id), heldAbove }) : null
    if (reason !== null) leftOut.push({ id, reason })
    else found[stage].push(place)
  }
  const compare = byUrgency(table)
  return {
    ...found,
    running: found.running.sort(compare),
    implemented: found.implemented.sort(compare),
    leftOut,
  }
}

/** What is implemented nobody works on: its proof is missing, and until then its files are its own. */
function stageOf(status: TaskStatus, lease: 'left' | 'held'): 'running' | 'implemented' | 'waiting' {
  if (status === 'implemented') return 'implemented'
  return status === 'in_progress' && lease === 'held' ? 'running' : 'waiting'
}

type Doubt = {
  readonly place: number
  /** Empty where it is in one that is not named. */
  readonly cycle: readonly string[] | undefined
  readonly heldAbove: (place: number) => HeldAbove
}

type HeldAbove = {
  /** The nearest above that holds it up. */
  readonly held: number | null
  /** Whether it is a part of what nobody knows in the end. */
  readonly isAstray: boolean
}

function findAbove(table: TaskTable): (place: number) => HeldAbove {
  return foldAbove<HeldAbove>(table, (place, above) => {
    const parent = table.columns.parents[place] ?? NONE
    const isHeld = parent < table.ids.length && HOLDING.has(statusAt(table, parent))
    return {
      held: isHeld ? parent : (above?.held ?? null),
      isAstray: parent === UNKNOWN || (above?.isAstray ?? false),
    }
  })
}

const HOLDING: ReadonlySet<string | null> = new Set(['blocked', 'deferred', null])

function whyLeftOut(table: TaskTable, { place, cycle, heldAbove }: Doubt): string | null {
  const status = statusAt(table, place)
  if (status === 'blocked' || status === 'deferred') return `It is ${status}.`
  if (table.columns.types[place] === EPIC) return 'It is an epic without parts.'
  const held = table.heldAt?.(place) ?? null
  if (held !== null) return held
  if (cycle?.length === 0) return 'It waits for itself.'
  if (cycle !== undefined) return `It waits for itself: ${[...cycle, cycle[0]].join(' → ')}.`
  if (table.dependenciesOf(place).includes(UNKNOWN)) return 'It waits for a task that is not there.'
  const { held: above, isAstray } = heldAbove(place)
  if (isAstray) return 'It is a part of a task that is not there.'
  if (above === null) return null
  return `${table.ids[above]}, which it is a part of, is ${statusAt(table, above) ?? 'no task'}.`
}
