import type { CodeFile } from '../code-file.ts'
import { folderOf } from '../paths/folder-of.ts'
import { pathFrom } from '../paths/path-from.ts'
import type { MakeResolver, Project } from '../resolver.ts'

/** As Go finds packages: a module's path and then a folder of it; `replace` with a folder of this repository. */
export const resolveGo: MakeResolver = (project) => {
  const modules = project
    .named('go.mod')
    .flatMap((path) => modulesOf(path, project.read(path) ?? ''))
    // The longest path first: a module may lie in another.
    .sort((one, other) => other.path.length - one.path.length || (one.folder < other.folder ? -1 : 1))
  const packageIn = (folder: string) => goFiles(project, folder).filter((path) => !path.endsWith('_test.go'))
  return {
    resolve: (_from, { specifier }) => {
      const found = modules.find(({ path }) => specifier === path || specifier.startsWith(`${path}/`))
      if (found === undefined) return []
      const rest = specifier.slice(found.path.length).replace(/^\//, '')
      return packageIn([found.folder, rest].filter((part) => part !== '').join('/'))
    },
    neighbours: ({ path, tags }: CodeFile) => {
      const others = goFiles(project, folderOf(path)).filter((other) => other !== path)
      return others.filter((other) => !isOutside(other, tags.module))
    },
  }
}

function goFiles(project: Project, folder: string): readonly string[] {
  return project.filesIn(folder).filter((path) => path.endsWith('.go'))
}

/** A test of a package may be in a package of its own, and a package does not see its tests. */
function isOutside(path: string, module: string | null): boolean {
  return path.endsWith('_test.go') && module?.endsWith('_test') !== true
}

type Module = { readonly path: string; readonly folder: string }

function modulesOf(manifest: string, text: string): Module[] {
  const folder = folderOf(manifest)
  const own = /^module\s+"?([^\s"]+)"?/m.exec(text)?.[1]
  const replaced = [...text.matchAll(/^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}\/\S*)/gm)].flatMap(
    ([, path = '', target = '']) => {
      const replacement = pathFrom(folder, target)
      return replacement === null ? [] : [{ path, folder: replacement }]
    },
  )
  return [...(own === undefined ? [] : [{ path: own, folder }]), ...replaced]
}
