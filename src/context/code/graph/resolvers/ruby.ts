import type { Tags } from '../../tags.ts'
import { readWay } from '../../way-of.ts'
import { outlineOf } from '../../write-tags.ts'
import { findBySuffix } from '../paths/find-by-suffix.ts'
import { folderOf } from '../paths/folder-of.ts'
import { pathFrom } from '../paths/path-from.ts'
import { pickNearest } from '../paths/pick-nearest.ts'
import type { MakeResolver, Project } from '../resolver.ts'
import { findConstants } from './ruby/find-constants.ts'

/**
 * As Ruby loads: beside the file, or from the folders that are on the load path by custom. Rails loads a constant when it is
 * first named, from the file that has its name in small letters: one that is named alone has that file for a neighbour, one
 * that is named by its path is imported.
 */
export const resolveRuby: MakeResolver = (project) => {
  const findConstant = findConstants(project)
  return {
    resolve: (from, { specifier }) =>
      specifier.includes('::') ? findConstant(from, specifier) : findRequired(project, { from, specifier }),
    neighbours: ({ path, tags }) => {
      const files = constantsIn(tags).flatMap((name) => findConstant(path, name))
      return [...new Set(files)].filter((other) => other !== path)
    },
  }
}

function findRequired(project: Project, { from, specifier }: { from: string; specifier: string }): string[] {
  const file = specifier.endsWith('.rb') ? specifier : `${specifier}.rb`
  if (specifier.startsWith('.')) {
    const beside = pathFrom(folderOf(from), file)
    return beside !== null && project.has(beside) ? [beside] : []
  }
  const found = findBySuffix(project, file).filter(({ root }) => LOADED.test(root))
  const nearest = pickNearest(
    found.map(({ path }) => path),
    from,
  )
  return nearest === null ? [] : [nearest]
}

const LOADED = /^$|(^|\/)(lib|app|app\/[^/]+|app\/[^/]+\/concerns|spec|test|ext\/[^/]+)$/

/** Those that are named alone. */
function constantsIn(tags: Tags): string[] {
  const { used, ways } = outlineOf(tags)
  return used.filter((name, at) => {
    const { kind, isMember } = readWay(ways[at] ?? 0)
    return kind !== 'call' && kind !== 'import' && !isMember && /^[A-Z]/.test(name)
  })
}
