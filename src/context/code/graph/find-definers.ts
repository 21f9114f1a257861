import type { DefinitionKind } from '../tags.ts'
import type { CodeFile } from './code-file.ts'

/** Which files define a name that others may use. */
export type Definers = (name: string) => readonly number[]

export function findDefiners(files: readonly CodeFile[]): Definers {
  const byName = new Map<string, number[]>()
  for (const [place, { tags }] of files.entries()) {
    for (const { name, exported, kind } of tags.definitions) {
      if (!exported || UNNEEDED.has(kind)) continue
      const known = byName.get(name)
      if (known === undefined) byName.set(name, [place])
      // Files come in order, so that one which defines a name twice was the last to define it.
      else if (known.at(-1) !== place) known.push(place)
    }
  }
  return (name) => byName.get(name) ?? NONE
}

/** Nobody calls a heading, and a field is needed by way of what it is a field of. */
const UNNEEDED: ReadonlySet<DefinitionKind> = new Set(['heading', 'property', 'module'])
const NONE: readonly number[] = []
