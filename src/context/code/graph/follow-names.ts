import type { Definers } from './find-definers.ts'
import type { ResolvedImport } from './resolved-import.ts'

/** The files that define a name which these files only hand on. Empty if they define it themselves, or nobody does. */
export type Follow = (files: readonly number[], name: string) => readonly number[]

/**
 * Goes where a name comes from: `export { X } from './x'`, `export * from './x'`, a package that gathers what its modules have.
 * By imports that carry the name, else by those that carry everything; never twice through a file, and not far.
 */
export function followNames(
  definers: Definers,
  importsOf: (file: number) => readonly ResolvedImport[],
): Follow {
  const known = new Map<string, readonly number[]>()
  const search = (file: number, name: string): readonly number[] => {
    const candidates = definers(name)
    if (candidates.length === 0 || candidates.includes(file)) return NONE
    const seen = new Set([file])
    let front = [file]
    for (let depth = 0; depth < DEPTH_MAX && front.length > 0; depth += 1) {
      front = front
        .flatMap((place) => sourcesOf(importsOf(place), name))
        .filter((place) => isNew(seen, place))
      const found = front.filter((place) => candidates.includes(place))
      if (found.length > 0) return found
    }
    return NONE
  }
  return (files, name) => {
    const found = files.flatMap((file) => {
      const key = `${file} ${name}`
      const result = known.get(key) ?? search(file, name)
      known.set(key, result)
      return result
    })
    return found.length === 0 ? NONE : [...new Set(found)]
  }
}

const NONE: readonly number[] = []
const DEPTH_MAX = 4

function isNew(seen: Set<number>, place: number): boolean {
  const { size } = seen
  return seen.add(place).size > size
}

/** What takes everything of many at once is no list of what a file hands on. */
function sourcesOf(imports: readonly ResolvedImport[], name: string): readonly number[] {
  const named = imports.filter(({ names }) => names.includes(name))
  if (named.length > 0) return named.flatMap(({ files }) => files)
  return imports.flatMap(({ names, files }) => (names.includes('*') && files.length === 1 ? files : NONE))
}
