import type { DoublesReader } from './contract.ts'
import { doublesOf } from './doubles-of.ts'

/** A function that a variable of the package holds is exchanged for another one. What the file itself declares is its own. */
export const goDoubles: DoublesReader = (source) =>
  doublesOf(source, [ASSIGNED])
    .filter(
      ({ member }) =>
        !new RegExp(`\\bvar\\s+${member}\\b|(?<![\\w.])${member}\\s*(?:,[^\\n=]*)?:=`).test(source.bare),
    )
    .map(({ end: _, ...double }) => double)

const ASSIGNED =
  /^[ \t]*(?:(?<owner>[a-z]\w*)\.)?(?<member>[A-Za-z_]\w*)[ \t]*=[ \t]*(?=func\b|[A-Za-z_]\w*[ \t]*$)/gm
