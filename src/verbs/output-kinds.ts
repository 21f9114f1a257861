import { readStamp } from '#context/map/map-stamp.ts'
import type { OutputKind } from './write-output.ts'

const map: OutputKind = {
  noneOfThem: "no map of keel's",
  code: 'not-a-map',
  names: { inFolder: 'map.md', elsewhere: 'keel-map.md' },
  isOurs: (before) => readStamp(before) !== null,
  // Of keel's own files some are texts, the project's map among them.
  isKeptFree: (path) => OF_GIT.test(path) || (OF_KEEL.test(path) && !path.endsWith('.md')),
}

const waves: OutputKind = {
  noneOfThem: "no plan of keel's waves",
  code: 'not-waves',
  names: { inFolder: 'execution_plan.json', elsewhere: 'keel-waves.json' },
  isOurs: (before) => /^\{\s*"version": 1,\s*"waves"/.test(before),
  isKeptFree,
}

const tasks: OutputKind = {
  noneOfThem: "no export of keel's tasks",
  code: 'not-tasks',
  names: { inFolder: 'tasks.jsonl', elsewhere: 'keel-tasks.jsonl' },
  isOurs: (before) => before.trimEnd().split('\n').every(isTask),
  isKeptFree,
}

/** What verbs write to files that somebody names. */
export const outputKinds = { map, waves, tasks } as const

const OF_GIT = /[\\/]\.git[\\/]/
const OF_KEEL = /[\\/]\.keel[\\/]/

function isKeptFree(path: string): boolean {
  return OF_GIT.test(path) || OF_KEEL.test(path)
}

function isTask(line: string): boolean {
  try {
    const read: unknown = JSON.parse(line)
    return typeof read === 'object' && read !== null && OF_A_TASK.every((field) => field in read)
  } catch {
    return false
  }
}

/** What every one of them has, whatever else its author wrote. */
const OF_A_TASK = ['id', 'title', 'status', 'depends_on', 'acceptance', 'description']
