import type { Task, TaskHead } from '#words/task.ts'

export type EpicRequest = {
  readonly epic: Task
  /** The other parts of it. */
  readonly siblings: readonly TaskHead[]
  /** When a task was done, by its id. */
  readonly doneAt: (id: string) => string | null
}

/** What a task is a part of: the epic, what of it is done, and what is left. */
export function epicContext({ epic, siblings, doneAt }: EpicRequest): string {
  const timeOf = ({ id }: TaskHead) => doneAt(id) ?? ''
  const done = siblings
    .filter(({ status }) => status === 'done')
    .sort((one, other) => (timeOf(one) > timeOf(other) ? -1 : timeOf(one) < timeOf(other) ? 1 : 0))
  const left = siblings.filter(({ status }) => status !== 'done')
  return [
    `# The whole that this is a part of: ${epic.title}`,
    ...(epic.description.trim() === '' ? [] : [firstWords(epic.description)]),
    ...(done.length === 0 ? [] : [`Done already, the latest first:\n\n${listOf(done)}`]),
    ...(left.length === 0 ? [] : [`Left to others, and not your task:\n\n${listOf(left)}`]),
  ].join('\n\n')
}

const WORDS_MAX = 200
const SIBLINGS_MAX = 30

function firstWords(text: string): string {
  const words = text.trim().match(/\S+\s*/g) ?? []
  return words.length <= WORDS_MAX ? text.trim() : `${words.slice(0, WORDS_MAX).join('').trimEnd()} …`
}

function listOf(tasks: readonly TaskHead[]): string {
  const shown = tasks.slice(0, SIBLINGS_MAX).map(({ id, title }) => `- ${title} (${id})`)
  const more = tasks.length > shown.length ? [`- and ${tasks.length - shown.length} more`] : []
  return [...shown, ...more].join('\n')
}
