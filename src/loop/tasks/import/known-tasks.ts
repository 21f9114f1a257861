import type { TaskHead } from '#words/task.ts'
import type { TaskDraft } from './contract.ts'
import { changedSince, parseOrigin, sourceOf } from './origin.ts'

/** A task that was imported. */
export type Known = { readonly head: TaskHead; readonly fingerprint: string | null }

/** By where they came from. */
export type KnownTasks = ReadonlyMap<string, Known>

export function originsOf(heads: readonly TaskHead[]): KnownTasks {
  return new Map(
    heads.flatMap((head) => {
      if (head.origin === null) return []
      const { source, fingerprint } = parseOrigin(head.origin)
      return [[source, { head, fingerprint }] as const]
    }),
  )
}

export type Among = {
  readonly source: { readonly prefix: string; readonly formerly: string | null }
  readonly before: KnownTasks
}

/**
 * The task that a draft has become. An older keel did not tell one list in a file from the next: what it imported is the same where it
 * has the same title.
 */
export function knownAs(draft: TaskDraft, { source, before }: Among): Known | undefined {
  const own = before.get(sourceOf({ prefix: source.prefix, draft }))
  if (own !== undefined || source.formerly === null) return own
  const old = before.get(sourceOf({ prefix: source.formerly, draft }))
  return old === undefined || isRenamed(old, draft) ? undefined : old
}

/** Whether it was called otherwise when it was imported, and is so here. */
export function isRenamed({ head, fingerprint }: Known, draft: TaskDraft): boolean {
  if (head.title === draft.title) return false
  const fields = fingerprint === null ? [] : changedSince(fingerprint, draft)
  return fields !== null && (fields.length === 0 || fields.includes('title'))
}
