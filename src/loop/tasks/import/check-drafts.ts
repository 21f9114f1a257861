import { redact } from '#kit/redact.ts'
import type { TaskDraft } from './contract.ts'

/** What nobody could make tasks of: keys that two have, parents and dependencies that nobody is, secrets in what is run. A sentence each. */
export function checkDrafts(drafts: readonly TaskDraft[]): string[] {
  const byKey = new Map<string, TaskDraft>()
  const twice: string[] = []
  for (const draft of drafts) {
    const first = byKey.get(draft.key)
    if (first === undefined) byKey.set(draft.key, draft)
    else twice.push(`${name(draft)} is there twice${linesOf(first, draft)}.`)
  }
  return [
    ...twice,
    ...drafts.flatMap((draft) => [
      ...(draft.parent !== null && !byKey.has(draft.parent)
        ? [`${name(draft)} is a part of ${draft.parent}, and there is no such task.`]
        : []),
      ...(draft.check !== null && redact(draft.check) !== draft.check
        ? [`${name(draft)} has a check with what looks like a secret in it.`]
        : []),
      ...(draft.dependsOn.includes(draft.key) ? [`${name(draft)} waits for itself.`] : []),
      ...draft.dependsOn
        .filter((key) => !byKey.has(key))
        .map((key) => `${name(draft)} waits for ${key}, and there is no such task.`),
    ]),
  ]
}

/** The first of each key, without what leads to nobody or back to itself: all of them, where nothing is wrong. */
export function soundIn(drafts: readonly TaskDraft[]): TaskDraft[] {
  const byKey = new Map([...drafts].reverse().map((draft) => [draft.key, draft]))
  return drafts
    .filter((draft) => byKey.get(draft.key) === draft)
    .map((draft) => ({
      ...draft,
      parent: draft.parent !== null && byKey.has(draft.parent) ? draft.parent : null,
      dependsOn: draft.dependsOn.filter((key) => key !== draft.key && byKey.has(key)),
    }))
}

function name({ key }: TaskDraft): string {
  return key
}

function linesOf(one: TaskDraft, other: TaskDraft): string {
  return one.line === null || other.line === null ? '' : `, in lines ${one.line} and ${other.line}`
}

/**
 * Whoever waits for something that has parts waits for the parts: nobody closes an epic in the moment in which its last part is
 * done, and what comes after can begin then. Of what is done there nobody waits for a part that was given up. Answers with the keys that each draft waits for.
 */
export function spreadWaits(drafts: readonly TaskDraft[]): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>()
  const done = new Set(drafts.flatMap(({ key, status }) => (status === 'done' ? [key] : [])))
  for (const { key, parent } of drafts)
    if (parent !== null) parts.set(parent, [...(parts.get(parent) ?? []), key])
  const leaves = new Map<string, readonly string[]>()
  const leavesOf = (key: string): readonly string[] => {
    const known = leaves.get(key)
    if (known !== undefined) return known
    // Until it is known, whoever comes back to it has gone in a circle, and is named for that later.
    leaves.set(key, [key])
    const own = parts.get(key)
    const found = own === undefined || done.has(key) ? [key] : own.flatMap(leavesOf)
    leaves.set(key, found)
    return found
  }
  return new Map(drafts.map(({ key, dependsOn }) => [key, [...new Set(dependsOn.flatMap(leavesOf))]]))
}
