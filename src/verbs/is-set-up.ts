import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { detectSection } from '#context/sections/section.ts'
import { INSTALLED_FILE } from '#context/setup/installed.ts'

/** True where keel has been set up: its record is there or, in a checkout without it, its section. */
export function isSetUp(root: string): boolean {
  return (
    existsSync(join(root, INSTALLED_FILE)) || detectSection({ root, path: 'AGENTS.md' }).kind === 'present'
  )
}
