import type { DoublesReader } from './contract.ts'
import { doublesOf } from './doubles-of.ts'

/** A function that a variable of a package holds is exchanged for another one. What the file itself declares is its own, and so are parts of a value. */
export const goDoubles: DoublesReader = (source) =>
  doublesOf(source, [ASSIGNED])
    .filter(({ owner, member }) =>
      owner === '' ? !isDeclared(source.bare, member) : isPackage(source.bare, owner),
    )
    .map(({ end: _, ...double }) => double)

const ASSIGNED =
  /^[ \t]*(?:(?<owner>[a-z]\w*)\.)?(?<member>[A-Za-z_]\w*)[ \t]*=[ \t]*(?=func\b|[A-Za-z_]\w*[ \t]*$)/gm

function isDeclared(bare: string, name: string): boolean {
  return new RegExp(`\\bvar\\s+${name}\\b|(?<![\\w.])${name}\\s*(?:,[^\\n=]*)?:=`).test(bare)
}

function isPackage(bare: string, name: string): boolean {
  return new RegExp(`^\\s*(?:import\\s+)?(?:${name}\\s+"[^"\\n]+"|"(?:[^"\\n]*/)?${name}")`, 'm').test(bare)
}
