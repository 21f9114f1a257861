import { findBySuffix } from '../paths/find-by-suffix.ts'
import { folderOf } from '../paths/folder-of.ts'
import { pathFrom } from '../paths/path-from.ts'
import { pickNearest } from '../paths/pick-nearest.ts'
import type { MakeResolver } from '../resolver.ts'

/**
 * As a compiler finds headers, without its command line: beside the file, then under any folder that could have been named as
 * one to look in. A plain name between angle brackets is the system's, unless a folder of headers has it.
 */
export const resolveC: MakeResolver = (project) => ({
  resolve: (from, { specifier }) => {
    const isSystem = specifier.startsWith('<')
    const said = specifier.replace(/^<|>$/g, '')
    const beside = isSystem ? null : pathFrom(folderOf(from), said)
    if (beside !== null && project.has(beside)) return [beside]
    const roots = findBySuffix(project, said.replace(/^(\.\.?\/)+/, ''))
    const allowed = roots.filter(({ root }) => !isSystem || said.includes('/') || HEADERS.test(root))
    const nearest = pickNearest(
      allowed.map(({ path }) => path).filter((path) => path !== from),
      from,
    )
    return nearest === null ? [] : [nearest]
  },
})

const HEADERS = /(^|\/)(include|includes|inc|headers)$/
