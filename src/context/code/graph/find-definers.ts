import type { Definition, DefinitionKind } from '../tags.ts'
import type { CodeFile } from './code-file.ts'

/** Which files define a name that others may use. */
export type Definers = (name: string) => readonly number[]

export type DefinersByPlace = {
  readonly definers: Definers
  /** Those where it stands in no type, and can be used by itself. */
  readonly standing: Definers
}

export function findDefiners(files: readonly CodeFile[]): DefinersByPlace {
  const everywhere = new Map<string, number[]>()
  const standing = new Map<string, number[]>()
  for (const [place, { tags }] of files.entries()) {
    for (const definition of tags.definitions) {
      if (!definition.exported || UNNEEDED.has(definition.kind)) continue
      note(everywhere, { name: definition.name, place })
      if (stands(definition, tags.definitions)) note(standing, { name: definition.name, place })
    }
  }
  return {
    definers: (name) => everywhere.get(name) ?? NONE,
    standing: (name) => standing.get(name) ?? NONE,
  }
}

/** Nobody calls a heading, and a field is needed by way of what it is a field of. */
const UNNEEDED: ReadonlySet<DefinitionKind> = new Set(['heading', 'property', 'module'])
const NONE: readonly number[] = []

/** Files come in order, so that one which defines a name twice was the last to define it. */
function note(lists: Map<string, number[]>, { name, place }: { name: string; place: number }): void {
  const known = lists.get(name)
  if (known === undefined) lists.set(name, [place])
  else if (known.at(-1) !== place) known.push(place)
}

function stands({ parent }: Definition, definitions: readonly Definition[]): boolean {
  const around = parent === null ? undefined : definitions[parent]
  return around === undefined || (around.kind === 'module' && stands(around, definitions))
}
