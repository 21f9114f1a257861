import { dirname, join } from 'node:path'
import { readJournal } from '#journal/read-journal.ts'
import { remember } from '#kit/remember.ts'
import { sealKey } from '#kit/seal.ts'
import { treeHash } from '#kit/tree-hash.ts'
import { hashRules } from '#loop/stand.ts'
import type { CloseDecision } from '#loop/tasks/close-task.ts'
import { findProof } from '#loop/tasks/find-proof.ts'
import { isLive } from '#loop/tasks/lease.ts'
import { readLease } from '#loop/tasks/leases.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { allParts, openParts, sayOpenParts } from '#loop/tasks/open-parts.ts'
import { detectTests } from '#loop/verify/detect-tests.ts'
import { asTaskFault } from './as-task-fault.ts'
import { projectTests } from './project-tests.ts'
import { proofTerms } from './proof-terms.ts'
import { provingTests } from './proving-tests.ts'
import { knownTask } from './task-intent.ts'
import { taskProof } from './task-proof.ts'
import { taskSource } from './task-source.ts'
import { taskStart } from './task-start.ts'
import type { World } from './world.ts'

/** Whether what keel has seen of a task is enough to close it, and if not, why: for whoever closes it, and for whoever wants to know before. */
export async function decideClose(
  id: string,
  world: World,
): Promise<Extract<CloseDecision, { kind: 'proven' | 'refused' }>> {
  const { root } = world.place
  const { table } = openBoard(taskSource(world), world.now())
  const left = openParts(table, id)
  if (left.length > 0) return { kind: 'refused', reasons: [sayOpenParts(left)] }
  const held = heldReasons(id, world)
  if (held.length > 0) return { kind: 'refused', reasons: held }
  const task = knownTask(id, world)
  const proof = await findProof({
    root,
    task,
    entries: readJournal(root).entries,
    start: await taskStart(id, world),
    parts: allParts(table, id),
    rules: await hashRules(root),
    tree: treeHash(root),
    checks: taskProof(task, world).checks,
    own: provingTests(world),
    testsOf: projectTests(world) === null ? testsAround(root) : null,
    terms: proofTerms(task, world),
    key: sealKey(world.place),
  })
  return proof.kind === 'proven' ? { kind: 'proven', entry: proof.entry } : proof
}

/** Asked once for each folder. */
function testsAround(root: string): (path: string) => string | null {
  const testsIn = remember((folder: string) => detectTests({ root, from: join(root, folder) }))
  return (path) => testsIn(dirname(path))
}

/** What was claimed at a shell may be closed from there; what a process has at work on is its own to close. */
function heldReasons(id: string, { place, asker, now }: World): string[] {
  const lease = readLease(place.root, id)
  const isOthers =
    lease !== null && lease.process !== null && lease.claimant !== asker && isLive(lease, now())
  return isOthers ? [asTaskFault({ kind: 'held', lease }).message] : []
}
