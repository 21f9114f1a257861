import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { errorCode } from '#kit/files.ts'
import { sleep } from '#kit/sleep.ts'

export type Limits = { readonly bytesMax: number; readonly deadlineMs: number }

/**
 * The question on stdin, read at once: to set up a stream takes longer than all the rest. It is read as far as it goes and
 * no further, because not every host ends what it says. On a pipe there is a deadline; on a socket nobody can look before
 * they read, and keel waits for as long as the host does.
 */
export function readInput({ bytesMax, deadlineMs }: Limits): string {
  const stream = openInput()
  const deadline = Date.now() + deadlineMs
  const chunks: Buffer[] = []
  let total = 0
  try {
    for (;;) {
      const chunk = readChunk(stream, deadline)
      total += chunk.length
      chunks.push(chunk)
      if (total > bytesMax) throw new Error(`the question is larger than ${bytesMax >> 20} MiB`)
      if (chunk.length === 0 || isWhole(chunk, chunks)) return Buffer.concat(chunks).toString('utf8')
    }
  } finally {
    if (stream !== 0) closeSync(stream)
  }
}

/** A pipe can be opened a second time, without waiting. */
function openInput(): number {
  if (process.platform !== 'linux' || !fstatSync(0).isFIFO()) return 0
  try {
    return openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return 0
  }
}

function readChunk(stream: number, deadline: number): Buffer {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (;;) {
    try {
      return buffer.subarray(0, readSync(stream, buffer))
    } catch (error) {
      // Some systems say so at the end of a pipe.
      if (errorCode(error) === 'EOF') return buffer.subarray(0, 0)
      if (errorCode(error) !== 'EAGAIN') throw error
      if (Date.now() > deadline) throw new Error('the question did not come in time')
      sleep(1)
    }
  }
}

const CHUNK_BYTES = 64 * 1024

/** Tried only where what came last could be the end of it. */
function isWhole(last: Buffer, chunks: readonly Buffer[]): boolean {
  if (last.length === CHUNK_BYTES || last.lastIndexOf('}') < last.length - 3) return false
  try {
    JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return true
  } catch {
    return false
  }
}
