import type { Ending } from '#words/ending.ts'
import type { Usage } from '#words/usage.ts'

/** Whoever does the work of one attempt: a host that is driven, or a model in a role. Fresh each time. */
export type WorkOnce = (order: WorkOrder) => Promise<WorkResult>

export type WorkOrder = {
  readonly prompt: string
  readonly root: string
  /** The run that the work belongs to, for the entries of guards. */
  readonly run: string
  readonly logFile: string
  readonly signal: AbortSignal
}

export type WorkResult = {
  readonly ending: Ending
  /** The last words. */
  readonly text: string
  readonly usage: Usage
  readonly session: string | null
  /** What kept the commands of a bare model to the worktree: `bwrap`, or none and why. A host sees to its own. */
  readonly sandbox?: string
}
