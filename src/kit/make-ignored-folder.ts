import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from './files.ts'

/** Makes a folder that git never sees, by a rule of its own inside it, whatever the project's rules say. Whole or not at all. */
export function makeIgnoredFolder(path: string): void {
  const rule = join(path, '.gitignore')
  if (!existsSync(rule)) writeAtomically(rule, Buffer.from('*\n'))
}
