import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { amongWorktrees } from '#kit/among-worktrees.ts'
import { nameIfFree, namesIn, readIfReadable, temporaryBeside, writeAtomically } from '#kit/files.ts'
import { makeIgnoredFolder } from '#kit/make-ignored-folder.ts'
import { processBegan } from '#kit/process-began.ts'
import { isLive, type Lease, parseLease, setRight } from './lease.ts'

export const LEASES_FOLDER = '.keel/leases'

/** All worktrees of a repository share them: else two would take one task. */
export function leasesFolder(root: string): string {
  return amongWorktrees(root, LEASES_FOLDER)
}

export type Leases = {
  readonly live: ReadonlyMap<string, Lease>
  /** Whose time is over, or whose process is gone. */
  readonly dead: ReadonlyMap<string, Lease>
  /** Files that are no leases, as seen from the root. They count for nothing. */
  readonly unreadable: readonly string[]
}

export function readLeases(root: string, now: Date): Leases {
  const live = new Map<string, Lease>()
  const dead = new Map<string, Lease>()
  const unreadable: string[] = []
  const folder = leasesFolder(root)
  for (const name of namesIn(folder)) {
    if (!name.endsWith('.json')) continue
    const task = name.slice(0, -'.json'.length)
    const path = join(folder, name)
    const lease = inTime(path, now)
    if (lease === null || lease.task !== task) unreadable.push(relative(root, path))
    else (isLive(lease, now) ? live : dead).set(task, lease)
  }
  return { live, dead, unreadable }
}

/** Written anew where its clock was ahead: when it was seen first is kept nowhere else. */
function inTime(path: string, now: Date): Lease | null {
  const lease = leaseIn(path)
  const right = lease === null ? null : setRight(lease, now)
  if (right === null) return lease
  try {
    writeAtomically(path, Buffer.from(`${JSON.stringify(right)}\n`))
  } catch {
    // Whoever may write there sets it right.
  }
  return right
}

/** Null where there is none, or none that can be read. */
export function readLease(root: string, task: string): Lease | null {
  return leaseIn(leasePath(root, task))
}

function leaseIn(path: string): Lease | null {
  const bytes = readIfReadable(path)
  return bytes === null ? null : parseLease(bytes)
}

/**
 * Takes a lease in place of the one that was seen, if that is still there. False where somebody else was faster: where there is
 * none, the file gets its name whole or not at all, so that two can never have it, not even if the lock that they take first
 * should fail. A dead one is replaced and never taken away first: without it, the task would be nobody’s.
 */
export function takeLease(root: string, { lease, seen }: { lease: Lease; seen: Lease | null }): boolean {
  const path = leasePath(root, lease.task)
  makeIgnoredFolder(leasesFolder(root))
  const draft = temporaryBeside(path)
  writeFileSync(draft, textOf(lease))
  try {
    if (seen === null && nameIfFree(draft, path)) return true
    if (JSON.stringify(readLease(root, lease.task)) !== JSON.stringify(seen)) return false
    renameSync(draft, path)
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Writes a lease anew: only for whoever holds it. */
export function renewLease(root: string, lease: Lease): void {
  writeAtomically(leasePath(root, lease.task), Buffer.from(textOf(lease)))
}

export function dropLease(root: string, task: string): void {
  rmSync(leasePath(root, task), { force: true })
}

function leasePath(root: string, task: string): string {
  return join(leasesFolder(root), `${task}.json`)
}

function textOf(lease: Lease): string {
  const began = lease.process === null ? null : processBegan(lease.process)
  return `${JSON.stringify({ ...lease, began: began ?? undefined })}\n`
}
