import { crc32 } from 'node:zlib'
import { type ArraysFile, openArrays } from '#kit/arrays-file.ts'
import { once } from '#kit/once.ts'
import { remember } from '#kit/remember.ts'
import type { CodeGraph } from '../graph/code-graph.ts'
import type { ResolvedImport } from '../graph/resolved-import.ts'
import type { Definition, Tags } from '../tags.ts'
import { roles } from '../walk/role-of.ts'
import { readWay } from '../way-of.ts'
import type { FaceOfFile } from './face-of.ts'
import { type NameTable, readNames } from './name-table.ts'
import { rowAt, rowsWith } from './rows.ts'

/** A graph as it was, see `takeSnapshot`. What is asked of single files is read when it is asked for. */
export type Snapshot = Omit<CodeGraph, 'paths'> & {
  readonly about: unknown
  readonly listing: string
  readonly names: NameTable
  /** By the number of a name. */
  readonly definers: (name: number) => Uint32Array
  readonly standing: (name: number) => Uint32Array
  /** In how many files it is used. */
  readonly users: Uint32Array
  /** By file: the numbers of the names that it uses, once for each way. */
  readonly referencesOf: (file: number) => Uint32Array
  /** Files that use a name, or import it, which is true of one of these numbers. */
  readonly mentioning: (names: ReadonlySet<number>) => readonly number[]
  readonly faceOf: (file: number) => Face
  /** What parsing found in it, but for the lines that names are used in: only how many these are is kept. */
  readonly tagsOf: (file: number) => Tags
  /** Files for which one of these was asked, see `questionsAbout`. Null where it was asked for all. */
  readonly asking: (questions: ReadonlySet<number>) => readonly number[] | null
  /** What resolvers had seen of the whole tree, by grammar. */
  readonly grounds: ReadonlyMap<string, string>
  /** Those that import it. */
  readonly importersOf: (file: number) => Uint32Array
  readonly isParsed: (file: number) => boolean
  readonly neighboursOf: (file: number) => readonly number[]
  readonly close: () => void
}

export type Face = FaceOfFile & {
  /** Where its imports lead. */
  readonly imports: readonly ResolvedImport[]
  /** As they are written. */
  readonly written: Tags['imports']
  readonly module: Tags['module']
}

/** Null where there is none. One that is damaged is thrown, if not until what is damaged is asked for. */
export function openSnapshot(path: string): Snapshot | null {
  const file = openArrays(path)
  try {
    return file === null ? null : readSnapshot(file)
  } catch (error) {
    file?.close()
    throw error
  }
}

/** What most changes need is read at once, the rest when it is asked for: a changed body needs little of it. */
function readSnapshot({ bytes, text, integers, numbers, slice, close }: ArraysFile): Snapshot {
  const names = readNames({ starts: integers('nameStarts'), bytes: bytes('nameBytes') })
  const rows = remember((name: string) => ({ starts: integers(`${name}Starts`), members: integers(name) }))
  const [definers, standing, references] = [rows('definers'), rows('standing'), rows('references')]
  const usesOf = once(() => ({ ways: bytes('ways'), times: integers('times') }))
  const groupsOf = once(() => ({
    groups: integers('groups'),
    members: { starts: integers('groupStarts'), members: integers('groupMembers') },
  }))
  const parsed = bytes('parsed')
  const texts = <Value>(name: string) => {
    const [starts, sums] = [integers(`${name}Starts`), integers(`${name}Sums`)]
    return (place: number): Value => {
      const own = slice(`${name}s`, { start: starts[place] ?? 0, end: starts[place + 1] ?? 0 })
      if (crc32(own) !== sums[place]) throw new Error(`${name} ${place} is damaged`)
      return JSON.parse(own.toString('utf8'))
    }
  }
  const faceOf = texts<Face>('face')
  const definitionsOf = texts<readonly Definition[]>('definition')
  const referencesIn = (place: number) => {
    const { ways, times } = usesOf()
    return Array.from(rowAt(references, place), (name, offset) => {
      const at = (references.starts[place] ?? 0) + offset
      return { name: names.at(name), ...readWay(ways[at] ?? 0), lines: Array(times[at] ?? 0).fill(0) }
    })
  }
  return {
    about: JSON.parse(text('about')),
    listing: text('listing'),
    roles: Array.from(bytes('roles'), (role) => roles[role] ?? 'source'),
    lengths: integers('lengths'),
    edges: {
      starts: integers('edgeStarts'),
      to: integers('edgeTo'),
      name: integers('edgeName'),
      weight: numbers('edgeWeight'),
      nameOf: names.at,
    },
    names,
    definers: (name) => rowAt(definers, name),
    standing: (name) => rowAt(standing, name),
    users: integers('users'),
    referencesOf: (place) => rowAt(references, place),
    mentioning: (some) => [...new Set([references, rows('taken')].flatMap((each) => rowsWith(each, some)))],
    faceOf,
    tagsOf: (place) => {
      const { written, module } = faceOf(place)
      return { definitions: definitionsOf(place), references: referencesIn(place), imports: written, module }
    },
    asking: (questions) => {
      const askers = rowsWith(rows('asked'), questions)
      return askers.at(-1) === parsed.length ? null : askers
    },
    grounds: new Map(JSON.parse(text('grounds'))),
    importersOf: (place) => rowAt(rows('importers'), place),
    isParsed: (place) => parsed[place] === 1,
    definitionsOf,
    neighboursOf: (place) => {
      const { groups, members } = groupsOf()
      return [...rowAt(members, groups[place] ?? 0)].filter((member) => member !== place)
    },
    close,
  }
}
