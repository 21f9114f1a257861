import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageFile } from '#kit/package-file.ts'

/** Of each file: size, time of change, time of change of its node, number of its node; none is a number where there is no file. */
export const MARK_LENGTH = 4

export type MarksRequest = {
  readonly folder: string
  readonly names: readonly string[]
  /** The native program; null to do without. */
  readonly native?: string | null
}

/**
 * Asks the system about each of these files, by which it is known whether one was changed. That is most of the work of a question about
 * thousands of tasks, and half of it is Node's own: where a native program was built, it asks, and says the same to the last bit.
 */
export function markFiles({ folder, names, native }: MarksRequest): Float64Array {
  const program = names.length < NATIVE_MIN || native === null ? null : (native ?? nativeMarks())
  const asked = program === null ? null : askNative(program, { folder, names })
  if (asked !== null) return asked
  const marks = new Float64Array(names.length * MARK_LENGTH)
  const short = shorter(folder)
  for (const [place, name] of names.entries()) markFile(`${short}/${name}`, { marks, place })
  return marks
}

/** To start a program takes as long as to ask about so many files. */
const NATIVE_MIN = 3000

export function nativeMarks(): string {
  return join(packageFile('dist/native'), `${process.platform}-${process.arch}`, 'keel-marks')
}

/** Null where it is not there, or did not answer as it should: nothing is lost but the time. */
function askNative(
  program: string,
  { folder, names }: Pick<MarksRequest, 'folder' | 'names'>,
): Float64Array | null {
  const { status, stdout } = spawnSync(program, {
    cwd: folder,
    env: {},
    input: Buffer.from(`${names.join('\0')}\0`),
    maxBuffer: names.length * MARK_BYTES + 1,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  if (status !== 0 || stdout.length !== names.length * MARK_BYTES) return null
  const marks = new Float64Array(names.length * MARK_LENGTH)
  Buffer.from(marks.buffer).set(stdout)
  return marks
}

const MARK_BYTES = MARK_LENGTH * Float64Array.BYTES_PER_ELEMENT
const PATIENCE_MS = 10_000

/** The system walks every folder of a path, for each of thousands of files. */
function shorter(folder: string): string {
  const way = relative(process.cwd(), folder)
  return way !== '' && way.length < folder.length ? way : folder
}

export type MarkAt = { readonly marks: Float64Array; readonly place: number }

const NOT_THROWN = { throwIfNoEntry: false } as const

export function markFile(path: string, { marks, place }: MarkAt): void {
  const at = place * MARK_LENGTH
  try {
    const stats = statSync(path, NOT_THROWN)
    if (stats === undefined) return void marks.fill(Number.NaN, at, at + MARK_LENGTH)
    marks[at] = stats.size
    marks[at + 1] = stats.mtimeMs
    marks[at + 2] = stats.ctimeMs
    marks[at + 3] = stats.ino
  } catch {
    // A link in circles, or a folder that nobody may enter: what is wrong is said when it is read.
    marks.fill(Number.NaN, at, at + MARK_LENGTH)
  }
}

export function isSameMark(one: MarkAt, other: MarkAt): boolean {
  const mine = one.place * MARK_LENGTH
  const theirs = other.place * MARK_LENGTH
  for (let part = 0; part < MARK_LENGTH; part++)
    if (one.marks[mine + part] !== other.marks[theirs + part]) return false
  return true
}
