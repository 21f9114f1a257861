import type { CodeFile } from '#context/code/graph/code-file.ts'
import type { Definition } from '#context/code/tags.ts'
import type { StandingSymbol } from './map-diff.ts'

/** The symbols of a file, each with the names of what it lies in. Headings are text, and no symbols. */
export function standingSymbols({
  path,
  tags: { definitions },
}: Pick<CodeFile, 'path' | 'tags'>): StandingSymbol[] {
  return definitions
    .filter(({ kind }) => kind !== 'heading')
    .map((definition) => {
      const { line, kind, signature, exported } = definition
      return { name: nameOf(definition, definitions), path, line, kind, signature, exported }
    })
}

function nameOf({ name, parent }: Definition, definitions: readonly Definition[]): string {
  const outer = parent === null ? undefined : definitions[parent]
  return outer === undefined ? name : `${nameOf(outer, definitions)}.${name}`
}
