import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Entry } from '#words/entry.ts'
import { byTime, journalFiles, parseLines } from './read-journal.ts'

/**
 * Entries as they are written from now on, by whichever process. Asks the file system a few times a second instead of
 * being told by it: no two systems tell alike, and some not at all.
 */
export function followJournal(root: string, signal: AbortSignal): AsyncGenerator<Entry> {
  // Taken at once and not at the first question, so that what is written in between is not missed.
  const seen = new Map(journalFiles(root).map((file) => [file, wholeBytes(join(root, file))]))
  return follow({ root, signal, seen })
}

async function* follow({
  root,
  signal,
  seen,
}: {
  root: string
  signal: AbortSignal
  seen: Map<string, number>
}): AsyncGenerator<Entry> {
  while (!signal.aborted) {
    const fresh = journalFiles(root).flatMap((file) => {
      const { text, end } = wholeLinesAfter(join(root, file), seen.get(file) ?? 0)
      seen.set(file, end)
      return parseLines({ file, text }).entries
    })
    yield* fresh.sort(byTime)
    await setTimeout(POLL_MS, undefined, { signal }).catch(() => {})
  }
}

const POLL_MS = 200

function wholeBytes(path: string): number {
  return wholeLinesAfter(path, 0).end
}

/** What stands between an offset and the last line end: a line that is being written is left for the next time. */
function wholeLinesAfter(path: string, start: number): { text: string; end: number } {
  let handle: number
  try {
    handle = openSync(path, 'r')
  } catch {
    return { text: '', end: start }
  }
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(handle).size - start))
    const read = readSync(handle, bytes, 0, bytes.length, start)
    const whole = bytes.subarray(0, read).lastIndexOf(0x0a) + 1
    return { text: bytes.toString('utf8', 0, whole), end: start + whole }
  } finally {
    closeSync(handle)
  }
}
