import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isAlive, isFile, isMissing, nameIfFree, temporaryBeside } from './files.ts'
import { processBegan } from './process-began.ts'
import { sleep } from './sleep.ts'

export type Locked<Value> = { readonly kind: 'done'; readonly value: Value } | Busy

/** Another process kept the lock for as long as we were ready to wait. */
export type Busy = { readonly kind: 'busy'; readonly process: number }

/**
 * Does the work while no other process does work under the same lock file. A lock whose process is gone, or that is
 * older than any such work lasts, is broken. Where the system lets nobody make the file, the work goes on without it:
 * what it wants to write there will be refused in its own words.
 */
export function whileLocked<Value>(file: string, work: () => Value): Locked<Value> {
  letOthersFirst(file)
  const patience = startPatience()
  for (;;) {
    const taken = take(file)
    if (taken.kind === 'held') {
      if (isStale(file, taken) && clear(file, taken)) continue
      const waitMs = patience.next(taken)
      if (waitMs === null) return { kind: 'busy', process: taken.process }
      sleep(waitMs)
      continue
    }
    return { kind: 'done', value: taken.kind === 'ours' ? workUnder(file, { taken, work }) : work() }
  }
}

/** Who had it a moment ago would have it again before anybody who waits has looked. */
function letOthersFirst(file: string): void {
  const restMs = (released.get(file) ?? Number.NEGATIVE_INFINITY) + POLL_MS - performance.now()
  if (restMs > 0) sleep(restMs)
}

/** When this process gave a lock back. */
const released = new Map<string, number>()

/**
 * How long to sleep until the next look; null where it is enough. One process that keeps the lock is not waited for as long as a
 * queue that moves on. Nobody keeps a list of who came first, so that who has waited longest looks most often.
 */
function startPatience(): { next: (holder: Holder) => number | null } {
  const startedMs = performance.now()
  let holder: string | null = null
  let sinceMs = startedMs
  return {
    next: ({ text }) => {
      const nowMs = performance.now()
      if (text !== holder) sinceMs = nowMs
      holder = text
      const waitedMs = nowMs - startedMs
      if (nowMs - sinceMs > WAIT_MS || waitedMs > QUEUE_MS) return null
      return Math.max(POLL_MIN_MS, POLL_MS - waitedMs / EAGER_MS)
    },
  }
}

function workUnder<Value>(file: string, { taken, work }: { taken: Holder; work: () => Value }): Value {
  ours.add(file)
  try {
    return work()
  } finally {
    ours.delete(file)
    // It may be another’s by now, however short we think it was: a process can be stopped at any moment, and for long.
    const deadline = performance.now() + TURN_WAIT_MS
    while (!clear(file, taken) && performance.now() < deadline) sleep(1)
    released.set(file, performance.now())
  }
}

/** Who cannot be told may be at work, until it is too old for that. */
function isStale(file: string, holder: Holder): boolean {
  if (holder.text === null) return true
  return (holder.process !== 0 && !isHeld(file, holder)) || ageMs(file) >= STALE_MS
}

/**
 * Takes the lock for as long as the caller likes, however long that is, without waiting for it. Only the lock of a
 * process that is gone is broken.
 */
export function holdLock(file: string): { readonly kind: 'ours'; readonly release: () => void } | Busy {
  const deadline = performance.now() + TURN_WAIT_MS
  for (;;) {
    const taken = take(file)
    if (taken.kind !== 'held') {
      ours.add(file)
      return { kind: 'ours', release: () => release(file) }
    }
    if (isHeld(file, taken)) return { kind: 'busy', process: taken.process }
    if (!isBeingMade(file, taken) && clear(file, taken)) continue
    if (performance.now() > deadline) return { kind: 'busy', process: taken.process }
    sleep(1)
  }
}

/** Where there are no links, a lock has its name a moment before it says whose it is. */
function isBeingMade(file: string, { process: holder }: Holder): boolean {
  return holder === 0 && ageMs(file) < MAKING_MS
}

