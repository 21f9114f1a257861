import type { Draft } from './draft.ts'
import { HOLDERS } from './tags.ts'

/**
 * A method in Go, an `impl` block and an extension stand apart from the type that they add to. Gives what they define
 * that type as its parent if the file has it, else what is around it, and what their block says about who may use it.
 */
export function resolveParents(drafts: readonly Draft[]): void {
  const standing = drafts.filter((draft) => !draft.isBlock && standsApart(draft))
  if (standing.length === 0) return
  const types = typesByName(drafts)
  for (const draft of standing) {
    const block = draft.parent?.isBlock ? draft.parent : null
    const holder = draft.holder ?? block?.holder ?? null
    draft.isMember = true
    draft.isPublic ||= block?.isPublic === true
    draft.isHidden ||= block?.isHidden === true
    const around = outOfBlocks(draft.parent)
    const candidates = holder === null ? [] : (types.get(holder) ?? []).filter((type) => !isIn(type, draft))
    draft.parent = candidates.find(({ parent }) => parent === around) ?? candidates[0] ?? around
  }
}

function standsApart({ holder, parent }: Draft): boolean {
  return holder !== null || parent?.isBlock === true
}

function typesByName(drafts: readonly Draft[]): Map<string, Draft[]> {
  const types = new Map<string, Draft[]>()
  for (const draft of drafts)
    if (!draft.isBlock && (HOLDERS.has(draft.kind) || draft.kind === 'type'))
      for (const name of draft.names) types.set(name, [...(types.get(name) ?? []), draft])
  return types
}

function outOfBlocks(draft: Draft | null): Draft | null {
  return draft?.isBlock ? outOfBlocks(draft.parent) : draft
}

/** Nothing may end up inside of itself, as two types would that each extend the other with themselves. */
function isIn(draft: Draft | null, other: Draft): boolean {
  return draft !== null && (draft === other || isIn(draft.parent, other))
}
