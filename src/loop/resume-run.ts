import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readJournal } from '#journal/read-journal.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { treeHash } from '#kit/tree-hash.ts'
import type { Entry, Fact, Stand } from '#words/entry.ts'
import { Fault } from '#words/fault.ts'
import type { RunOrder } from './desk.ts'
import { attemptsIn } from './ledger/fold-attempts.ts'
import { type Attempt, foldRuns, type Run } from './ledger/fold-runs.ts'
import { openLedger } from './ledger/open-ledger.ts'
import { writeAttempts } from './ledger/write-attempts.ts'
import { movedAt, readStand } from './stand.ts'
import { TASKS_FOLDER } from './tasks/read-tasks.ts'
import { type Traces, tracesOf } from './traces-of.ts'

/**
 * The last run that came to no end, of all or of a task; null where there is none. One with an attempt that asked no guard is over:
 * nobody knows what was done there, and neither tests nor another attempt could make up for it. So is one whose task has had
 * another run since.
 */
export function findUnfinishedRun(entries: readonly Entry[], task: string | null = null): Run | null {
  const runs = foldRuns(entries)
  const lastOf = new Map(runs.map((run) => [run.task ?? run.run, run.run]))
  const isOpen = ({ run, task: own, ended, attempts }: Run) =>
    ended === null &&
    lastOf.get(own ?? run) === run &&
    !attempts.some(({ ending }) => ending?.isUnguarded === true)
  return runs.findLast((run) => isOpen(run) && (task === null || run.task === task)) ?? null
}

export type Resumption = {
  readonly root: string
  readonly record: (fact: Fact) => Entry
  /** `refuse`: what was changed since the run stopped is somebody else's. `take`: it is the run's all the same. */
  readonly changesSince: 'refuse' | 'take'
}

/** Takes a killed run up again. An attempt that nobody saw the end of is recorded as killed: nothing is lost, nothing invented. */
export async function resumeRun({ ended: _none, ...run }: Run, resumption: Resumption): Promise<RunOrder> {
  const { root, record, changesSince } = resumption
  if (changesSince === 'refuse') await refuseForeign(root, run)
  record({ kind: 'run-resumed', run: run.run })
  const attempts = await endAttempts(run, {
    record,
    root,
    since: (tree) => tracesOf({ root, stand: run.stand }, tree),
  })
  return { ...run, root, attempts }
}

/** Says of a run that nobody will take up again that its attempts are over. What is in the tree by now is somebody else's. */
export async function abandonRun(
  run: Run,
  { root, record }: Pick<Resumption, 'root' | 'record'>,
): Promise<void> {
  await endAttempts(run, { root, record, since: async () => NO_TRACES })
}

type Closing = Pick<Resumption, 'root' | 'record'> & {
  /** What was done since a tree. */
  readonly since: (tree: string) => Promise<Traces>
}

async function endAttempts(run: Omit<Run, 'ended'>, { root, record, since }: Closing): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  const closedNow = new Set<number>()
  for (const attempt of run.attempts) {
    const { attempt: number, tree, ending } = attempt
    const isOpen = ending === null
    const closed = { ...KILLED, ...(isOpen && tree !== null ? await since(tree) : NO_TRACES) }
    attempts.push(isOpen ? { ...attempt, ...closed } : attempt)
    if (!isOpen) continue
    record({ kind: 'attempt-ended', run: run.run, attempt: number, ...closed })
    closedNow.add(number)
  }
  const told = attemptsIn({ ...run, attempts, ended: null }, readJournal(root).entries)
  const news = told.filter(({ number }) => closedNow.has(number))
  writeAttempts(openLedger(root, run.task ?? run.run), news)
  return attempts
}

const KILLED = {
  ending: { kind: 'killed', detail: 'keel was killed while the agent was at work.', exitCode: null },
  usage: null,
  claimed: false,
  stuck: null,
} as const

const NO_TRACES: Traces = { files: [], commits: [] }

/** A commit of the run's holds the agent's work and nothing else: not what was done here since the run stopped. */
async function refuseForeign(root: string, { run, task, base, stand }: Omit<Run, 'ended'>): Promise<void> {
  const lastBeat = openLedger(root, task ?? run).lastBeat()
  // Where nobody knows when it stopped, everything that changed since it began is doubtful.
  const silentSince = lastBeat === null ? 0 : lastBeat + GRACE_MS
  const now = await readStand(root)
  const hasMoved = now?.head !== stand.head || now.branch !== stand.branch
  if (hasMoved && (await movedAt(root, 'HEAD')) > silentSince) {
    throw foreign({
      message: `The run began at ${stand.head.slice(0, 10)} on ${stand.branch ?? 'no branch'}, and since it stopped this repository has moved to ${now?.head.slice(0, 10) ?? 'nothing'} on ${now?.branch ?? 'no branch'}.`,
      hint: wayBack(stand, now),
    })
  }
  const changes = await treeChanges({ root, from: base, to: treeHash(root) })
  // keel itself writes there when a run stops.
  const names = (changes ?? [])
    .map(({ path }) => path)
    .filter((path) => !path.startsWith(`${TASKS_FOLDER}/`) && touchedAt(root, path) > silentSince)
  if (names.length === 0) return
  const shown = names.slice(0, 3).join(', ')
  throw foreign({
    message: `Changed since the run stopped: ${shown}${names.length > 3 ? `, and ${names.length - 3} more` : ''}. keel commits what the agent did, and could not tell yours from it.`,
    hint: `git stash push --include-untracked -- ${names.map(quote).join(' ')}`,
  })
}

/** On the branch of the run there is none that loses nothing: what was committed there since is somebody's work. */
function wayBack({ head, branch }: Stand, now: Stand | null): string {
  if (branch === now?.branch) return 'keel run --resume --take-changes'
  return branch === null ? `git switch --detach ${head}` : `git switch ${branch}`
}

function foreign({ message, hint }: { message: string; hint: string }): Fault {
  return new Fault({
    kind: 'user',
    code: 'changed-since',
    message: `${message} With --take-changes they are taken for the run’s own.`,
    hint,
  })
}

/** A beat that was due, and the moment that a driven program takes to notice that keel is gone. */
const GRACE_MS = 2500

/** When a file got its content or its name; for one that is gone, when the folder that it was in was last changed. */
function touchedAt(root: string, path: string): number {
  try {
    return lstatSync(join(root, path)).ctimeMs
  } catch {
    return path === '.' ? Number.POSITIVE_INFINITY : touchedAt(root, dirname(path))
  }
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
