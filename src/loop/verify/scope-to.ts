import { relative, resolve, sep } from 'node:path'
import type { Detected } from './detect-framework.ts'

type Scope = { readonly root: string; readonly files: readonly string[] }

/** The command for the tests of a few files alone, which are named from the root; null where nobody can ask for that. */
export function scopeTo(detected: Detected | null, { root, files }: Scope): string | null {
  if (detected?.framework.scope == null || detected.withWords === null) return null
  const { framework, folder, withWords } = detected
  const names = [...new Set(files)].map((file) => relative(folder, resolve(root, file)).split(sep).join('/'))
  return withWords(names.flatMap((name) => framework.scope?.(name) ?? []))
}
