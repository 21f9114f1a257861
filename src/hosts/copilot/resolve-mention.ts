import { realpathSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { errorCode, isMissing, readPlainFile } from '#kit/files.ts'

/** What Copilot CLI finds behind an `@`. The path of a file is the real one. */
export type ResolvedMention = { readonly path: string } & (
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'missing' | 'directory' | 'unreadable' | 'outside' | 'not-relative' | 'bare-word' }
)

export type MentionPlace = {
  /** Of the file that mentions it. */
  readonly directory: string
  /** What the real path must stay in. */
  readonly importRoot: string
  readonly home: string
}

export function resolveMention(name: string, { directory, importRoot, home }: MentionPlace): ResolvedMention {
  if (name.startsWith('~/')) return { kind: 'not-relative', path: join(home, name.slice(1)) }
  if (isAbsolute(name)) return { kind: 'not-relative', path: name }
  const path = resolve(directory, name)
  if (!/[./]/.test(name)) return { kind: 'bare-word', path }
  // Any word of prose may stand behind an `@`, even one that no file system takes for a name.
  try {
    const real = realpathSync(path)
    if (!isWithin(realpathSync(importRoot), real)) return { kind: 'outside', path }
    return { kind: 'file', path: real, bytes: readPlainFile(name.endsWith('/') ? `${real}/` : real) }
  } catch (error) {
    if (isMissing(error)) return { kind: 'missing', path }
    return { kind: errorCode(error) === 'EISDIR' ? 'directory' : 'unreadable', path }
  }
}
