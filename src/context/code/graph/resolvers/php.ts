import { findBySuffix } from '../paths/find-by-suffix.ts'
import { folderOf } from '../paths/folder-of.ts'
import { isBelow } from '../paths/is-below.ts'
import { pathFrom } from '../paths/path-from.ts'
import { pickNearest } from '../paths/pick-nearest.ts'
import type { MakeResolver, Project } from '../resolver.ts'
import { indexModules } from './index-modules.ts'
import { parseObject, textsIn } from './javascript/packages.ts'

/**
 * As Composer finds classes: by the prefixes of PSR-4 and PSR-0; what it finds by a class map or loads at once is found by its
 * namespace. A file that is included is looked for beside the one that does, at the root, and by the end of its path.
 */
export const resolvePhp: MakeResolver = (project) => {
  const modules = indexModules(project, ['php'])
  const rules = project.named('composer.json').flatMap((path) => rulesOf(path, project.read(path)))
  // The longest prefix first, and of equal ones that of the package around.
  const rulesFor = (name: string, from: string) =>
    rules
      .filter(({ prefix }) => name.startsWith(prefix))
      .sort(
        (one, other) =>
          other.prefix.length - one.prefix.length || closeness(other, from) - closeness(one, from),
      )
  return {
    resolve: (from, { specifier, names }) => {
      if (names.length === 0) return findIncluded(project, { from, specifier })
      const byRule = rulesFor(specifier, from)
        .map(({ prefix, folder }) => pathOf(folder, specifier.slice(prefix.length)))
        .find(project.has)
      if (byRule !== undefined) return [byRule]
      const slash = specifier.lastIndexOf('\\')
      return modules.definersOf(specifier.slice(0, Math.max(slash, 0)), {
        name: specifier.slice(slash + 1),
        from,
      })
    },
    neighbours: ({ path, tags }) => (tags.module === null ? [] : modules.filesOf(tags.module, path)),
  }
}

type Rule = { readonly prefix: string; readonly folder: string; readonly owner: string }

function closeness({ owner }: Rule, from: string): number {
  return isBelow(from, owner) ? owner.length + 1 : 0
}

function pathOf(folder: string, name: string): string {
  return [folder, `${name.replaceAll('\\', '/')}.php`].filter((part) => part !== '').join('/')
}

function rulesOf(path: string, text: string | null): Rule[] {
  const manifest = parseObject(text)
  const owner = folderOf(path)
  return ['autoload', 'autoload-dev'].flatMap((section) => {
    const autoload = tableIn(manifest?.[section])
    const folders = (value: unknown) => textsIn(value).flatMap((folder) => pathFrom(owner, folder) ?? [])
    const short = Object.entries(tableIn(autoload['psr-4'])).flatMap(([prefix, value]) =>
      folders(value).map((folder) => ({ prefix, folder, owner })),
    )
    // Here the prefix is part of the path.
    const long = Object.entries(tableIn(autoload['psr-0'])).flatMap(([prefix, value]) =>
      folders(value).map((folder) => ({
        prefix,
        folder: [folder, prefix.replaceAll('\\', '/').replace(/\/$/, '')].filter(Boolean).join('/'),
        owner,
      })),
    )
    return [...short, ...long]
  })
}

function tableIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function findIncluded(project: Project, { from, specifier }: { from: string; specifier: string }): string[] {
  const beside = pathFrom(folderOf(from), specifier)
  if (beside !== null && project.has(beside)) return [beside]
  if (specifier.startsWith('.')) return []
  const plain = specifier.replace(/^\//, '')
  const paths = findBySuffix(project, plain).map(({ path }) => path)
  const nearest = pickNearest(paths, from)
  return nearest === null ? [] : [nearest]
}
