import type { Definition, DefinitionKind } from '../tags.ts'
import type { CodeFile } from './code-file.ts'

/** Which files define a name that others may use, in their order. */
export type Definers = (name: string) => readonly number[]

export type DefinersByPlace = {
  readonly definers: Definers
  /** Those where it stands in no type, and can be used by itself. */
  readonly standing: Definers
}

export function findDefiners(files: readonly Pick<CodeFile, 'tags'>[]): DefinersByPlace {
  const everywhere = new Map<string, number[]>()
  const standing = new Map<string, number[]>()
  for (const [place, { tags }] of files.entries()) {
    const defined = definedNames(tags.definitions)
    for (const name of defined.everywhere) note(everywhere, { name, place })
    for (const name of defined.standing) note(standing, { name, place })
  }
  return {
    definers: (name) => everywhere.get(name) ?? NONE,
    standing: (name) => standing.get(name) ?? NONE,
  }
}

const NONE: readonly number[] = []

function note(lists: Map<string, number[]>, { name, place }: { name: string; place: number }): void {
  const known = lists.get(name)
  if (known === undefined) lists.set(name, [place])
  else known.push(place)
}

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
    if (stands(definition, definitions)) standing.add(definition.name)
  }
  return { everywhere, standing }
}

/** Nobody calls a heading, and a field is needed by way of what it is a field of. */
const UNNEEDED: ReadonlySet<DefinitionKind> = new Set(['heading', 'property', 'module'])

function stands({ parent }: Definition, definitions: readonly Definition[]): boolean {
  const around = parent === null ? undefined : definitions[parent]
  return around === undefined || (around.kind === 'module' && stands(around, definitions))
}
