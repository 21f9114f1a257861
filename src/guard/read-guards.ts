import { join } from 'node:path'
import { namesIn, readIfReadable } from '#kit/files.ts'
import type { Guard } from '#words/guard.ts'
import { builtInGuards } from './built-in-guards.ts'

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
  const names = namesIn(folder).filter((name) => /\.ya?ml$/.test(name))
  const guards = [...builtInGuards]
  if (names.length > 0) {
    // A parser and a schema library: most projects have no guard of their own, and need neither.
    const [{ parseGuard }, { boundExpressions }] = await Promise.all([
      import('./parse-guard.ts'),
      import('#kit/bound-expressions.ts'),
    ])
    // Their expressions are somebody else's, and meet texts that an agent chooses.
    boundExpressions()
    const problems: string[] = []
    for (const name of names) {
      const bytes = readIfReadable(join(folder, name))
      const parsed = bytes === null ? UNREAD : parseGuard(bytes.toString('utf8'))
      if (parsed.kind === 'guard') guards.push(parsed.guard)
      else problems.push(`${GUARDS_FOLDER}/${name}:${parsed.line}: ${parsed.problem}`)
    }
    if (problems.length > 0) return { kind: 'unreadable', problems }
  }
  return { kind: 'guards', guards: guards.map((guard) => withSettings(guard, settingsFiles)) }
}

const UNREAD = { kind: 'wrong', line: 1, problem: 'the file cannot be read' } as const

function withSettings(guard: Guard, settingsFiles: readonly string[]): Guard {
  const match = guard.match.map((part) =>
    part.paths === undefined
      ? part
      : { ...part, paths: part.paths.flatMap((path) => (path === '$settings' ? settingsFiles : [path])) },
  )
  return { ...guard, match }
}
