import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing, removeEmpty } from './files.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Makes a folder that git never sees, by a rule of its own inside it, whatever the project's rules say. The rule is the first
 * thing there, and written under its own name: git would see a draft of it that somebody left who was killed. What they left
 * half written is empty, and is written again. Where it cannot be written, nothing stays.
 */
export function makeIgnoredFolder(path: string): void {
  const rule = join(path, '.gitignore')
  if (textIn(rule) !== '') return
  const made = makeFolder(path)
  try {
    writeFileSync(rule, '*\n')
  } catch (error) {
    rmSync(rule, { force: true })
    if (made !== null) removeEmpty(path, made)
    throw error
  }
}

/** Empty where there is none. What cannot be read is somebody’s own. */
function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return isMissing(error) ? '' : null
  }
}
