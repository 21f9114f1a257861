import type { Role } from '#context/code/walk/role-of.ts'
import { testNameOf } from './test-name-of.ts'

/** What is counted of a file, and of all that are alike. */
export type Traits = {
  readonly role: Role
  /** Null for what is no code. */
  readonly language: string | null
  /** With its dot; null for a name without one. */
  readonly ending: string | null
  /** Whether its name is a number, or begins with one. */
  readonly isNumbered: boolean
  /** How a test is called, see `testNameOf`; null for what is none. */
  readonly testName: string | null
  /** Whether it builds what lies around it. */
  readonly isBuildScript: boolean
}

/** Files of one folder that are alike. */
export type FileKind = Traits & {
  readonly folder: string
  readonly times: number
  /** Of all together; undefined where one is not known. */
  readonly bytes: number | undefined
}

/** Where there are many files, there are few kinds in each folder: who counts goes through these. */
export function countKinds(files: readonly Counted[]): FileKind[] {
  const byFolder = new Map<string, Draft[]>()
  for (const file of files) {
    const own = byFolder.get(file.folder) ?? []
    if (own.length === 0) byFolder.set(file.folder, own)
    const { role, language, ending, isNumbered, testName, isBuildScript } = traitsOf(file)
    const { folder, bytes } = file
    const kind = { folder, role, language, ending, isNumbered, testName, isBuildScript, times: 1, bytes }
    const known = own.find((one) => isAlike(one, kind))
    if (known === undefined) own.push(kind)
    else {
      known.times += 1
      known.bytes = sumOf(known.bytes, bytes)
    }
  }
  return [...byFolder.values()].flat()
}

type Counted = Pick<FileKind, 'folder' | 'role' | 'language'> & {
  readonly name: string
  readonly bytes?: number
}

type Draft = { -readonly [Key in keyof FileKind]: FileKind[Key] }

export function traitsOf({ name, role, language }: Pick<Counted, 'name' | 'role' | 'language'>): Traits {
  const dot = name.lastIndexOf('.')
  return {
    role,
    language,
    ending: dot > 0 ? name.slice(dot) : null,
    isNumbered: NUMBERED.test(name),
    testName: role === 'test' ? testNameOf(name) : null,
    isBuildScript: language !== null && BUILD_SCRIPT.test(name),
  }
}

const NUMBERED = /^([A-Za-z]|Version)?_?\d/
const BUILD_SCRIPT = /\.gradle(\.kts)?$/

export function isAlike(one: Traits, other: Traits): boolean {
  return (
    one.ending === other.ending &&
    one.role === other.role &&
    one.language === other.language &&
    one.testName === other.testName &&
    one.isNumbered === other.isNumbered &&
    one.isBuildScript === other.isBuildScript
  )
}

function sumOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other
}

/** How many files there are of some kinds. */
export function countFiles(kinds: readonly FileKind[], isOne: (kind: FileKind) => boolean): number {
  let files = 0
  for (const kind of kinds) if (isOne(kind)) files += kind.times
  return files
}
