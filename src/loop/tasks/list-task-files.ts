import { readdirSync } from 'node:fs'
import { isMissing } from '#kit/files.ts'
import { TASK_ID } from '#words/task.ts'

export type TaskFiles = {
  readonly ids: readonly string[]
  /** Names of files that are no task’s. */
  readonly odd: readonly string[]
}

/** What lies in a folder of tasks, by its names alone, in order. */
export function listTaskFiles(folder: string): TaskFiles {
  const names = mdNames(folder)
  return {
    ids: names.filter(isTaskName).map(idIn).sort(),
    odd: names.filter((name) => !isTaskName(name)).sort(),
  }
}

function mdNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /\.md$/i.test(name) && !name.startsWith('.'))
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
  return name.endsWith(TASK_ENDING)
    ? 'has a name that is no id'
    : `ends in other letters than ${TASK_ENDING}, and is passed over`
}
