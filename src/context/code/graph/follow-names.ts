import { remember } from '#kit/remember.ts'
import type { Definers } from './index-names.ts'
import type { ResolvedImport } from './resolved-import.ts'

/** The files that define a name which these files only hand on. Empty if they define it themselves, or nobody does. */
export type Follow = (files: readonly number[], name: string) => readonly number[]

/**
 * Goes where a name comes from: `export { X } from './x'`, `export * from './x'`, a package that gathers what its modules have,
 * a header that includes others. By imports that carry the name, else by those that carry everything; never in circles, and
 * not far.
 */
export function followNames(
  definers: Definers,
  importsOf: (file: number) => readonly ResolvedImport[],
): Follow {
  const carried = remember((file: number) => carriedBy(importsOf(file)))
  const reached = remember((file: number) => reachOf(file, carried))
  const known = remember((_file: number) => new Map<string, readonly number[]>())
  const search = (file: number, { name, steps }: { name: string; steps: number }): readonly number[] => {
    const candidates = definers(name)
    if (candidates.includes(file)) return [file]
    if (steps === 0) return NONE
    const next = (places: readonly number[]) =>
      places.flatMap((place) => search(place, { name, steps: steps - 1 }))
    const named = next(carried(file).named.get(name) ?? NONE)
    if (named.length > 0) return named
    const { depths, named: beyond } = reached(file)
    const nearest = Math.min(...candidates.map((place) => depths.get(place) ?? Number.POSITIVE_INFINITY))
    if (nearest <= STEPS_MAX) return candidates.filter((place) => depths.get(place) === nearest)
    return next(beyond.get(name) ?? NONE)
  }
  const searchOnce = (file: number, name: string): readonly number[] => {
    if (definers(name).includes(file)) return NONE
    const before = known(file)
    const found = before.get(name) ?? search(file, { name, steps: STEPS_MAX })
    before.set(name, found)
    return found
  }
  return (files, name) => {
    if (files.length === 0 || definers(name).length === 0) return NONE
    const found = files.flatMap((file) => searchOnce(file, name))
    return found.length === 0 ? NONE : [...new Set(found)]
  }
}

const NONE: readonly number[] = []
const STEPS_MAX = 4

export type Carried = {
  readonly named: ReadonlyMap<string, readonly number[]>
  /** Files of which everything is taken. */
  readonly whole: readonly number[]
}

/** What takes everything of many at once is no list of what a file hands on. */
export function carriedBy(imports: readonly ResolvedImport[]): Carried {
  const named = new Map<string, readonly number[]>()
  const whole: number[] = []
  for (const { names, files } of imports) {
    if (names.includes('*') && files.length === 1) whole.push(...files)
    for (const name of names) if (name !== '*') named.set(name, [...(named.get(name) ?? []), ...files])
  }
  return { named, whole }
}

type Reached = {
  /** Files of which a file has everything, with the steps to there. */
  readonly depths: ReadonlyMap<number, number>
  /** What those take by name. */
  readonly named: ReadonlyMap<string, readonly number[]>
}

function reachOf(file: number, carried: (file: number) => Carried): Reached {
  const depths = new Map<number, number>([[file, 0]])
  let front = [file]
  for (let depth = 1; depth <= STEPS_MAX && front.length > 0; depth += 1) {
    const next = new Set(front.flatMap((place) => carried(place).whole).filter((place) => !depths.has(place)))
    for (const place of next) depths.set(place, depth)
    front = [...next]
  }
  depths.delete(file)
  const named = new Map<string, number[]>()
  for (const place of depths.keys())
    for (const [name, files] of carried(place).named) named.set(name, [...(named.get(name) ?? []), ...files])
  return { depths, named }
}
