import type { TaskDraft } from './contract.ts'

type Waits = ReadonlyMap<string, readonly string[]>

/**
 * Who waits for whom, where a list says it by its order alone: each names the one before it, and that was done too early where what
 * stands above both is left. Whoever waits for what is done waits for what that would have waited for.
 */
export function waitThrough(drafts: readonly TaskDraft[], waits: Waits): Waits {
  const done = new Set(drafts.flatMap(({ key, status }) => (status === 'done' ? [key] : [])))
  return new Map(
    [...waits].map(([key, named]) => {
      const left = done.has(key) ? [] : leftBehind(named, { done, waits })
      return [key, [...new Set([...named, ...left.filter((one) => one !== key)])]]
    }),
  )
}

type Passing = { readonly done: ReadonlySet<string>; readonly waits: Waits }

/** What is not done of all that stands before the done ones of a list. */
function leftBehind(named: readonly string[], { done, waits }: Passing): string[] {
  const passed = new Set(named.filter((one) => done.has(one)))
  const left: string[] = []
  // What is added while it is gone through is gone through, too.
  for (const one of passed)
    for (const before of waits.get(one) ?? [])
      if (done.has(before)) passed.add(before)
      else left.push(before)
  return left
}
