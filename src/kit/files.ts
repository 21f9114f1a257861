import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { processFields } from './process-fields.ts'

/** The bytes of a file. What is none, such as a pipe, is refused before it is opened: nobody may ever write to it. */
export function readPlainFile(path: string): Buffer {
  const stats = statSync(path)
  if (stats.isFile() || stats.isDirectory()) return readFileSync(path)
  throw Object.assign(new Error(`EINVAL: not a regular file, read '${path}'`), { code: 'EINVAL' })
}

/** The bytes of a file, or null where there is none. Any other failure is thrown. */
export function readIfThere(path: string): Buffer | null {
  try {
    return readPlainFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The bytes of a file, or null where nobody could read any: it is missing, forbidden, no file or a link in circles. */
export function readIfReadable(path: string): Buffer | null {
  try {
    return readPlainFile(path)
  } catch {
    return null
  }
}

/** True for a file, and for a link that leads to one. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

export type Target = {
  readonly path: string
  /** The folder that holds what is half written of it, if that shall not lie beside it. */
  readonly draftIn?: string
  /** What it is written with, whatever an existing file has. */
  readonly mode?: number
  /** `made-again`: whoever reads it sees whether it is whole, and nobody waits until a disk has it. */
  readonly ifPowerFails?: 'kept' | 'made-again'
}

/** Nobody else’s to read. */
export const PRIVATE = 0o600

/**
 * Replaces a file whole or not at all: temporary file beside it, fsync, rename, fsync of the directory.
 * Mode and owner of an existing file are kept; where it fails, no folder stays that was made for it. A kill in between leaves at most a temporary file, which
 * `sweepTemporaries` removes on the next run.
 */
export function writeAtomically(target: string | Target, content: Uint8Array | Iterable<Uint8Array>): void {
  const {
    path,
    draftIn = dirname(path),
    mode,
    ifPowerFails = 'kept',
  }: Target = typeof target === 'string' ? { path: target } : target
  const directory = dirname(path)
  const made = makeFolder(directory)
  const temporary = temporaryBeside(join(draftIn, basename(path)))
  const before = statIfThere(path)
  try {
    const handle = openSync(temporary, 'wx', mode ?? 0o666)
    try {
      for (const part of content instanceof Uint8Array ? [content] : content) writeWhole(handle, part)
      if (ifPowerFails === 'kept') fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    if (before !== null && mode === undefined) keepModeAndOwner(temporary, before)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    if (made !== null) removeEmpty(directory, made)
    throw error
  }
  if (ifPowerFails === 'kept') syncDirectory(directory)
}

function writeWhole(handle: number, content: Uint8Array): void {
  for (let written = 0; written < content.length; )
    written += writeSync(handle, content, written, content.length - written)
}

/** A folder and those around it up to the outermost, as long as nothing is in them. */
export function removeEmpty(directory: string, outermost: string): void {
  try {
    for (let at = directory; at.length >= outermost.length; at = dirname(at)) rmdirSync(at)
  } catch {
    // Somebody else has put something there.
  }
}

/** Removes what killed writers left in a directory. A temporary file of a living process is not touched. */
export function sweepTemporaries(directory: string): void {
  for (const name of namesIn(directory)) {
    const writer = TEMPORARY.exec(name)?.[1]
    if (writer !== undefined && !isAlive(Number(writer))) rmSync(join(directory, name), { force: true })
  }
}

export function statIfThere(path: string): Stats | null {
  try {
    return statSync(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The names in a directory, sorted by code unit so that every machine sees one order; none where it cannot be read. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort()
  } catch {
    return []
  }
}

/** ENOTDIR too: a path that leads through a file is as missing as one that leads nowhere. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

const TEMPORARY = /^\..+\.(\d+)\.[0-9a-f]{8}\.keel-tmp$/

/**
 * Gives a file a second name, unless somebody has that already; false where they have. It is there whole or not at all. Where a
 * file system knows of no second names, it is copied: for a moment the name is there and the content is not.
 */
export function nameIfFree(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    if (!NO_LINKS.has(errorCode(error) ?? '')) throw error
  }
  try {
    writeFileSync(path, readFileSync(draft), { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** What systems say that cannot make a second name. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'EMLINK',
  'EXDEV',
  'UNKNOWN',
])

/** A name for a file that only this process knows, and that `sweepTemporaries` recognises when the process is gone. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString('hex')}.keel-tmp`)
}

function keepModeAndOwner(path: string, { mode, uid, gid }: Stats): void {
  chmodSync(path, mode & 0o7777)
  try {
    chownSync(path, uid, gid)
  } catch {
    // Only a privileged user may give files away; the content is what counts.
  }
}

/** Until then a rename may be forgotten when the power fails. */
export function syncDirectory(directory: string): void {
  try {
    const handle = openSync(directory, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Some systems cannot open directories. The rename itself was atomic; only its durability is theirs.
  }
}

/** True for a process that exists, ours or not. One that has ended and that nobody has asked for its end does nothing any more. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  return !/^[ZX]/i.test(processFields(pid)[0] ?? '')
}
