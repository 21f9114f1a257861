import { outlineOf } from '../write-tags.ts'
import type { CodeFile } from './code-file.ts'
import { type Names, numberNames } from './number-names.ts'

/** Which files define a name that others may use, in their order. */
export type Definers = (name: string) => readonly number[]

/** Who defines and who uses a name. */
export type NameIndex = {
  readonly definers: Definers
  /** Those where it stands in no type, and can be used by itself. */
  readonly standing: Definers
  /** In how many files it is used. */
  readonly usersOf: (name: string) => number
  readonly byNumber: NamesByNumber
}

export type NamesByNumber = {
  readonly names: Names
  readonly definers: readonly (readonly number[] | undefined)[]
  readonly standing: readonly (readonly number[] | undefined)[]
  readonly users: Uint32Array
  /** By file: the names that it uses, once for each way. */
  readonly used: readonly (readonly number[])[]
}

export function indexNames(files: readonly Pick<CodeFile, 'tags'>[]): NameIndex {
  const names = numberNames()
  const outlines = files.map(({ tags }) => outlineOf(tags))
  const used = outlines.map((outline) => outline.used.map(names.numberOf))
  const alone = outlines.map((outline) => outline.standing.map(names.numberOf))
  const inside = outlines.map((outline) => outline.members.map(names.numberOf))
  const count = names.all().length
  const [definers, standing] = [startLists(count), startLists(count)]
  for (let place = 0; place < files.length; place += 1) {
    for (const name of alone[place] ?? NONE) {
      noteIn(standing, { name, place })
      noteIn(definers, { name, place })
    }
    for (const name of inside[place] ?? NONE) noteIn(definers, { name, place })
  }
  const users = countUsers(used, count)
  const listIn = (lists: Lists) => (name: string) => lists[names.find(name) ?? -1] ?? NONE
  return {
    definers: listIn(definers),
    standing: listIn(standing),
    usersOf: (name) => users[names.find(name) ?? -1] ?? 0,
    byNumber: { names, definers, standing, users, used },
  }
}

const NONE: readonly number[] = []

type Lists = (number[] | undefined)[]

function startLists(count: number): Lists {
  return Array.from({ length: count }, () => undefined)
}

function noteIn(lists: Lists, { name, place }: { name: number; place: number }): void {
  const known = lists[name]
  if (known === undefined) lists[name] = [place]
  else known.push(place)
}

/** How often a file uses a name does not count, and neither does in how many ways. */
function countUsers(used: readonly (readonly number[])[], names: number): Uint32Array {
  const counts = new Uint32Array(names)
  const last = new Uint32Array(names)
  for (let place = 0; place < used.length; place += 1)
    for (const name of used[place] ?? NONE) {
      if (last[name] === place + 1) continue
      last[name] = place + 1
      counts[name] = (counts[name] ?? 0) + 1
    }
  return counts
}
