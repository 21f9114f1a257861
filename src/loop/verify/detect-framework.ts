import { type Behind, commandsBehind } from './commands-behind.ts'
import { frameworks } from './frameworks/all.ts'
import type { Framework } from './frameworks/contract.ts'
import { viewFolder } from './view-folder.ts'

/** Which framework a command will run, and how it can be spoken to. */
export type Detected = {
  readonly framework: Framework
  /** Where it is run, absolute. */
  readonly folder: string
  /** What it is started with; none where it was only seen in files. */
  readonly words: readonly string[]
  readonly isTyped: boolean
  /** Null where it was only seen in files, or several are run. */
  readonly withWords: Behind['withWords']
}

/** By the program that the command starts in the end; else by what the files of its folder say. Null where neither tells. */
export function detectFramework({ root, command }: { root: string; command: string }): Detected | null {
  const behind = commandsBehind({ root, command })
  const started = behind.flatMap((one) => {
    const framework = frameworks.find(({ programs }) => programs.some((words) => isStarted(words, one.words)))
    return framework === undefined ? [] : [{ ...one, framework }]
  })
  const [first] = started
  if (first !== undefined) {
    return { ...first, withWords: started.length === 1 ? first.withWords : null }
  }
  for (const folder of new Set([...behind.map((one) => one.folder), root])) {
    const view = viewFolder(folder)
    const framework = frameworks.find(({ isUsedIn }) => isUsedIn(view))
    if (framework !== undefined) return { framework, folder, words: [], isTyped: false, withWords: null }
  }
  return null
}

function isStarted(program: readonly string[], words: readonly string[]): boolean {
  return program.every((word, place) => words[place] === word)
}
