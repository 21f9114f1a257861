import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes a folder that git never sees, by a rule of its own inside it, whatever the project's rules say. */
export function makeIgnoredFolder(path: string): void {
  const rule = join(path, '.gitignore')
  if (existsSync(rule)) return
  mkdirSync(path, { recursive: true })
  writeFileSync(rule, '*\n')
}
