import { type KeptOutcome, keptOutcomes } from '#journal/kept-outcomes.ts'
import type { Keeper } from '#kit/seal.ts'
import { doneOnBranch } from './done-on-branch.ts'

export type Asked = {
  readonly root: string
  readonly keeper: Keeper
  /** The tasks that somebody could start, as their files have it here. */
  readonly startable: () => readonly string[]
}

/**
 * Why nobody should start a task that its file calls open here, a sentence each: it came to its end in another worktree, or in this
 * one on another branch. Null where that is so of none.
 */
export function heldElsewhere({
  root,
  keeper: { home, environment },
  startable,
}: Asked): ((id: string) => string | null) | null {
  const { others, own } = keptOutcomes({ root, home, environment })
  if (others === null && own === null) return null
  const outcomes = () =>
    new Map(
      startable().flatMap((id): [string, KeptOutcome][] => [own?.(id) ?? []].flat().map((one) => [id, one])),
    )
  const branchOf = doneOnBranch({ root, outcomes })
  return (id) => {
    const other = others?.(id) ?? null
    if (other !== null)
      return `It is ${other.to} in another worktree, ${other.worktree}, since ${other.at}. ${wayOut(id)}`
    const mine = own?.(id) ?? null
    const branch = mine === null ? null : branchOf(id)
    return branch === null
      ? null
      : `It is ${mine?.to} on the branch ${branch}, since ${mine?.at}. ${wayOut(id)}`
  }
}

function wayOut(id: string): string {
  return `Merge that, or take it again: keel task reopen ${id} --take`
}
