import { outcomesElsewhere } from '#journal/outcomes-elsewhere.ts'
import type { Keeper } from '#kit/seal.ts'

/** Why nobody should start a task that its file calls open here, a sentence each; null where no other worktree knows better of any. */
export function heldElsewhere(
  root: string,
  { home, environment }: Keeper,
): ((id: string) => string | null) | null {
  const outcomeOf = outcomesElsewhere({ root, home, environment })
  if (outcomeOf === null) return null
  return (id) => {
    const outcome = outcomeOf(id)
    if (outcome === null) return null
    const { to, at, worktree } = outcome
    return `It is ${to} in another worktree, ${worktree}, since ${at}. Merge that, or take it again: keel task reopen ${id} --take`
  }
}
