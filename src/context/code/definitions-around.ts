import type { Definition } from './tags.ts'

/** The definitions that one lies in, the innermost first. */
export function definitionsAround({ parent }: Definition, definitions: readonly Definition[]): Definition[] {
  const outer = parent === null ? undefined : definitions[parent]
  return outer === undefined ? [] : [outer, ...definitionsAround(outer, definitions)]
}
