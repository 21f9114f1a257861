import type { ImportFormat, NotUnderstood, SourceFile, TaskDraft } from './contract.ts'
import { WHOLE } from './contract.ts'
import { newDraft } from './new-draft.ts'
import { asList, asRecord, asText, parseJson } from './parse-json.ts'
import { pathsIn } from './paths-in.ts'

/** The `tasks.json` of https://github.com/eyaltoledano/claude-task-master: a list for each tag, or one list in older files. */
export const taskMaster: ImportFormat = {
  name: 'task-master',
  recognises: ({ path, text }) =>
    path.endsWith('.json') &&
    /"tasks"\s*:\s*\[/.test(text) &&
    !/"userStories"\s*:/.test(text) &&
    mayBeOurs(text),
  read: (file, { tag }) => {
    const parsed = parseJson(file.text)
    if (parsed.kind === 'unreadable') return parsed
    const lists = listsIn(parsed.value)
    if (lists.length === 0) return { kind: 'unreadable', reason: 'has no list of `tasks`' }
    const wanted = tag === null ? lists : lists.filter(({ name }) => name === tag)
    if (wanted.length === 0)
      return {
        kind: 'unreadable',
        reason: `has no tag ${tag}, but ${lists.map(({ name }) => name).join(', ')}`,
      }
    if (!hasIds(wanted))
      return { kind: 'unreadable', reason: 'has `tasks` without an id, and is none of task-master’s' }
    const filled = wanted.filter(({ tasks }) => tasks.length > 0)
    const read = (filled.length > 0 ? filled : wanted.slice(0, 1)).map((list) => readTag(list, file))
    return {
      kind: 'drafts',
      drafts: read.flatMap(({ drafts }) => drafts),
      notUnderstood: read.flatMap(({ odd }) => odd),
    }
  },
}

/** Other programs have lists of tasks, too: those of an editor have no ids. What is no JSON is said to be none when it is read. */
function mayBeOurs(text: string): boolean {
  const parsed = parseJson(text)
  return parsed.kind === 'unreadable' || hasIds(listsIn(parsed.value))
}

function hasIds(lists: readonly Tag[]): boolean {
  const all = lists.flatMap(({ tasks }) => tasks)
  return all.length === 0 || all.some((task) => asText(asRecord(task)?.['id']) !== '')
}

type Tag = { readonly name: string; readonly description: string; readonly tasks: readonly unknown[] }

function listsIn(value: unknown): Tag[] {
  const root = asRecord(value)
  if (root === null) return []
  if (Array.isArray(root['tasks']))
    return [{ name: 'master', description: describedIn(root), tasks: root['tasks'] }]
  return Object.entries(root).flatMap(([name, context]) => {
    const list = asRecord(context)
    return list !== null && Array.isArray(list['tasks'])
      ? [{ name, description: describedIn(list), tasks: list['tasks'] }]
      : []
  })
}

function describedIn(list: Readonly<Record<string, unknown>>): string {
  const text = asText(asRecord(list['metadata'])?.['description'])
  return /^(?:tasks for \w+ context|tag created on .*)$/i.test(text) ? '' : text
}

/** What is read of one list, with the key of each task after the name of its tag: ids are the same in every list. */
type Reading = {
  readonly tag: string
  readonly file: SourceFile
  readonly drafts: TaskDraft[]
  readonly odd: NotUnderstood[]
}

function readTag({ name, description, tasks }: Tag, file: SourceFile): Reading {
  const reading: Reading = { tag: name, file, drafts: [], odd: [] }
  readList(tasks, { reading, above: null })
  const { drafts } = reading
  const isDone = drafts.length > 0 && drafts.every(({ status }) => status === 'done')
  const whole = newDraft({
    key: `${name}/${WHOLE}`,
    title: description.split('\n', 1)[0] || (name === 'master' ? 'Tasks of task-master' : name),
    type: 'epic',
    status: isDone ? 'done' : 'open',
    labels: [name],
    description,
  })
  return { ...reading, drafts: [whole, ...drafts] }
}

type Level = {
  readonly reading: Reading
  /** The path of what they are parts of: `3`, `3.2`. */
  readonly above: string | null
}

function readList(listed: readonly unknown[], { reading, above }: Level): void {
  const siblings = new Set(listed.map((value) => asText(asRecord(value)?.['id'])))
  for (const [index, value] of listed.entries()) {
    const task = asRecord(value)
    const id = asText(task?.['id'])
    const place = `${reading.file.path}, ${reading.tag}, ${above === null ? '' : `${above}, `}task ${id || index + 1}`
    if (task === null || id === '') {
      reading.odd.push({ place, text: 'has no id.' })
      continue
    }
    const own = pathOf(id, above)
    const parts = asList(task['subtasks'])
    reading.drafts.push(readTask(task, { reading, above, own, siblings, place }))
    readList(parts, { reading, above: own })
  }
}

/** A subtask is `2` in its list, or `3.2` already. */
function pathOf(id: string, above: string | null): string {
  return above === null || id.startsWith(`${above}.`) ? id : `${above}.${id}`
}

type Reader = Level & {
  readonly own: string
  readonly siblings: ReadonlySet<string>
  readonly place: string
}

function readTask(task: Readonly<Record<string, unknown>>, reader: Reader): TaskDraft {
  const { reading, above, own, siblings, place } = reader
  const details = asText(task['details'])
  const description = asText(task['description'])
  const strategy = asText(task['testStrategy'])
  const title = asText(task['title']) || description
  if (title === '') reading.odd.push({ place, text: 'has no title.' })
  const { status, label } = statusOf(asText(task['status']), { reading, place })
  const keyOf = (path: string) => `${reading.tag}/${path}`
  return newDraft({
    key: keyOf(own),
    title: title || own,
    type: asList(task['subtasks']).length > 0 ? 'epic' : 'feature',
    status,
    blocked_by: status === 'blocked' ? 'It is blocked in task-master.' : null,
    priority: PRIORITIES[asText(task['priority']).toLowerCase()] ?? 2,
    parent: above === null ? `${reading.tag}/${WHOLE}` : keyOf(above),
    dependsOn: asList(task['dependencies']).map((one) => keyOf(resolve(asText(one), { above, siblings }))),
    labels: label === null ? [] : [label],
    acceptance: strategy === '' ? [] : [strategy],
    files: pathsIn(`${description}\n${details}`),
    description: [description === title ? '' : description, details]
      .filter((part) => part !== '')
      .join('\n\n'),
  })
}

const PRIORITIES: Readonly<Record<string, number>> = { critical: 0, high: 1, medium: 2, low: 3 }

/** In a list of subtasks a number is one of these, if there is one; `3.2` is the second part of the third, wherever it stands. */
function resolve(
  id: string,
  { above, siblings }: { above: string | null; siblings: ReadonlySet<string> },
): string {
  return above !== null && siblings.has(id) ? pathOf(id, above) : id
}

/** Nobody here is at work on what somebody began there: it is open. What was given up stays, and comes up by itself no more. */
function statusOf(
  status: string,
  { reading, place }: { reading: Reading; place: string },
): { status: TaskDraft['status']; label: string | null } {
  const typed = status.toLowerCase()
  const known = STATUSES.get(typed)
  if (known === undefined)
    reading.odd.push({
      place,
      text: `has the status ${status}, which keel does not know. It is taken for open.`,
    })
  return { status: known ?? 'open', label: CANCELLED.has(typed) ? 'cancelled' : null }
}

const CANCELLED = new Set(['cancelled', 'canceled'])
const STATUSES: ReadonlyMap<string, TaskDraft['status']> = new Map([
  ['', 'open'],
  ['pending', 'open'],
  ['in-progress', 'open'],
  ['in_progress', 'open'],
  ['done', 'done'],
  ['completed', 'done'],
  // As people write it by hand.
  ['complete', 'done'],
  ['incomplete', 'open'],
  ['review', 'implemented'],
  ['deferred', 'deferred'],
  ['cancelled', 'deferred'],
  ['canceled', 'deferred'],
  ['blocked', 'blocked'],
])
