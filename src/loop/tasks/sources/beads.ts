import * as z from 'zod'
import type { Place } from '#words/place.ts'
import { TASK_ID, type Task } from '#words/task.ts'
import { tableOf } from '../table-of.ts'
import { askBd, BD_INSTALL, BD_SETTINGS, type Bd, demand, failed, odd } from './ask-bd.ts'
import { type Asking, firstWrong, tellProgram } from './ask-program.ts'
import {
  type BeadsAround,
  type BeadsIssue,
  beadsIssueSchema,
  describeBead,
  IN_BLOCK,
  readBeadsIssue,
  type StatusCategories,
} from './beads-issue.ts'
import { setInBlock } from './block-text.ts'
import type { AddOutcome, TaskDraft, TaskEdit, TaskRead, TaskSource } from './contract.ts'
import { bullets, csv, editBeadsIssue } from './edit-beads-issue.ts'
import { withoutSecrets } from './without-secrets.ts'

export type BeadsPlace = Pick<Place, 'root' | 'environment'> & { readonly now: () => Date }

/** Tasks as issues of beads, asked and told by its program `bd`. Its files are never touched. */
export function beads({ now, ...place }: BeadsPlace): TaskSource {
  const asking: Asking = { ...place, settings: BD_SETTINGS, install: BD_INSTALL }
  const bd: Bd = (words, stdin) => askBd({ words, stdin }, asking)
  const reading: Reading = { bd, root: place.root, now }
  return {
    name: 'beads',
    root: place.root,
    readAll: () => tableOf(rowsOf(listIssues(bd), reading), { called: (id) => id }),
    read: (id) => readOne(id, reading),
    readTexts: (ids) => {
      const wanted = new Set(ids)
      const issues = listIssues(bd)
      const texts = new Map(issues.map((issue) => [issue.id, describeBead(issue)]))
      return rowsOf(issues, reading).flatMap((row) =>
        row.kind === 'task' && wanted.has(row.id)
          ? [
              {
                task: { ...row.head, description: texts.get(row.id) ?? '' },
                others: row.others ?? {},
                file: row.id,
              },
            ]
          : [],
      )
    },
    add: (draft) => addIssue(withoutSecrets(draft), bd),
    // It is given for five minutes, and `bd reclaim` takes the task from who does not say that they are still there.
    renew: (id) => tellProgram({ program: 'bd', words: ['--json', 'heartbeat', id] }, asking),
    spell: (typed) => typed,
  }
}

function listIssues(bd: Bd): BeadsIssue[] {
  const words = ['list', '--all', '--limit=0', '--include-gates']
  return issuesIn(demand(bd(words), words), words)
}

function issuesIn(data: unknown, words: readonly string[]): BeadsIssue[] {
  const parsed = z.array(beadsIssueSchema).safeParse(data ?? [])
  if (parsed.success) return parsed.data
  throw odd(words, firstWrong(parsed.error))
}

function rowsOf(issues: readonly BeadsIssue[], reading: Reading) {
  const around = aroundOf(issues, reading)
  return issues.map((issue) => readBeadsIssue(issue, around))
}

function aroundOf(issues: readonly BeadsIssue[], { bd, now }: Reading): BeadsAround {
  const pinned = new Set(issues.filter(({ status }) => status === 'pinned').map(({ id }) => id))
  const children = new Map<string, string[]>(issues.map(({ id }) => [id, []]))
  for (const { id, dependencies } of issues)
    for (const { type, depends_on_id } of dependencies)
      if (type === 'parent-child') children.get(depends_on_id)?.push(id)
  return {
    now: now(),
    categories: categoriesFor(issues, bd),
    childrenOf: (id) => (issues.length > 1 ? (children.get(id) ?? null) : null),
    isPinned: (id) => pinned.has(id),
  }
}

const BUILT_IN = new Set(['open', 'in_progress', 'blocked', 'deferred', 'closed', 'pinned', 'hooked'])

