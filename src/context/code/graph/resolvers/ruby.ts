import { basename } from 'node:path'
import type { Tags } from '../../tags.ts'
import { readWay } from '../../way-of.ts'
import { outlineOf } from '../../write-tags.ts'
import { findBySuffix } from '../paths/find-by-suffix.ts'
import { folderOf } from '../paths/folder-of.ts'
import { pathFrom } from '../paths/path-from.ts'
import { pickNearest } from '../paths/pick-nearest.ts'
import type { MakeResolver } from '../resolver.ts'

/**
 * As Ruby loads: beside the file, or from the folders that are on the load path by custom. Rails loads a constant when it is
 * first named, from the file that has its name in small letters: that file is a neighbour of all who name it.
 */
export const resolveRuby: MakeResolver = (project) => {
  const defined = new Map(
    project.filesOf(['ruby']).map(({ path, tags }) => {
      const { standing, members, hidden } = outlineOf(tags)
      return [path, new Set([...standing, ...members, ...hidden])]
    }),
  )
  return {
    resolve: (from, { specifier }) => {
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
    },
    neighbours: ({ path, tags }) => {
      const constants = constantsIn(tags)
      const folders = new Set(constants.map(({ name }) => smallOf(name)))
      const files = constants.flatMap(({ name, isMember }) => {
        const named = project.named(`${smallOf(name)}.rb`).filter((other) => defined.get(other)?.has(name))
        // What is in another constant lies in the folder of that.
        const allowed = isMember ? named.filter((other) => folders.has(basename(folderOf(other)))) : named
        return pickNearest(allowed, path) ?? []
      })
      return [...new Set(files)].filter((other) => other !== path)
    },
  }
}

const LOADED = /^$|(^|\/)(lib|app|app\/[^/]+|app\/[^/]+\/concerns|spec|test|ext\/[^/]+)$/

function constantsIn(tags: Tags): { readonly name: string; readonly isMember: boolean }[] {
  const { used, ways } = outlineOf(tags)
  return used.flatMap((name, at) => {
    const { kind, isMember } = readWay(ways[at] ?? 0)
    return kind !== 'call' && /^[A-Z]/.test(name) ? [{ name, isMember }] : []
  })
}

/** `HTTPClient` is in `http_client`. */
function smallOf(name: string): string {
  return name
    .replace(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
}
