import type { Definition } from '../../tags.ts'
import type { MakeResolver } from '../resolver.ts'

/** As Elixir finds modules: by name, whatever the file. */
export const resolveElixir: MakeResolver = (project) => {
  const files = new Map<string, string>()
  for (const { path, tags } of project.filesOf(['elixir'])) {
    for (const name of modulesOf(tags.definitions)) if (!files.has(name)) files.set(name, path)
  }
  return {
    resolve: (_from, { specifier }) => {
      const path = files.get(specifier)
      return path === undefined ? [] : [path]
    },
  }
}

/** The whole name is said in the signature alone, and one inside of another is named from there. */
function modulesOf(definitions: readonly Definition[]): string[] {
  const wholeOf = ({ signature, parent }: Definition): string | null => {
    const name = /^def(?:module|protocol)\s+([\w.]+)/.exec(signature)?.[1]
    const around = parent === null ? undefined : definitions[parent]
    if (name === undefined) return null
    return around === undefined ? name : `${wholeOf(around)}.${name}`
  }
  return definitions.flatMap((definition) => wholeOf(definition) ?? [])
}
