import { groupBy } from '#kit/group-by.ts'
import { depthOf, isWithin } from '../files/take-inventory.ts'

/**
 * The folders that code is divided into, outside of what is declared already. A folder that holds a great part of all code
 * is no division, and is looked into; so is one that holds nothing but a few others.
 */
export function sourceFolders(counts: ReadonlyMap<string, number>, declared: ReadonlySet<string>): string[] {
  const total = counts.get('') ?? 0
  const least = Math.max(FILES_MIN, Math.min(FILES_MIN_LARGE, total * PART_LEAST))
  const sizeOf = (folder: string) => counts.get(folder) ?? 0
  const below = innerFolders(counts)
  const holders = new Set([...declared].flatMap(foldersAbove))
  const isNoDivision = (folder: string) => {
    const inside = below.get(folder) ?? []
    const own = sizeOf(folder) - inside.reduce((sum, path) => sum + sizeOf(path), 0)
    if (inside.length === 0 || depthOf(folder) >= DEPTH_MAX || own > sizeOf(folder) * PART_OWN) return false
    return (
      holders.has(folder) || sizeOf(folder) > total * (own === 0 && inside.length <= FEW ? PART_HOLLOW : PART)
    )
  }
  const found: string[] = []
  const ahead = ['', ...[...declared].filter((path) => sizeOf(path) > total * PART_DECLARED)]
  for (let folder = ahead.pop(); folder !== undefined; folder = ahead.pop()) {
    const inside = (below.get(folder) ?? []).filter((path) => !declared.has(path))
    ahead.push(...inside.filter(isNoDivision))
    found.push(...inside.filter((path) => !isNoDivision(path) && sizeOf(path) >= least))
  }
  const divisions = [...new Set(found)].filter((path) => !holders.has(path))
  // The only part of a whole divides nothing.
  const isAlone = (path: string, wholes: ReadonlySet<string>) => {
    const whole = foldersAbove(path).findLast((folder) => wholes.has(folder))
    return whole !== undefined && divisions.filter((other) => isWithin(other, whole)).length === 1
  }
  return divisions
    .filter((path) => !isAlone(path, declared))
    .map((path) => (isAlone(path, new Set([above(path)])) && PLAIN.test(path) ? above(path) : path))
    .filter((path) => path !== '')
    .sort()
}

/** `xtask/src` is better known as `xtask`. */
const PLAIN = /\/(src|lib|source)$/

function above(folder: string): string {
  return folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))
}

function innerFolders(counts: ReadonlyMap<string, number>): ReadonlyMap<string, readonly string[]> {
  return groupBy(
    [...counts.keys()].filter((path) => path !== ''),
    above,
  )
}

const PART = 0.25
/** What lies in a folder itself, and in no folder of it, would not be told of. */
const PART_OWN = 0.4
const PART_HOLLOW = 0.05
const PART_DECLARED = 0.4
const FEW = 2
const DEPTH_MAX = 8
const FILES_MIN = 2
/** Nobody wants to hear of two files among ten thousand. */
const FILES_MIN_LARGE = 20
const PART_LEAST = 0.002

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'))
}
