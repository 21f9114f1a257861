import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { statIfThere, writeAtomically } from './files.ts'

export type CappedFile = {
  readonly write: (bytes: Buffer) => void
  /** An agent may have removed the file, and all around it, while it worked: then it is put back. */
  readonly close: () => void
  /** False once something was left out. */
  readonly isWhole: () => boolean
}

type Cap = { readonly headBytes: number; readonly tailBytes: number }

/**
 * A file of which the first and the last bytes are kept, with a mark between them. Written at once rather than queued, so that it is
 * on disk whatever becomes of keel, and so that a program that is faster than the disk has to wait. A full disk ends the file
 * and not the run.
 */
export function openCappedFile(path: string, { headBytes, tailBytes }: Cap): CappedFile {
  const file = open(path)
  /** Where the tail begins: behind the head and, where something was left out, the mark. */
  let tailAt = headBytes
  let size = 0
  let leftOut = 0
  let isBroken = file === null

  function append(bytes: Buffer): void {
    if (file === null || isBroken) return
    isBroken = !writeAll(file, { bytes, at: size })
    size += bytes.length
  }
  /** Takes the middle out. Each byte is moved once at most, for it is done when the tail is twice as long as it may be. */
  function takeOut(): void {
    if (file === null || isBroken || size - tailAt <= tailBytes) return
    const tail = fromNextLine(readAll(file, { from: size - tailBytes, to: size }))
    leftOut += size - tailAt - tail.length
    const mark = Buffer.from(`\n[${leftOut} bytes were left out here]\n`)
    ftruncateSync(file, headBytes)
    size = headBytes
    tailAt = headBytes + mark.length
    append(mark)
    append(tail)
  }
  return {
    write: (bytes) => {
      for (let at = 0; at < bytes.length; at += tailBytes) {
        append(bytes.subarray(at, at + tailBytes))
        if (size - tailAt > 2 * tailBytes) takeOut()
      }
    },
    close: () => {
      if (file === null) return
      takeOut()
      putBack(file, path)
      closeSync(file)
    },
    isWhole: () => leftOut === 0 && !isBroken,
  }
}

/** Null where somebody has put something else in its way, or the disk is full: then there is no file. */
function open(path: string): number | null {
  try {
    mkdirSync(dirname(path), { recursive: true })
    // Nobody else's to read: it holds whatever was printed.
    return openSync(path, 'w+', 0o600)
  } catch {
    return null
  }
}

/** A tail begins with a whole line, where lines are not longer than all of it. */
function fromNextLine(tail: Buffer): Buffer {
  const end = tail.indexOf(0x0a)
  return end === -1 || end > tail.length / 2 ? tail : tail.subarray(end + 1)
}

function putBack(file: number, path: string): void {
  try {
    const { ino, size } = fstatSync(file)
    if (statIfThere(path)?.ino === ino) return
    writeAtomically(path, readAll(file, { from: 0, to: size }))
  } catch {
    // Somebody has put something else in its way. The run goes on without its log.
  }
}

function readAll(file: number, { from, to }: { from: number; to: number }): Buffer {
  const bytes = Buffer.alloc(to - from)
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(file, bytes, at, bytes.length - at, from + at)
    if (read === 0) return bytes.subarray(0, at)
    at += read
  }
  return bytes
}

function writeAll(file: number, { bytes, at: start }: { bytes: Buffer; at: number }): boolean {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, start + at)
    return true
  } catch {
    return false
  }
}
