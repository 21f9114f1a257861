import type { Task } from '#words/task.ts'
import type { FieldValue } from '../edit-task-text.ts'
import { type Bd, demand, failed } from './ask-bd.ts'
import { type BeadsIssue, IMPLEMENTED, IN_BLOCK, typeOf, WAITS } from './beads-issue.ts'
import { setInBlock, setProse } from './block-text.ts'
import type { EditPlan, Taken, TaskEdit, TaskMove } from './contract.ts'
import { sayMove } from './say-move.ts'

export type Editing = {
  readonly bd: Bd
  readonly root: string
  readonly issue: BeadsIssue
  readonly task: Task
}

export function editBeadsIssue(edit: TaskEdit, editing: Editing): EditPlan {
  const { issue, task, bd } = editing
  const { id } = task
  const { fields = {}, move } = edit
  const inBlock: Record<string, FieldValue> = Object.fromEntries(
    IN_BLOCK.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])),
  )
  if (move !== undefined && move.to !== 'done' && move.to !== 'in_progress')
    inBlock['blocked_by'] = move.to === 'blocked' ? move.reason : null
  const prose =
    edit.description === undefined ? issue.description : setProse(issue.description, edit.description)
  const text = setInBlock(prose, inBlock)
  if (text === null)
    return {
      kind: 'unfit',
      file: id,
      reason: 'its keel block is written in a way that keel does not change',
      mend: `bd edit ${id}`,
    }
  const flags = [...flagsOf(fields, issue), ...(move === undefined ? [] : flagsOfMove(move, issue))]
  const body =
    text === issue.description ? [] : ['--body-file=-', ...(text === '' ? ['--allow-empty-description'] : [])]
  const write = (): Taken | null => {
    const taken = move === undefined ? null : moveFirst(move, editing)
    if (taken !== null) return taken
    const tell = (words: readonly string[], stdin?: string) => demand(bd(words, stdin), words)
    if (flags.length + body.length > 0)
      tell(['update', id, ...flags, ...body], body.length > 0 ? text : undefined)
    for (const words of dependencyWords(fields['depends_on'], issue)) tell(words)
    if (edit.note !== undefined) tell(['comments', 'add', '--', id, edit.note])
    return null
  }
  return { kind: 'edited', write }
}

function flagsOf(fields: Readonly<Record<string, FieldValue>>, { issue_type, labels }: BeadsIssue): string[] {
  const flags: string[] = []
  const { title, type, priority, parent, acceptance } = fields
  if (title !== undefined) flags.push(`--title=${title}`)
  // Beads has more types than keel: one that means the same stays.
  if (typeof type === 'string' && typeOf(issue_type) !== type) flags.push(`--type=${type}`)
  if (priority !== undefined) flags.push(`--priority=${priority}`)
  if (parent !== undefined) flags.push(`--parent=${parent ?? ''}`)
  if (Array.isArray(acceptance)) flags.push(`--acceptance=${bullets(acceptance)}`)
  const wanted = fields['labels']
  if (!Array.isArray(wanted)) return flags
  const shown = labels.filter((label) => label !== IMPLEMENTED)
  for (const label of wanted.filter((one) => !shown.includes(one))) flags.push(`--add-label=${csv(label)}`)
  for (const label of shown.filter((one) => !wanted.includes(one))) flags.push(`--remove-label=${csv(label)}`)
  return flags
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** It reads a list with commas, and quotation marks as spreadsheets do. */
export function csv(word: string): string {
  return /[",\r\n]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word
}

function flagsOfMove({ to }: TaskMove, { status, labels, defer_until }: BeadsIssue): string[] {
  const marked = labels.includes(IMPLEMENTED)
  const unmark = marked ? [`--remove-label=${IMPLEMENTED}`] : []
  const again = defer_until ? ['--defer='] : []
  switch (to) {
    case 'done':
      return []
    case 'in_progress':
      return unmark
    case 'open':
      return [...(status === 'closed' ? [] : ['--status=open']), '--assignee=', ...again, ...unmark]
    case 'implemented':
      return ['--status=in_progress', ...(marked ? [] : [`--add-label=${IMPLEMENTED}`])]
    case 'blocked':
    case 'deferred':
      return [`--status=${to}`, ...unmark]
  }
}

/** What has commands of its own. A claim is decided there: two who ask at once do not both get it. */
function moveFirst(move: TaskMove, { issue, bd, root }: Editing): Taken | null {
  const { id, status } = issue
  const tell = (words: readonly string[]) => demand(bd(words), words)
  if (move.to === 'in_progress') {
    const words = ['update', id, '--claim']
    const answer = bd(words)
    if (answer.kind === 'data') return null
    if (!/claim|assigned/i.test(answer.error)) throw failed(words, answer.error)
    const by = /(?:claimed by|assigned to) "?([^"\s,;]+)/i.exec(answer.error)?.[1]
    return { kind: 'taken', id, by: by ?? 'somebody else' }
  }
  if (move.to === 'done')
    tell(['close', id, `--reason=${sayMove(move, root)}`, ...(move.isForced ? ['--force'] : [])])
  if (move.to === 'open' && status === 'closed') tell(['reopen', id, `--reason=${sayMove(move, root)}`])
  return null
}

function dependencyWords(wanted: FieldValue | undefined, { id, dependencies }: BeadsIssue): string[][] {
  if (!Array.isArray(wanted)) return []
  const now = dependencies.filter(({ type }) => WAITS.has(type))
  const others = now.map(({ depends_on_id }) => depends_on_id)
  return [
    ...wanted.filter((one) => !others.includes(one)).map((one) => ['dep', 'add', id, one]),
    ...others.filter((one) => !wanted.includes(one)).map((one) => ['dep', 'remove', id, one]),
  ]
}
