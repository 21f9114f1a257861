import type { Ending } from '#words/ending.ts'
import type { Aside, Entry, Stand, Worker } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Usage } from '#words/usage.ts'

/** One invocation of the loop, as the journal tells it. */
export type Run = {
  readonly run: string
  readonly startedAt: string
  readonly objective: string
  readonly worker: Worker
  /** The rung that the worker stands on; null where nobody has said. */
  readonly tier: string | null
  readonly test: string
  /** The task that it works on; null for an objective alone. */
  readonly task: string | null
  readonly checks: readonly { readonly name: string; readonly command: string }[]
  readonly mayChangeTests: boolean
  /** How often the task was tried before this run: attempts are counted on. */
  readonly tried: number
  /** What becomes of work that is blocked. */
  readonly onBlocked: 'leave' | 'put-aside'
  /** The tree that the work started from. */
  readonly base: string
  readonly stand: Stand
  readonly attempts: readonly Attempt[]
  /** Its work, where that was put aside. */
  readonly aside: Aside | null
  readonly ended: {
    readonly outcome: 'verified' | 'blocked'
    readonly reason: string
    readonly commit: string | null
  } | null
}

export type Attempt = {
  readonly attempt: number
  /** The tree that it started from; null where nobody has said. */
  readonly tree: string | null
  readonly ending: Ending | null
  /** Null where nobody knows. */
  readonly usage: Usage | null
  readonly claimed: boolean
  readonly stuck: string | null
  readonly evidence: Evidence | null
  /** Files that are other than before it. */
  readonly files: readonly string[]
  /** Commits that the agent made itself. */
  readonly commits: readonly string[]
  readonly pack: { readonly files: readonly string[]; readonly tokens: number } | null
}

/** Every run in the journal, oldest first. */
export function foldRuns(entries: readonly Entry[]): Run[] {
  const runs = new Map<string, Run>()
  for (const entry of entries) {
    if (entry.kind === 'run-started') {
      const { kind: _, id: __, at: startedAt, ...begun } = entry
      runs.set(entry.run, { ...begun, startedAt, attempts: [], aside: null, ended: null })
    } else if ('run' in entry && entry.run !== null) {
      const known = runs.get(entry.run)
      if (known !== undefined) runs.set(entry.run, advance(known, entry))
    }
  }
  return [...runs.values()]
}

function advance(run: Run, entry: Entry): Run {
  switch (entry.kind) {
    case 'attempt-started': {
      const { attempt, tree, pack } = entry
      const fresh = { ...UNTOLD, attempt, tree, pack }
      return { ...run, attempts: [...run.attempts, fresh] }
    }
    case 'attempt-ended': {
      const { ending, usage, claimed, stuck, files, commits } = entry
      return withAttempt(run, { number: entry.attempt, ending, usage, claimed, stuck, files, commits })
    }
    case 'verified':
      return withAttempt(run, { number: entry.attempt, evidence: entry.evidence })
    case 'put-aside':
      return { ...run, aside: entry.aside }
    case 'run-ended':
      return { ...run, ended: { outcome: entry.outcome, reason: entry.reason, commit: entry.commit } }
    case 'run-resumed':
      return { ...run, ended: null }
    case 'run-started':
    case 'denied':
    case 'trace':
    case 'pack-verified':
    case 'planned':
    case 'scanned':
    case 'task-moved':
    case 'task-edited':
    case 'terms-renewed':
      return run
  }
}

/** An attempt of which nobody has said anything yet. */
export const UNTOLD: Omit<Attempt, 'attempt'> = {
  tree: null,
  ending: null,
  usage: null,
  claimed: false,
  stuck: null,
  evidence: null,
  files: [],
  commits: [],
  pack: null,
}

function withAttempt(run: Run, { number, ...news }: Partial<Attempt> & { number: number }): Run {
  return {
    ...run,
    attempts: run.attempts.map((attempt) => (attempt.attempt === number ? { ...attempt, ...news } : attempt)),
  }
}
