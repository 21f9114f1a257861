import { type Definition, HOLDERS } from './tags.ts'

/** Whether it adds to a type of its file from outside of any, as an extension does: others take it by its own name. */
export function standsApart(definition: Definition, definitions: readonly Definition[]): boolean {
  const holder = definition.parent === null ? undefined : definitions[definition.parent]
  if (holder === undefined || liesIn(definition, holder)) return false
  return !definitions.some((other) => HOLDERS.has(other.kind) && liesIn(definition, other))
}

function liesIn(inner: Definition, outer: Definition): boolean {
  return outer !== inner && outer.line <= inner.line && inner.endLine <= outer.endLine
}
