import * as z from 'zod'
import { findUnproven } from '#loop/tasks/find-unproven.ts'
import { type Feature, listFeatures } from '#loop/tasks/list-features.ts'
import { findProblems, openBoard, type TaskProblem } from '#loop/tasks/open-board.ts'
import { NONE, UNKNOWN } from '#loop/tasks/task-table.ts'
import { TASK_STATUSES, TASK_TYPES, type TaskHead } from '#words/task.ts'
import { describeProblems, describeTask } from './describe-task.ts'
import { findTaskId } from './find-task-id.ts'
import { movesOf } from './moves-of.ts'
import { taskSource } from './task-source.ts'
import { defineVerb } from './verb.ts'

export type TaskListReport = {
  readonly kind: 'tasks'
  readonly tasks: readonly TaskHead[]
  /** How many there are altogether that were asked for. */
  readonly total: number
  /** How many more there would be with those that are done, where nobody said whether they shall be shown. */
  readonly done: number
  readonly problems: readonly TaskProblem[]
}

/** As orchestrating agents read it: the list itself, with or without --json. Made of tasks and journal each time, and kept nowhere. */
export type FeatureList = readonly Feature[]

export const taskList = defineVerb({
  name: 'task list',
  summary: 'List tasks.',
  details:
    'Without a filter: all that are not done. Files that are no tasks, unknown ids and cycles are named below. With --features the ' +
    'answer is a feature list, as agents that orchestrate others read it, a JSON array with or without --json: `passes` and `tested` say what keel has ' +
    'seen proof of, and `retries` how often it was tried again.',
  examples: [
    { command: 'keel task list', explains: 'what is left' },
    { command: 'keel task list --status blocked --status deferred', explains: 'what rests' },
    { command: 'keel task list --features > feature-list.json', explains: 'for another program' },
  ],
  input: z.object({
    status: z.array(z.enum(TASK_STATUSES)).optional().describe('Only these. Default: all but done.'),
    type: z.enum(TASK_TYPES).optional().describe('Only these.'),
    label: z
      .array(z.string().trim().min(1))
      .optional()
      .describe('Only those with this label, and with every other that is given.'),
    parent: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('Only the parts of this epic or task, at any depth.'),
    all: z.boolean().default(false).describe('Those that are done, too.').meta({ short: 'a' }),
    features: z.boolean().default(false).describe('As a feature list, done or not.'),
    limit: z.int().min(1).max(1_000_000).default(200).describe('How many to show.').meta({ short: 'n' }),
  }),
  tells: null,
  tool: { name: 'list_tasks', effect: 'reads', withholds: ['features'], answers: 'text', answer: describe },
  configuration: 'valid',
  run: async (input, world): Promise<TaskListReport | FeatureList> => {
    const source = taskSource(world)
    const board = openBoard(source, world.now())
    const { table } = board
    const under = input.parent === undefined ? null : table.placeOf(findTaskId(input.parent, world))
    const isBelow = (place: number) => {
      for (let above = table.columns.parents[place] ?? NONE, steps = 0; steps < DEPTH_MAX; steps++) {
        if (above === under) return true
        if (above === NONE || above === UNKNOWN) return false
        above = table.columns.parents[above] ?? NONE
      }
      return false
    }
    const isShown = ({ status }: TaskHead) =>
      input.status?.includes(status) ?? (input.all || input.features || status !== 'done')
    const isWanted = ({ type, labels }: TaskHead) =>
      (input.type === undefined || input.type === type) &&
      (input.label ?? []).every((label) => labels.includes(label))
    const wanted = table.ids.flatMap((_, place) => {
      if (under !== null && !isBelow(place)) return []
      const head = table.headOf(place)
      return head !== null && isWanted(head) ? [head] : []
    })
    const found = wanted.filter(isShown)
    if (input.features) return listFeatures(source, { heads: found, moves: movesOf(world) })
    const tasks = found.sort(byUrgency).slice(0, input.limit)
    return {
      kind: 'tasks',
      tasks,
      total: found.length,
      done: input.status === undefined ? wanted.length - found.length : 0,
      problems: [...findProblems(board), ...findUnproven(table, movesOf(world))],
    }
  },
  hasFindings: () => false,
})

/** No epic is further up; what goes in a circle has an end here. */
const DEPTH_MAX = 1000

function byUrgency(one: TaskHead, other: TaskHead): number {
  const [mine, theirs] = [one.created ?? '9', other.created ?? '9']
  if (one.priority !== other.priority) return one.priority - other.priority
  if (mine !== theirs) return mine < theirs ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function describe(report: TaskListReport | FeatureList): string {
  if (!('tasks' in report)) return JSON.stringify(report)
  const { tasks, total, done, problems } = report
  const more = total - tasks.length
  return [
    ...(total === 0
      ? [done === 0 ? 'There are no such tasks.' : `All ${done} are done.`]
      : tasks.map(describeTask)),
    ...(more === 0 ? [] : [`${more} more.`]),
    ...describeProblems(problems),
  ].join('\n')
}
