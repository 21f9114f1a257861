import type { Tags } from '../tags.ts'
import type { Role } from '../walk/role-of.ts'

/** A file with what parsing found in it. */
export type CodeFile = {
  /** From the root, with slashes. */
  readonly path: string
  readonly role: Role
  /** The language's grammar; null for a file that was not parsed. */
  readonly grammar: string | null
  readonly tags: Tags
}
