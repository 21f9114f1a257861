import { crc32 } from 'node:zlib'
import { type ArraysFile, openArrays } from '#kit/arrays-file.ts'
import type { CodeGraph } from '../graph/code-graph.ts'
import type { ResolvedImport } from '../graph/resolved-import.ts'
import type { Definition } from '../tags.ts'
import { roles } from '../walk/role-of.ts'
import type { FaceOfFile } from './face-of.ts'
import { type NameTable, readNames } from './name-table.ts'
import { rowAt } from './rows.ts'

/** A graph as it was, see `takeSnapshot`. What is asked of single files is read when it is asked for. */
export type Snapshot = Omit<CodeGraph, 'paths'> & {
  readonly about: unknown
  readonly names: NameTable
  /** By the number of a name. */
  readonly definers: (name: number) => Uint32Array
  readonly standing: (name: number) => Uint32Array
  /** In how many files it is used, and in how many it is used or imported. */
  readonly users: Uint32Array
  readonly mentions: Uint32Array
  /** By file. */
  readonly referencesOf: (file: number) => Uint32Array
  readonly faceOf: (file: number) => Face
  /** Those that import it. */
  readonly importersOf: (file: number) => Uint32Array
  readonly isParsed: (file: number) => boolean
  readonly neighboursOf: (file: number) => readonly number[]
  readonly close: () => void
}

export type Face = FaceOfFile & { readonly imports: readonly ResolvedImport[] }

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

function readSnapshot({ bytes, integers, numbers, slice, close }: ArraysFile): Snapshot {
  const names = readNames({ starts: integers('nameStarts'), bytes: bytes('nameBytes') })
  const rows = (name: string) => ({ starts: integers(`${name}Starts`), members: integers(name) })
  const [definers, standing] = [rows('definers'), rows('standing')]
  const [references, importers] = [rows('references'), rows('importers')]
  const parsed = bytes('parsed')
  const groups = integers('groups')
  const members = { starts: integers('groupStarts'), members: integers('groupMembers') }
  const texts = <Value>(name: string) => {
    const [starts, sums] = [integers(`${name}Starts`), integers(`${name}Sums`)]
    return (place: number): Value => {
      const text = slice(`${name}s`, { start: starts[place] ?? 0, end: starts[place + 1] ?? 0 })
      if (crc32(text) !== sums[place]) throw new Error(`${name} ${place} is damaged`)
      return JSON.parse(text.toString('utf8'))
    }
  }
  return {
    about: JSON.parse(Buffer.from(bytes('about')).toString('utf8')),
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
    mentions: integers('mentions'),
    referencesOf: (place) => rowAt(references, place),
    faceOf: texts<Face>('face'),
    importersOf: (place) => rowAt(importers, place),
    isParsed: (place) => parsed[place] === 1,
    definitionsOf: texts<readonly Definition[]>('definition'),
    neighboursOf: (place) => [...rowAt(members, groups[place] ?? 0)].filter((member) => member !== place),
    close,
  }
}