/** Whether some process holds a lock of that kind. */
export function isLockHeld(file: string): boolean {
  return existsSync(file) && isHeld(file, holderIn(textOf(file)))
}

/** Locks that this process holds. */
const ours = new Set<string>()

function release(file: string): void {
  ours.delete(file)
  rmSync(file, { force: true })
}

type Holder = {
  /** 0 where the file says nothing of it. */
  readonly process: number
  /** When that process began, where the system tells. */
  readonly began: number | null
  /** The whole file, in which no other lock is like it. Null where it is gone. */
  readonly text: string | null
}

/** Numbers of processes come again, in a container at once: one that is ours, or began at another time, did not make the lock. */
function isHeld(file: string, { process: holder, began }: Holder): boolean {
  if (holder === process.pid) return ours.has(file)
  if (holder === 0 || !isAlive(holder)) return false
  const now = processBegan(holder)
  return began === null || now === null || began === now
}

const WAIT_MS = 10_000
const QUEUE_MS = 120_000
const POLL_MS = 20
const POLL_MIN_MS = 2
/** Of waiting, for which the next look comes a millisecond earlier. */
const EAGER_MS = 50
const STALE_MS = 60_000

/** To write its few bytes takes less. */
const MAKING_MS = 500

/** To clear a lock takes no time. Who has stopped in the middle of it is not waited for. */
const TURN_WAIT_MS = 1000

type Taken = (Holder & { readonly kind: 'ours' | 'held' }) | { readonly kind: 'impossible' }

/**
 * What it says is in the file from the moment it has its name: a link is made whole or not at all. Who waits only looks: twenty
 * who write a draft each time would keep the disk from whoever has the lock.
 */
function take(file: string): Taken {
  const seen = textOf(file)
  if (seen !== null && !isSomethingElse(file)) return { kind: 'held', ...holderIn(seen) }
  const draft = temporaryBeside(file)
  const text = `${process.pid} ${ownBegan} ${randomBytes(8).toString('hex')}`
  try {
    writeFileSync(draft, text)
    if (nameIfFree(draft, file)) return { kind: 'ours', ...holderIn(text) }
    return isSomethingElse(file) ? { kind: 'impossible' } : { kind: 'held', ...holderIn(textOf(file)) }
  } catch {
    return { kind: 'impossible' }
  } finally {
    rmSync(draft, { force: true })
  }
}

const ownBegan = processBegan(process.pid) ?? ''

function holderIn(text: string | null): Holder {
  const [holder, began] = (text ?? '').split(' ')
  return { process: Number(holder) || 0, began: Number(began) || null, text }
}

/**
 * Takes a lock away, if it is still the one that was seen: another may have broken that, and hold its own by now. Between the
 * look and the removal nobody else may remove it, and so whoever does both has the turn for it, which is a lock as well, and
 * never broken while its process lives. False where somebody else has the turn.
 */
function clear(file: string, { text }: Holder): boolean {
  if (text === null) return true
  // By one name, so that who is killed in its turn leaves what the next one finds and takes away.
  const turn = join(dirname(file), `.${basename(file)}.turn.keel-tmp`)
  const taken = take(turn)
  if (taken.kind === 'impossible') return false
  if (taken.kind === 'held') {
    if (!isHeld(turn, taken) && !isBeingMade(turn, taken)) clear(turn, taken)
    return false
  }
  ours.add(turn)
  try {
    if (textOf(file) === text) rmSync(file, { force: true })
    return true
  } finally {
    release(turn)
  }
}

/** A lock that was released meanwhile is still a lock; a folder of that name is none. */
function isSomethingElse(path: string): boolean {
  return existsSync(path) && !isFile(path)
}

/** Null where it is gone; empty where nobody may read it. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return isMissing(error) ? null : ''
  }
}

function ageMs(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return 0
  }
}
