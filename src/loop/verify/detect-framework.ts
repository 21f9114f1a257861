import { type Behind, commandsBehind } from './commands-behind.ts'
import { frameworks } from './frameworks/all.ts'
import type { Framework } from './frameworks/contract.ts'
import { viewFolder } from './view-folder.ts'

/**
 * A framework that a command will run, and how it can be spoken to. Words cannot be added where it was only seen in files, or
 * where several are run.
 */
export type Detected = Behind & {
  readonly framework: Framework
  /** What it is started with; none where it was only seen in files. */
  readonly words: readonly string[]
}

/** The first of those that a command will run. Null where neither it nor files tell. */
export function detectFramework(asked: { root: string; command: string }): Detected | null {
  return detectFrameworks(asked)[0] ?? null
}

/** By the programs that the command starts in the end; else the one of which the files of its folders speak. */
export function detectFrameworks({ root, command }: { root: string; command: string }): Detected[] {
  const behind = commandsBehind({ root, command })
  const started = behind.flatMap((one): Detected[] => {
    const framework = frameworks.find(({ programs }) => programs.some((words) => isStarted(words, one.words)))
    return framework === undefined ? [] : [{ ...one, framework }]
  })
  if (started.length > 0)
    return started.length === 1
      ? started
      : started.map((one) => ({ ...one, withWords: null, withOthers: null }))
  for (const folder of new Set([...behind.map((one) => one.folder), root])) {
    const view = viewFolder(folder)
    const framework = frameworks.find(({ isUsedIn }) => isUsedIn(view))
    if (framework !== undefined) return [{ ...UNSEEN, framework, folder }]
  }
  return []
}

const UNSEEN = {
  words: [],
  isTyped: false,
  withWords: null,
  withOthers: null,
  chain: 0,
  isSpare: false,
  marks: [],
} as const

function isStarted(program: readonly string[], words: readonly string[]): boolean {
  return program.every((word, place) => words[place] === word)
}
