import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { errorCode, isAlive, isFile, temporaryBeside } from './files.ts'

export type Locked<Value> = { readonly kind: 'done'; readonly value: Value } | Busy

/** Another process kept the lock for as long as we were ready to wait. */
export type Busy = { readonly kind: 'busy'; readonly process: number }

/**
 * Does the work while no other process does work under the same lock file. A lock whose process is gone, or that is
 * older than any such work lasts, is broken. Where the system lets nobody make the file, the work goes on without it:
 * what it wants to write there will be refused in its own words.
 */
export function whileLocked<Value>(file: string, work: () => Value): Locked<Value> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const taken = take(file)
    if (taken.kind === 'held') {
      if (breakStale(file)) continue
      if (performance.now() > deadline) return { kind: 'busy', process: taken.process }
      sleep(POLL_MS)
      continue
    }
    try {
      return { kind: 'done', value: work() }
    } finally {
      if (taken.kind === 'ours') rmSync(file, { force: true })
    }
  }
}

/**
 * Takes the lock for as long as the caller likes, however long that is, without waiting for it. Only the lock of a
 * process that is gone is broken.
 */
export function holdLock(file: string): { readonly kind: 'ours'; readonly release: () => void } | Busy {
  for (;;) {
    const taken = take(file)
    if (taken.kind !== 'held') {
      ours.add(file)
      return { kind: 'ours', release: () => release(file) }
    }
    if (isHeld(file, taken.process)) return { kind: 'busy', process: taken.process }
    rmSync(file, { force: true })
  }
}

/** Locks that this process holds. */
const ours = new Set<string>()

function release(file: string): void {
  ours.delete(file)
  rmSync(file, { force: true })
}

/**
 * Numbers of processes come again, in a container at once: one that is ours, or that began after the lock was made, is not
 * of whoever made it. Where the system does not tell when a process began, it is believed.
 */
function isHeld(file: string, holder: number): boolean {
  if (holder === process.pid) return ours.has(file)
  if (holder === 0 || !isAlive(holder)) return false
  const began = statSync(`/proc/${holder}`, { throwIfNoEntry: false })?.ctimeMs
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return began === undefined || made === undefined || began < made + CLOCK_SLACK_MS
}

const CLOCK_SLACK_MS = 2000
const WAIT_MS = 10_000
const POLL_MS = 20
const STALE_MS = 60_000

type Taken =
  | { readonly kind: 'ours' }
  | { readonly kind: 'impossible' }
  | { readonly kind: 'held'; readonly process: number }

/** The process id is in the file from the moment it has its name: a link is made whole or not at all. */
function take(file: string): Taken {
  const draft = temporaryBeside(file)
  try {
    writeFileSync(draft, String(process.pid))
    linkSync(draft, file)
    return { kind: 'ours' }
  } catch (error) {
    return errorCode(error) === 'EEXIST' && !isSomethingElse(file)
      ? { kind: 'held', process: holderOf(file) }
      : { kind: 'impossible' }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** True when the lock was broken, or is gone by itself. A fresh lock that was moved by mistake is put back. */
function breakStale(file: string): boolean {
  if (!existsSync(file)) return true
  const holder = holderOf(file)
  if ((holder === 0 || isAlive(holder)) && ageMs(file) < STALE_MS) return false
  const aside = temporaryBeside(file)
  try {
    renameSync(file, aside)
    if (holderOf(aside) !== holder) linkSync(aside, file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  return true
}

/** A lock that was released meanwhile is still a lock; a folder of that name is none. */
function isSomethingElse(path: string): boolean {
  return existsSync(path) && !isFile(path)
}

function holderOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0
  } catch {
    return 0
  }
}

function ageMs(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return 0
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
