import type { Draft } from './draft.ts'
import { type DefinitionKind, HOLDERS } from './tags.ts'

/**
 * Gives each of those that are kept the one that it belongs to. A method in Go, an `impl` block and an extension stand apart
 * from the type that they add to: what they define has that type as its parent if the file has it, else what is around it, and the name of that type.
 */
export function resolveParents(kept: readonly Draft[]): void {
  const known = new Set(kept)
  const held = new Map<Draft, string>()
  for (const draft of kept) {
    const holder = draft.holder ?? holderAround(draft)
    if (holder !== null) held.set(draft, holder)
  }
  for (const draft of kept) draft.parent = nearest(draft.parent, known)
  if (held.size === 0) return
  const types = typesByName(kept)
  for (const [draft, holder] of held) {
    const candidates = (types.get(holder) ?? []).filter((type) => !isIn(type, draft))
    draft.parent = candidates.find(({ parent }) => parent === draft.parent) ?? candidates[0] ?? draft.parent
    draft.holder = candidates.length === 0 ? holder : null
  }
}

function holderAround({ isInBlock, parent }: Draft): string | null {
  return isInBlock ? (parent?.holder ?? null) : null
}

function nearest(draft: Draft | null, known: ReadonlySet<Draft>): Draft | null {
  return draft === null || known.has(draft) ? draft : nearest(draft.wrapper ?? draft.parent, known)
}

function typesByName(drafts: readonly Draft[]): Map<string, Draft[]> {
  const types = new Map<string, Draft[]>()
  for (const draft of drafts)
    if (HOLDERS.has(draft.kind) || ALSO_HOLDING.has(draft.kind))
      for (const name of draft.names) types.set(name, [...(types.get(name) ?? []), draft])
  return types
}

/** A name for a type, a namespace, a table. */
const ALSO_HOLDING: ReadonlySet<DefinitionKind> = new Set(['type', 'module', 'variable'])

/** Nothing may end up inside of itself, as two types would that each extend the other with themselves. */
function isIn(draft: Draft | null, other: Draft): boolean {
  return draft !== null && (draft === other || isIn(draft.parent, other))
}
