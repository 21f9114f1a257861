import { findBySuffix } from '../paths/find-by-suffix.ts'
import { folderOf } from '../paths/folder-of.ts'
import { pathFrom } from '../paths/path-from.ts'
import { pickNearest } from '../paths/pick-nearest.ts'
import type { MakeResolver } from '../resolver.ts'

/**
 * What a script sources: from where it lies, from the root, or, where a variable says from where, by the end of the path. A
 * file whose name is in a variable is not known.
 */
export const resolveBash: MakeResolver = (project) => ({
  resolve: (from, { specifier }) => {
    const said = specifier.replace(EXPANSION, '$').replace(/["']/g, '')
    const fixed = said.slice(said.lastIndexOf('$') + 1)
    const isFromElsewhere = fixed !== said
    if (isFromElsewhere !== fixed.startsWith('/')) return []
    const path = fixed.replace(/^\/+/, '')
    const candidates = [pathFrom(folderOf(from), path), pathFrom('', path)]
    const beside = candidates.find((candidate) => candidate !== null && project.has(candidate))
    if (beside !== undefined && beside !== null) return [beside]
    const end = path.replace(/^(\.\.?\/)+/, '')
    const nearest = pickNearest(
      findBySuffix(project, end).map((found) => found.path),
      from,
    )
    return nearest === null ? [] : [nearest]
  },
})

/** `$DIR`, `${DIR}`, `${BASH_SOURCE%/*}`, `$(dirname "$0")` and the like. */
const EXPANSION = /\$\{[^}]*\}|\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`|\$\w+/g
