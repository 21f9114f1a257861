import * as z from 'zod'
import type { Task } from '#words/task.ts'
import { userFault } from '#words/user-fault.ts'
import type { FieldValue } from '../edit-task-text.ts'
import { isNothing, setInBlock, setProse } from './block-text.ts'
import type { EditPlan, FoundTask, Taken, TaskEdit, TaskMove } from './contract.ts'
import { assignedBeside, blockOf, type GithubIssue, IN_BLOCK, linksOf } from './github-issue.ts'
import { meaningOf, priorityLabel, STATUS_LABELS, typeLabel } from './label-meaning.ts'
import { sayMove } from './say-move.ts'
import { isTrusted, writerOf } from './written-by.ts'

/** Asks `gh api`. A refusal is for whoever asked. */
export type Gh = (question: {
  readonly words: readonly string[]
  readonly body?: unknown
  readonly timeoutMs?: number
}) =>
  | { readonly kind: 'data'; readonly output: string }
  | { readonly kind: 'refused'; readonly error: string; readonly status: number | null }

export type Editing = {
  readonly issue: GithubIssue
  readonly task: Task
  readonly gh: Gh
  readonly root: string
  readonly repository: string
}

/** What it takes to change an issue. What stands in its text by somebody’s hand is theirs. */
export function editGithubIssue(edit: TaskEdit, editing: Editing): EditPlan {
  const { issue, task } = editing
  const { fields = {}, move } = edit
  const unfit = (reason: string): EditPlan => ({
    kind: 'unfit',
    file: `#${task.id}`,
    reason,
    mend: `gh issue edit ${task.id}`,
  })
  const links = planLinks(fields, editing)
  if (typeof links === 'string') return unfit(links)
  const inBlock: Record<string, FieldValue> = { ...links.inBlock }
  for (const key of IN_BLOCK)
    if (fields[key] !== undefined && key !== 'parent' && key !== 'depends_on') inBlock[key] = fields[key]
  if (!isTrusted(issue) && Object.values(inBlock).some((value) => !isNothing(value)))
    return unfit(
      `${writerOf(issue)} wrote it, who may not write to the repository: its keel block counts for nothing`,
    )
  if (move !== undefined && move.to !== 'done')
    inBlock['blocked_by'] = move.to === 'blocked' ? move.reason : null
  const prose = edit.description === undefined ? issue.body : setProse(issue.body, edit.description)
  const text = isTrusted(issue) ? setInBlock(prose, inBlock) : prose
  if (text === null) return unfit('its keel block is written in a way that keel does not change')
  const write = () => {
    const taken = move?.to === 'in_progress' ? assign(editing) : null
    if (taken !== null) return taken
    const changes = {
      ...(typeof fields['title'] === 'string' && { title: fields['title'] }),
      ...(text !== issue.body && { body: text }),
    }
    if (Object.keys(changes).length > 0) tell(editing, { method: 'PATCH', path: '', body: changes })
    links.write()
    setLabels(fields, editing)
    if (move !== undefined) carryOut(move, editing)
    if (edit.note !== undefined) comment(edit.note, editing)
    return null
  }
  return { kind: 'edited', write }
}

/** Null, or why they cannot be set. */
export function setLinks(
  found: FoundTask,
  { parent, depends_on }: Pick<Task, 'parent' | 'depends_on'>,
): string | null {
  const plan = found.edit({
    fields: { ...(parent !== null && { parent }), ...(depends_on.length > 0 && { depends_on }) },
  })
  if (plan.kind === 'unfit') return plan.reason
  plan.write()
  return null
}

