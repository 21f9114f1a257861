import { readPackageFile } from '#kit/package-file.ts'
import type { Role } from './artisan.ts'

/** The role that turns a specification into tasks. It has no tools: what it needs to know is in the prompt. */
export function initializer(): Role {
  return { system: readPackageFile('templates/roles/initializer.md'), tools: [], onLastWords: () => null }
}
