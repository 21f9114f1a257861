import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { statIfThere, writeAtomically } from '#kit/files.ts'

export type ProgramLog = {
  readonly write: (bytes: Buffer) => void
  /** An agent may have removed the log, and all around it, while it worked: then it is put back. */
  readonly close: () => void
  /** False once something was left out. */
  readonly isWhole: () => boolean
}

/**
 * What a program printed, byte for byte, as it arrives: written at once rather than queued, so that it is on disk
 * whatever becomes of keel, and so that a program that is faster than the disk has to wait. Output without end
 * stops at `bytesMax`, and a full disk ends the log and not the run.
 */
export function openProgramLog(path: string, bytesMax: number): ProgramLog {
  mkdirSync(dirname(path), { recursive: true })
  // Nobody else's to read: it holds whatever the agent saw.
  const file = openSync(path, 'w+', 0o600)
  let written = 0
  let isWhole = true
  return {
    write: (bytes) => {
      if (!isWhole) return
      const fitting = bytes.subarray(0, bytesMax - written)
      isWhole = writeAll(file, fitting) && fitting.length === bytes.length
      written += fitting.length
    },
    close: () => {
      putBack(file, path)
      closeSync(file)
    },
    isWhole: () => isWhole,
  }
}

function putBack(file: number, path: string): void {
  try {
    const { ino, size } = fstatSync(file)
    if (statIfThere(path)?.ino === ino) return
    const bytes = Buffer.alloc(size)
    for (let at = 0; at < size; ) {
      const read = readSync(file, bytes, at, size - at, at)
      if (read === 0) break
      at += read
    }
    writeAtomically(path, bytes)
  } catch {
    // Somebody has put something else in its way. The run goes on without its log.
  }
}

function writeAll(file: number, bytes: Buffer): boolean {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    return true
  } catch {
    return false
  }
}
