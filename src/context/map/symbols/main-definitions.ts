import { definitionsAround } from '#context/code/definitions-around.ts'
import type { Definition } from '#context/code/tags.ts'
import { namesValue } from './names-value.ts'
import type { MapSymbol } from './symbols-of-file.ts'

type Main = Pick<MapSymbol, 'definition' | 'around'>

/**
 * What a file is about: what stands in it by itself, in a namespace, or in an object that has a name and no type. What others may use comes first, and of that the outermost.
 * What is written once for each branch of `#if` is one thing, and a macro that only names a value comes last.
 */
export function mainDefinitions(definitions: readonly Definition[]): Main[] {
  const seen = new Set<string>()
  return definitions
    .map((definition) => ({ definition, around: definitionsAround(definition, definitions) }))
    .filter(({ definition: { kind, name, signature }, around }) => {
      const key = [kind, name, signature, ...around.map((outer) => outer.name)].join('\n')
      if (kind === 'module' || !around.every(isFrame) || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .sort(
      (one, other) =>
        Number(namesValue(one.definition)) - Number(namesValue(other.definition)) ||
        Number(other.definition.exported) - Number(one.definition.exported) ||
        one.around.length - other.around.length,
    )
}

function isFrame({ kind }: Definition): boolean {
  return kind === 'module' || kind === 'variable' || kind === 'constant'
}
