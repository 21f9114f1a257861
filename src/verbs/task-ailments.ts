import { shellWord } from '#kit/shell-word.ts'
import { findProblems, openBoard, type TaskBoard, type TaskProblem } from '#loop/tasks/open-board.ts'
import { TASKS_FOLDER } from '#loop/tasks/read-tasks.ts'
import { howToProve, unprovenBy } from '#loop/tasks/say-unproven.ts'
import { DONE, statusAt } from '#loop/tasks/task-table.ts'
import { everyMove, movesOf } from './moves-of.ts'
import { taskSource } from './task-source.ts'
import type { World } from './world.ts'

type TaskAilment = { readonly level: 'problem' | 'advice'; readonly what: string; readonly remedy: string }

/** What somebody should mend in the files of tasks. A tracker has rules of its own, and to read all of it takes a while. */
export function taskAilments(world: World): TaskAilment[] {
  if (world.config.kind !== 'valid' || world.config.config.loop.tasks.source !== 'files') return []
  const board = openBoard(taskSource(world), world.now())
  const problems = findProblems(board).map(
    (problem): TaskAilment => ({ level: 'problem', what: problem.text, remedy: remedyOf(problem) }),
  )
  return [
    ...shorten(problems, { level: 'problem', remedy: 'keel task list' }),
    ...shorten(leftBehind(board, world), { level: 'advice', remedy: 'keel task list' }),
    ...shorten(doneByHand(board, world), { level: 'advice', remedy: 'keel task list --features' }),
  ]
}

/** Nobody is offered what is in progress without a lease. What a person has set so is theirs; what was claimed has lost its lease. */
function leftBehind({ table, leases }: TaskBoard, world: World): TaskAilment[] {
  const gone = table.ids
    .filter((_, place) => statusAt(table, place) === 'in_progress')
    .filter((id) => !leases.live.has(id) && !leases.dead.has(id))
  if (gone.length === 0) return []
  const last = new Map(everyMove(world).map(({ task, to }) => [task, to]))
  return gone
    .filter((id) => last.get(id) === 'in_progress')
    .map((id) => ({
      level: 'advice',
      what: `${id} was claimed and is in_progress, and its lease is gone: nobody is offered it.`,
      remedy: `keel task reopen ${id}`,
    }))
}

/** Whoever waits for it goes on as if it had been proven. */
function doneByHand({ table }: TaskBoard, world: World): TaskAilment[] {
  const done = table.ids.flatMap((_, place) =>
    table.columns.statuses[place] === DONE ? (table.headOf(place) ?? []) : [],
  )
  if (done.length === 0) return []
  return done.filter(unprovenBy(movesOf(world))).map(({ id }) => ({
    level: 'advice',
    what: `${id} is done in its file, and keel has seen no proof of it.`,
    remedy: howToProve(id),
  }))
}

function shorten(
  ailments: readonly TaskAilment[],
  rest: Pick<TaskAilment, 'level' | 'remedy'>,
): TaskAilment[] {
  const more = ailments.length - SHOWN_MAX
  const shown = ailments.slice(0, SHOWN_MAX)
  return more <= 0 ? shown : [...shown, { ...rest, what: `${more} more of the kind.` }]
}

const SHOWN_MAX = 10

function remedyOf({ kind, about }: TaskProblem): string {
  switch (kind) {
    case 'broken':
      if (about.endsWith('/')) return `mv -n ${shellWord(about)}*.md ${TASKS_FOLDER}/`
      return `\${EDITOR:-vi} ${about}`
    case 'lease':
      return `rm ${about}`
    case 'unproven':
      return howToProve(about)
    case 'early':
      return `keel task reopen ${about}`
    case 'unknown':
    case 'cycle':
      return `keel task show ${about}`
  }
}
