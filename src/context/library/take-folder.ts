import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { shellWord } from '#kit/shell-word.ts'
import { Fault } from '#words/fault.ts'

/** The whole path of a folder that somebody named. No name at all is a mistake: nobody asks for where they happen to be that way. */
export function takeFolder(folder: unknown): string {
  if (typeof folder !== 'string' || folder === '')
    throw new Fault({
      kind: 'user',
      code: 'no-folder',
      message: `The first argument is the path of a folder, and not ${JSON.stringify(folder)}.`,
      hint: "await mapFolder('.')",
    })
  const root = resolve(folder)
  if (isFolder(root)) return root
  throw new Fault({
    kind: 'user',
    code: 'no-folder',
    message: `${root} is no folder.`,
    hint: `ls -ld ${shellWord(root)}`,
  })
}

/** A path may be no path at all, or lead where nobody may look. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
