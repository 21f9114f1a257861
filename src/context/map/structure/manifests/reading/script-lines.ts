import { splitLine } from '../../commands/simplify-line.ts'
import type { CiLine } from '../manifest.ts'
import { joinedLinesOf } from './lines-of.ts'

/** The commands of a script, each with the folder it is run in. A `cd` holds for what follows it. */
export function scriptLines(script: string, folder: string): CiLine[] {
  let here = folder
  const lines: CiLine[] = []
  for (const part of joinedLinesOf(script).flatMap((line) => splitLine(line.trim()))) {
    const into = /^cd\s+([\w./-]{1,200})$/.exec(part)?.[1]
    if (into === undefined) lines.push({ line: part, folder: here })
    else here = folderBelow(here, into)
    if (lines.length >= LINES_MAX) break
  }
  return lines.filter(({ line }) => !line.startsWith('#'))
}

/** A folder from the root, whichever way it was written. */
export function folderBelow(folder: string, path: string): string {
  const parts: string[] = []
  for (const part of [...folder.split('/'), ...path.split('/')]) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

const LINES_MAX = 200