type Telling = {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** Says something to GitHub about the issue, and throws where it will not hear. */
function tell({ issue, gh }: Editing, { method, path, body }: Telling): string {
  const at = `repos/{owner}/{repo}/issues/${issue.number}${path}`
  const answer = gh({ words: ['--method', method, at], ...(body !== undefined && { body }) })
  if (answer.kind === 'data') return answer.output
  if (method === 'DELETE' && answer.status === 404) return ''
  throw userFault('source-refused', {
    message: `GitHub would not change #${issue.number}: ${answer.error}`,
    hint: `gh issue view ${issue.number}`,
  })
}

function comment(text: string, editing: Editing): void {
  tell(editing, { method: 'POST', path: '/comments', body: { body: text } })
}

type Fields = Readonly<Record<string, FieldValue>>

type Meant = { readonly inBlock: Record<string, FieldValue>; readonly write: () => void }

/** Where GitHub knows of dependencies they are told to it; elsewhere they stand in the block. A string says why it cannot be done. */
function planLinks(fields: Fields, editing: Editing): Meant | string {
  const waits = planWaits(fields['depends_on'], editing)
  const place = planPlace(fields['parent'], editing)
  if (typeof waits === 'string') return waits
  if (typeof place === 'string') return place
  const write = () => {
    waits.write()
    place.write()
  }
  return { inBlock: { ...waits.inBlock, ...place.inBlock }, write }
}

const UNCHANGED: Meant = { inBlock: {}, write: () => {} }

function planWaits(wanted: FieldValue | undefined, editing: Editing): Meant | string {
  if (!Array.isArray(wanted)) return UNCHANGED
  const { issue, task, repository } = editing
  const { native, said } = linksOf(issue, { repository })
  const left = said.dependencies.find((one) => !wanted.includes(one))
  if (left !== undefined) return `its text says that it waits for #${left}`
  const block = blockOf(issue)
  const own = typeof block === 'string' ? [] : [block.fields['depends_on'] ?? []].flat().map(String)
  const added = wanted.filter((one) => !task.depends_on.includes(one))
  const kept = own.filter((one) => wanted.includes(one.replace('#', '')))
  const beside = knowsLinks(issue) ? kept : [...kept, ...added]
  const write = () => {
    if (knowsLinks(issue)) for (const one of added) waitFor(one, editing)
    for (const one of native) if (!wanted.includes(one)) waitNoMore(one, editing)
  }
  return { inBlock: beside.join() === own.join() ? {} : { depends_on: beside }, write }
}

function planPlace(parent: FieldValue | undefined, editing: Editing): Meant | string {
  const { issue, task, repository } = editing
  if (parent === undefined || parent === task.parent) return UNCHANGED
  const { said, parent: above } = linksOf(issue, { repository })
  if (parent === null && said.parent !== null) return `its text says that it is a part of #${said.parent}`
  if (!knowsLinks(issue)) return { inBlock: { parent }, write: () => {} }
  const write = () => moveBelow(parent === null ? null : String(parent), { ...editing, above })
  return { inBlock: { parent: null }, write }
}

function knowsLinks({ blockedBy }: GithubIssue): boolean {
  return blockedBy !== undefined
}

function waitFor(other: string, editing: Editing): void {
  const body = { issue_id: numberOf(other, editing) }
  tell(editing, { method: 'POST', path: '/dependencies/blocked_by', body })
}

function waitNoMore(other: string, editing: Editing): void {
  const found = editing.issue.blockedBy?.nodes.find(
    ({ number }) => String(number) === other.replace(/^.*#/, ''),
  )
  if (found?.databaseId)
    tell(editing, { method: 'DELETE', path: `/dependencies/blocked_by/${found.databaseId}` })
}

function moveBelow(parent: string | null, { above, ...editing }: Editing & { above: string | null }): void {
  const of = (number: string): Editing => ({
    ...editing,
    issue: { ...editing.issue, number: Number(number) },
  })
  const sub = { sub_issue_id: editing.issue.databaseId }
  if (parent === null && above !== null) tell(of(above), { method: 'DELETE', path: '/sub_issue', body: sub })
  if (parent !== null)
    tell(of(parent), { method: 'POST', path: '/sub_issues', body: { ...sub, replace_parent: true } })
}

/** The number by which GitHub’s machines call an issue. */
function numberOf(other: string, { gh }: Editing): number {
  const answer = gh({ words: [`repos/{owner}/{repo}/issues/${other}`, '--jq', '.id'] })
  const id = answer.kind === 'data' ? Number(answer.output.trim()) : Number.NaN
  if (Number.isInteger(id)) return id
  const isMissing = answer.kind === 'refused' && answer.status === 404
  const why = answer.kind === 'refused' ? answer.error : 'it answers with no number'
  throw userFault('source-refused', {
    message: isMissing ? `There is no issue #${other}.` : `GitHub would not tell of #${other}: ${why}`,
    hint: isMissing ? 'gh issue list' : `gh issue view ${other}`,
  })
}

/** A label is added or taken away by itself, so that what others do to the rest meanwhile stays. */
function setLabels({ type, priority, labels }: Fields, editing: Editing): void {
  const { issue, task } = editing
  const has = issue.labels.nodes.map(({ name }) => name)
  const meant = (kind: 'type' | 'priority') => has.filter((one) => meaningOf(one)?.kind === kind)
  const gone: string[] = []
  const added: (string | null)[] = []
  if (type !== undefined && type !== task.type) {
    gone.push(...meant('type'))
    added.push(typeLabel(type as Task['type']))
  }
  if (typeof priority === 'number' && priority !== task.priority) {
    gone.push(...meant('priority'))
    added.push(priorityLabel(priority))
  }
  if (Array.isArray(labels)) {
    gone.push(...has.filter((one) => meaningOf(one) === null && !labels.includes(one)))
    added.push(...labels)
  }
  relabel({ gone, added: added.filter((one) => one !== null) }, editing)
}

function relabel(
  { gone, added }: { gone: readonly string[]; added: readonly string[] },
  editing: Editing,
): void {
  const has = editing.issue.labels.nodes.map(({ name }) => name)
  const fresh = added.filter((one) => !has.includes(one))
  if (fresh.length > 0) tell(editing, { method: 'POST', path: '/labels', body: { labels: fresh } })
  for (const one of gone.filter((label) => !added.includes(label)))
    tell(editing, { method: 'DELETE', path: `/labels/${encodeURIComponent(one)}` })
}

const assignedSchema = z.object({ assignees: z.array(z.object({ login: z.string() })) })

/**
 * GitHub has nothing that only one of two can do. Both assign themselves, and both see who else did: the first by name has it.
 * Two machines of one person are one to it.
 */
function assign(editing: Editing): Taken | null {
  const { issue, task, gh } = editing
  const me = ownLogin(gh)
  if (me === null)
    throw userFault('source-login', { message: 'GitHub does not say who you are.', hint: 'gh auth status' })
  const others = assignedBeside(issue, me)
  if (others.length > 0) return { kind: 'taken', id: task.id, by: others.join(', ') }
  const answer = tell(editing, { method: 'POST', path: '/assignees', body: { assignees: [me] } })
  const now = assignedIn(answer)
  if (!now.includes(me))
    throw userFault('source-refused', {
      message: `GitHub did not assign #${task.id} to ${me}, who may not be allowed to work on it.`,
      hint: `gh issue view ${task.id}`,
    })
  const first = [...now].sort()[0] ?? me
  if (first === me) return null
  tell(editing, { method: 'DELETE', path: '/assignees', body: { assignees: [me] } })
  return { kind: 'taken', id: task.id, by: first }
}

/** Who one is to GitHub; null where it does not say. */
export function ownLogin(gh: Gh): string | null {
  const said = gh({ words: ['user', '--jq', '.login'] })
  return (said.kind === 'data' && said.output.trim()) || null
}

function assignedIn(answer: string): string[] {
  try {
    return assignedSchema.parse(JSON.parse(answer)).assignees.map(({ login }) => login)
  } catch {
    return []
  }
}

function carryOut(move: TaskMove, editing: Editing): void {
  const { issue, task, root } = editing
  if (move.to === 'done') {
    comment(sayMove(move, root), editing)
    tell(editing, { method: 'PATCH', path: '', body: { state: 'closed', state_reason: 'completed' } })
  } else if (task.status === 'done') {
    tell(editing, { method: 'PATCH', path: '', body: { state: 'open' } })
  }
  if (move.to === 'blocked' || task.status === 'done') comment(sayMove(move, root), editing)
  const label = STATUS_LABELS[move.to]
  const gone = issue.labels.nodes.map(({ name }) => name).filter((name) => meaningOf(name)?.kind === 'status')
  relabel({ gone, added: label === null ? [] : [label] }, editing)
  const isLeft = move.to === 'open' && (task.status === 'in_progress' || task.status === 'implemented')
  const assignees = issue.assignees.nodes.map(({ login }) => login)
  if (isLeft && assignees.length > 0)
    tell(editing, { method: 'DELETE', path: '/assignees', body: { assignees } })
}
