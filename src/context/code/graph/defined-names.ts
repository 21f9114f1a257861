import { type Definition, type DefinitionKind, OPEN_HOLDERS } from '../tags.ts'

export type DefinedNames = {
  readonly everywhere: ReadonlySet<string>
  readonly standing: ReadonlySet<string>
}

/** The names of a file that others may use, and those of them that can be used by themselves. */
export function definedNames(definitions: readonly Definition[]): DefinedNames {
  const everywhere = new Set<string>()
  const standing = new Set<string>()
  const used = new Set(
    definitions.flatMap(({ parent, kind, exported }) => (exported && CALLED.has(kind) ? [parent] : [])),
  )
  for (const [place, definition] of definitions.entries()) {
    if (!definition.exported || UNNEEDED.has(definition.kind)) continue
    if (definition.kind === 'module' && !used.has(place)) continue
    everywhere.add(definition.name)
    if (standsByItself(definition, definitions)) standing.add(definition.name)
  }
  return { everywhere, standing }
}

/** Whatever it lies in can be looked through. */
function standsByItself({ parent }: Definition, definitions: readonly Definition[]): boolean {
  const outer = parent === null ? undefined : definitions[parent]
  return outer === undefined || (OPEN_HOLDERS.has(outer.kind) && standsByItself(outer, definitions))
}

/** Nobody calls a heading, and a field is needed by way of what it is a field of. */
const UNNEEDED: ReadonlySet<DefinitionKind> = new Set(['heading', 'property'])
/** What a module is named for where it is used. One that has none of these only frames what is needed. */
const CALLED: ReadonlySet<DefinitionKind> = new Set(['function', 'method', 'macro'])
