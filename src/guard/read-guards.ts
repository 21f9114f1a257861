import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { boundExpressions } from '#kit/bound-expressions.ts'
import { isMissing, readIfReadable } from '#kit/files.ts'
import type { Guard } from '#words/guard.ts'
import { builtInGuards } from './built-in-guards.ts'
import type { ParsedGuard } from './parse-guard.ts'
import { plainGuard } from './plain-guard.ts'

export type ReadGuards =
  | { readonly kind: 'guards'; readonly guards: readonly Guard[] }
  /** Guards that somebody meant to hold and that cannot be read, with file and line: whoever asks has to be refused. */
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] }

export type GuardSource = {
  readonly root: string
  /** What `$settings` stands for among a guard's paths. */
  readonly settingsFiles: readonly string[]
}

export const GUARDS_FOLDER = '.keel/guards'

/** The guards of a project: the built-in ones, and one for each file in its folder. */
export async function readGuards({ root, settingsFiles }: GuardSource): Promise<ReadGuards> {
  const folder = join(root, GUARDS_FOLDER)
  const entries = entriesIn(folder)
  if (entries === null)
    return { kind: 'unreadable', problems: [`${GUARDS_FOLDER}: the folder cannot be read`] }
  const names = entries.filter((name) => /\.ya?ml$/.test(name))
  const problems: string[] = []
  const guards = [...builtInGuards]
  // Their expressions are somebody else's, and meet texts that an agent chooses.
  if (names.length > 0) boundExpressions()
  for (const name of names) {
    const bytes = readIfReadable(join(folder, name))
    const parsed = bytes === null ? UNREAD : await readGuard(bytes.toString('utf8'))
    if (parsed.kind === 'guard') guards.push(parsed.guard)
    else problems.push(`${GUARDS_FOLDER}/${name}:${parsed.line}: ${parsed.problem}`)
  }
  if (problems.length > 0) return { kind: 'unreadable', problems }
  return { kind: 'guards', guards: guards.map((guard) => withSettings(guard, settingsFiles)) }
}

/** Sorted by code unit, so that every machine sees one order. Null for a folder that is there and does not say what it holds. */
function entriesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).sort()
  } catch {
    return isThere(folder) ? null : []
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch (error) {
    return !isMissing(error)
  }
}

const UNREAD = { kind: 'wrong', line: 1, problem: 'the file cannot be read' } as const

/** A parser and a schema library are loaded for a guard that is not plain, and for one that is wrong. */
async function readGuard(text: string): Promise<ParsedGuard> {
  const guard = plainGuard(text)
  if (guard !== null) return { kind: 'guard', guard }
  const { parseGuard } = await import('./parse-guard.ts')
  return parseGuard(text)
}

function withSettings(guard: Guard, settingsFiles: readonly string[]): Guard {
  const match = guard.match.map((part) =>
    part.paths === undefined
      ? part
      : { ...part, paths: part.paths.flatMap((path) => (path === '$settings' ? settingsFiles : [path])) },
  )
  return { ...guard, match }
}
