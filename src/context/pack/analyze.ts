import type { PackQuestion } from './pack-question.ts'
import { describeTask, type TaskDescription } from './task/describe-task.ts'
import { readTask, type Task } from './task/read-task.ts'

/** What the text of a task says, before anybody looks at the repository. */
export type Analysis = { readonly task: Task; readonly description: TaskDescription }

export function analyze({ task: text, domains, domain }: PackQuestion): Analysis {
  const task = readTask(text)
  const description = describeTask(task, domains)
  return { task, description: { ...description, domain: domain ?? description.domain } }
}
