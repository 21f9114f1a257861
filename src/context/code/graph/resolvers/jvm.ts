import { folderOf } from '../paths/folder-of.ts'
import type { MakeResolver } from '../resolver.ts'
import { indexModules } from './index-modules.ts'

/**
 * As Java, Kotlin and Scala find names: by package, whatever the folder, and all three see one another. What is taken from a
 * class is in the file of the class. In Scala a package may be said from the packages around.
 */
export const resolveJvm: MakeResolver = (project) => {
  const modules = indexModules(project, ['java', 'kotlin', 'scala'])
  const find = (module: string, { names, from }: { names: readonly string[]; from: string }): string[] => {
    const found = names.flatMap((name) =>
      name === '*' ? modules.filesOf(module, from) : modules.definersOf(module, { name, from }),
    )
    if (found.length > 0) return [...new Set(found)]
    const dot = module.lastIndexOf('.')
    const last = module.slice(dot + 1)
    return dot === -1 || !IS_TYPE.test(last) ? [] : find(module.slice(0, dot), { names: [last], from })
  }
  return {
    resolve: (from, { specifier, names }) => {
      const wanted = { names: names.length === 0 ? ['*'] : names, from }
      const around = from.endsWith('.scala') ? outwards(modules.moduleOf(from)) : []
      for (const prefix of ['', ...around]) {
        const found = find(prefix + specifier.replace(/^_root_\./, ''), wanted)
        if (found.length > 0) return found
      }
      return []
    },
    neighbours: ({ path, grammar, tags }) => {
      if (tags.module !== null) return modules.filesOf(tags.module, path)
      const isBeside = (other: string) => other !== path && modules.moduleOf(other) === null
      const files = project.filesIn(folderOf(path)).filter(isBeside)
      return files.filter((other) => EXTENSIONS[grammar ?? '']?.test(other))
    },
  }
}

/** By custom only types are written so, and packages never. */
const IS_TYPE = /^[A-Z]/

const EXTENSIONS: Readonly<Record<string, RegExp>> = { java: /\.java$/, kotlin: /\.kt$/, scala: /\.scala$/ }

/** `a.b.c` into `a.b.c.`, `a.b.` and `a.`. */
function outwards(module: string | null): string[] {
  const parts = module?.split('.') ?? []
  return parts.map((_, place) => `${parts.slice(0, parts.length - place).join('.')}.`)
}
