import { stringify } from 'yaml'
import type { Task } from '#words/task.ts'

/** The file of a new task: what everybody looks for, and of the rest what it says. */
export function composeTaskText({ description, ...head }: Task): string {
  const fields = Object.fromEntries(
    Object.entries(head).filter(([key, value]) => ALWAYS.has(key) || !isNothing(value)),
  )
  const yaml = Object.entries(fields).map(([key, value]) =>
    key === 'depends_on' || key === 'labels'
      ? `${key}: ${stringify(value, { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding: false })}`
      : stringify({ [key]: value }, { lineWidth: 0 }),
  )
  const text = description.trim()
  return `---\n${yaml.join('')}---\n${text === '' ? '' : `\n${text}\n`}`
}

const ALWAYS = new Set(['id', 'title', 'type', 'status', 'priority', 'depends_on'])

function isNothing(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0)
}
