import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { errorCode, writeAtomically } from '#kit/files.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'
import { realPath } from '#kit/real-path.ts'
import type { Keeper } from '#kit/seal.ts'
import { TASK_ID, type Task } from '#words/task.ts'
import { addNote } from '../add-note.ts'
import { sweepTasks, whileTasksLocked } from '../change-task.ts'
import { composeTaskText } from '../compose-task-text.ts'
import { editTaskText, type FieldValue } from '../edit-task-text.ts'
import { heldElsewhere } from '../held-elsewhere.ts'
import { LEASES_FOLDER } from '../leases.ts'
import { newTaskId } from '../new-task-id.ts'
import { parseTask } from '../parse-task.ts'
import { readTaskFile, type TaskFile } from '../read-task-file.ts'
import { readTasks, TASKS_FOLDER } from '../read-tasks.ts'
import { joinTaskFile, splitTaskFile } from '../split-task-file.ts'
import { statusAt, type TaskTable } from '../task-table.ts'
import type { AddOutcome, EditPlan, TaskDraft, TaskEdit, TaskRead, TaskSource } from './contract.ts'

/** Tasks as Markdown files of the project, which people edit and commit like any other. */
export function files(root: string, keeper: Keeper | null = null): TaskSource {
  const elsewhere = (startable: () => readonly string[]) =>
    keeper === null ? null : heldElsewhere({ root, keeper, startable })
  const read = (id: string) => readTask(root, id)
  return {
    name: 'files',
    root,
    readAll: () => {
      const table = readTasks(root)
      const held = elsewhere(() => table.ids.filter((_, place) => isStartable(table, place)))
      return held === null ? table : { ...table, heldAt: (place) => held(table.ids[place] ?? '') }
    },
    read,
    readTexts: (ids) =>
      ids.flatMap((id) => {
        const found = read(id)
        return found.kind === 'task' ? [found] : []
      }),
    add: (draft) => addTask(root, draft),
    renew: null,
    heldElsewhere: (id) => elsewhere(() => [id])?.(id) ?? null,
    spell: (typed) => typed.replace(/^.*[\\/]/, '').replace(/\.md$/, ''),
  }
}

function isStartable(table: TaskTable, place: number): boolean {
  const status = statusAt(table, place)
  return status === 'open' || status === 'in_progress'
}

function readTask(root: string, id: string): TaskRead {
  const file = `${TASKS_FOLDER}/${id}.md`
  const lying: TaskFile = TASK_ID.test(id) ? readTaskFile(join(root, file)) : { kind: 'missing' }
  if (lying.kind === 'missing') return { kind: 'missing', id }
  if (lying.kind === 'broken') return { ...lying, file, mend: `ls -ld ${file}` }
  const { bytes } = lying
  const parsed = parseTask(bytes, id)
  if (parsed.kind === 'broken') return { kind: 'broken', file, reason: parsed.reason, mend: mendingOf(file) }
  const { head, description, others } = parsed
  const task: Task = { ...head, description }
  const text = bytes.toString('utf8')
  return { kind: 'task', task, others, file, edit: (edit) => planEdit({ root, file, text, task }, edit) }
}

function mendingOf(file: string): string {
  return `\${EDITOR:-vi} ${file}`
}

type Lying = { readonly root: string; readonly file: string; readonly text: string; readonly task: Task }

function planEdit({ root, file, text, task }: Lying, edit: TaskEdit): EditPlan {
  const target = targetOf(root, file)
  if (target === null)
    return {
      kind: 'unfit',
      reason: 'it is a link that leads out of the project, and keel writes nothing there',
      file,
      mend: `ls -l ${file}`,
    }
  const edited = editTaskText(text, { ...edit.fields, ...fieldsOf(edit, task) })
  if (edited.kind === 'unfit') return { ...edited, file, mend: mendingOf(file) }
  const described =
    edit.description === undefined ? edited.text : withDescription(edited.text, edit.description)
  const whole = edit.note === undefined ? described : withNote(described, edit.note)
  const write = () => {
    if (whole !== text) writeTask({ root, path: target, text: whole })
    return null
  }
  return { kind: 'edited', write }
}

/** Where a task is written: behind the link, where its file is one. Null where that leads out of the project. */
function targetOf(root: string, file: string): string | null {
  const path = join(root, file)
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path
  const target = realPath(path)
  // The folder of the tasks may be a link itself.
  return [root, dirname(path)].some((folder) => isWithin(realPath(folder), target)) ? target : null
}

/** What is half written lies where git sees nothing: who is killed there leaves it, and it would be committed with somebody’s work. */
function writeTask({ root, path, text }: { root: string; path: string; text: string }): void {
  const draftIn = join(root, LEASES_FOLDER)
  makeIgnoredFolder(draftIn)
  try {
    writeAtomically({ path, draftIn }, Buffer.from(text))
  } catch (error) {
    // The folder of the tasks may be a link to another disk.
    if (errorCode(error) !== 'EXDEV') throw error
    writeAtomically(path, Buffer.from(text))
  }
}

function fieldsOf({ move }: TaskEdit, task: Task): Record<string, FieldValue> {
  if (move === undefined) return {}
  if (move.to === 'blocked') return { status: move.to, blocked_by: move.reason }
  return { status: move.to, ...(task.blocked_by !== null && { blocked_by: null }) }
}

/** Notes are no part of the description, and stay. */
function withDescription(text: string, description: string): string {
  const parts = splitTaskFile(text)
  if (parts === null) return text
  const { newline, body } = parts
  const notes = /(?:^|\n)## +Notes[ \t\r]*\n[\s\S]*$/i.exec(body)?.[0].trimStart() ?? ''
  const said = description.trim().replaceAll(/\r?\n/g, newline)
  return joinTaskFile({
    ...parts,
    body: `${newline}${said}${newline}${notes === '' ? '' : `${newline}${notes}`}`,
  })
}

function withNote(text: string, note: string): string {
  const parts = splitTaskFile(text)
  if (parts === null) return text
  const closing = parts.closing.endsWith('\n') ? parts.closing : `${parts.closing}${parts.newline}`
  return joinTaskFile({ ...parts, closing, body: addNote(parts.body, { note, newline: parts.newline }) })
}

function addTask(root: string, draft: TaskDraft): AddOutcome {
  const add = (): AddOutcome => {
    const task: Task = { ...draft.task, id: draft.id ?? chooseId(root, draft.task.parent) }
    const file = `${TASKS_FOLDER}/${task.id}.md`
    const known = isThere(join(root, file)) ? task.id : twinOf(root, task.id)
    if (known !== null) return { kind: 'exists', id: known }
    if (!draft.isTrial) writeTask({ root, path: join(root, file), text: composeTaskText(task) })
    return { kind: 'added', task, file }
  }
  if (draft.isTrial) return add()
  const outcome = whileTasksLocked(root, () => {
    sweepTasks(root)
    return add()
  })
  return outcome.kind === 'done' ? outcome.value : outcome
}

/** Whatever it is: a link that leads nowhere has the name, too. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Where letters of both cases are the same to the disk, two such ids would be one file and one lease. */
function twinOf(root: string, id: string): string | null {
  return readTasks(root).ids.find((one) => one.toLowerCase() === id.toLowerCase()) ?? null
}

function chooseId(root: string, parent: string | null): string {
  const { ids } = readTasks(root)
  const isTaken = (id: string) => isThere(join(root, TASKS_FOLDER, `${id}.md`))
  return newTaskId({ parent, count: ids.length, isTaken })
}
