import type { MakeResolver } from '../resolver.ts'
import { indexModules } from './index-modules.ts'

/** As C# finds names: `using` takes a namespace, or a type of one; what is around a namespace is seen without. */
export const resolveCSharp: MakeResolver = (project) => {
  const modules = indexModules(project, ['c_sharp'])
  return {
    resolve: (from, { specifier, names }) => {
      const named = names.filter((name) => name !== '*')
      if (named.length > 0) return named.flatMap((name) => modules.definersOf(specifier, { name, from }))
      const files = modules.filesOf(specifier, from)
      if (files.length > 0) return files
      const dot = specifier.lastIndexOf('.')
      return dot === -1
        ? []
        : modules.definersOf(specifier.slice(0, dot), { name: specifier.slice(dot + 1), from })
    },
    neighbours: ({ path, tags }) => {
      const parts = tags.module?.split('.') ?? []
      return parts.flatMap((_, place) => modules.filesOf(parts.slice(0, place + 1).join('.'), path))
    },
  }
}