/** Asked only where somebody uses a status of their own. */
function categoriesFor(issues: readonly BeadsIssue[], bd: Bd): StatusCategories {
  if (issues.every(({ status }) => BUILT_IN.has(status))) return new Map()
  const answer = bd(['statuses'])
  const found = answer.kind === 'data' ? statusesSchema.safeParse(answer.data) : null
  const all = found?.success ? (found.data.custom_statuses ?? []) : []
  return new Map(all.map(({ name, category }) => [name, category]))
}

const statusesSchema = z.looseObject({
  custom_statuses: z.array(z.object({ name: z.string(), category: z.string().default('') })).nullish(),
})

type Reading = { readonly bd: Bd; readonly root: string; readonly now: () => Date }

function readOne(id: string, reading: Reading): TaskRead {
  const { bd, root } = reading
  if (!TASK_ID.test(id)) return { kind: 'missing', id }
  const words = ['show', id]
  const answer = bd(words)
  if (answer.kind === 'refused') {
    if (/not found|no issues? found|no such issue/i.test(answer.error)) return { kind: 'missing', id }
    throw failed(words, answer.error)
  }
  const [listed] = issuesIn(answer.data, words)
  // It takes the beginning of an id for the whole.
  if (listed === undefined || listed.id !== id) return { kind: 'missing', id }
  const issue = withComments(listed, bd)
  const [row] = rowsOf([issue], reading)
  if (row === undefined || row.kind === 'broken')
    return { kind: 'broken', file: id, reason: row?.reason ?? 'cannot be read', mend: `bd edit ${id}` }
  const task: Task = { ...row.head, description: describeBead(issue) }
  const edit = (wanted: TaskEdit) => editBeadsIssue(withoutSecrets(wanted), { issue, task, bd, root })
  return { kind: 'task', task, others: row.others ?? {}, file: id, edit }
}

/** It counts them, and tells them only who asks for them. */
function withComments(issue: BeadsIssue, bd: Bd): BeadsIssue {
  if (issue.comments.length > 0 || !Number(issue['comment_count'] ?? 0)) return issue
  const words = ['comments', issue.id]
  const parsed = beadsIssueSchema.shape.comments.safeParse(demand(bd(words), words))
  if (!parsed.success) throw odd(words, 'it names no comments')
  return { ...issue, comments: parsed.data }
}

function addIssue({ id, task, isTrial }: TaskDraft, bd: Bd): AddOutcome {
  const whole: Task = { ...task, id: id ?? 'new' }
  if (isTrial) return { kind: 'added', task: whole, file: whole.id }
  const inBlock = Object.fromEntries(IN_BLOCK.map((key) => [key, task[key]]))
  const text = setInBlock(task.description, inBlock) ?? task.description
  const words = [
    'create',
    `--title=${task.title}`,
    `--type=${task.type}`,
    `--priority=${task.priority}`,
    ...(id === null ? [] : [`--id=${id}`]),
    ...(task.parent === null || id !== null ? [] : [`--parent=${task.parent}`]),
    ...task.labels.map((label) => `--labels=${csv(label)}`),
    ...task.depends_on.map((other) => `--deps=${other}`),
    ...(task.acceptance.length === 0 ? [] : [`--acceptance=${bullets(task.acceptance)}`]),
    ...(text === '' ? [] : ['--body-file=-']),
  ]
  const answer = bd(words, text === '' ? undefined : text)
  if (answer.kind === 'refused' && id !== null && /already exists|duplicate/i.test(answer.error))
    return { kind: 'exists', id }
  const [issue] = issuesIn([demand(answer, words)].flat(), words)
  if (issue === undefined) throw odd(words, 'it names no issue')
  // It takes an id or a parent, not both.
  if (id !== null && task.parent !== null) {
    const below = ['update', id, `--parent=${task.parent}`]
    demand(bd(below), below)
  }
  return { kind: 'added', task: { ...whole, id: issue.id }, file: issue.id }
}
