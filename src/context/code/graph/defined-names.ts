import { definitionsAround } from '../definitions-around.ts'
import { type Definition, type DefinitionKind, OPEN_HOLDERS } from '../tags.ts'

export type DefinedNames = {
  readonly everywhere: ReadonlySet<string>
  readonly standing: ReadonlySet<string>
}

/** The names of a file that others may use, and those of them that can be used by themselves. */
export function definedNames(definitions: readonly Definition[]): DefinedNames {
  const everywhere = new Set<string>()
  const standing = new Set<string>()
  for (const definition of definitions) {
    if (!definition.exported || UNNEEDED.has(definition.kind)) continue
    everywhere.add(definition.name)
    const around = definitionsAround(definition, definitions)
    if (around.every(({ kind }) => OPEN_HOLDERS.has(kind))) standing.add(definition.name)
  }
  return { everywhere, standing }
}

/** Nobody calls a heading, a namespace only frames what is needed, and a field is needed by way of what it is a field of. */
const UNNEEDED: ReadonlySet<DefinitionKind> = new Set(['heading', 'property', 'module'])
