import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '#kit/files.ts'
import { TASK_ID } from '#words/task.ts'

export type TaskFiles = {
  readonly ids: readonly string[]
  /** Names of files that are no task’s, and of folders, which end in a slash. */
  readonly odd: readonly string[]
}

/** What lies in a folder of tasks, by its names alone, in order. */
export function listTaskFiles(folder: string): TaskFiles {
  const names = namesIn(folder).filter((name) => !name.startsWith('.'))
  const files = names.filter(isMarkdown)
  const others = names.filter((name) => !isMarkdown(name))
  const folders = others.filter((name) => isFolder(join(folder, name))).map((name) => `${name}/`)
  return {
    ids: files.filter(isTaskName).map(idIn).sort(),
    odd: [...files.filter((name) => !isTaskName(name)), ...folders].sort(),
  }
}

/** Of what is odd, what somebody could take for a task. What lies in a folder may change without the folder around it. */
export function takenForTasks(folder: string, odd: TaskFiles['odd']): string[] {
  return odd.filter((name) => !name.endsWith('/') || holdsMarkdown(join(folder, name)))
}

/** One that nobody may enter holds nothing that anybody could have meant. */
function holdsMarkdown(folder: string): boolean {
  try {
    return readdirSync(folder).some(isMarkdown)
  } catch {
    return false
  }
}

function isMarkdown(name: string): boolean {
  return /\.md$/i.test(name)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export const TASK_ENDING = '.md'

function isTaskName(name: string): boolean {
  return name.endsWith(TASK_ENDING) && TASK_ID.test(idIn(name))
}

export function idIn(name: string): string {
  return name.slice(0, -TASK_ENDING.length)
}

/** Why a name is no task’s, in a sentence without a subject. */
export function whyOdd(name: string): string {
  if (name.endsWith('/'))
    return 'is a folder, and what lies in it is passed over: tasks lie beside each other'
  return name.endsWith(TASK_ENDING)
    ? 'has a name that is no id'
    : `ends in other letters than ${TASK_ENDING}, and is passed over`
}
