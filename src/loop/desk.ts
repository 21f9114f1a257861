import type { Action } from '#words/action.ts'
import type { Decision } from '#words/decision.ts'
import type { Entry, Fact } from '#words/entry.ts'
import type { Attempt, Run } from './ledger/fold-runs.ts'
import type { Ledger } from './ledger/open-ledger.ts'
import type { Lost } from './tasks/why-lost.ts'
import type { WorkOnce } from './work-once.ts'

/** A run that the journal knows: just started, or taken up again with the attempts it has had. */
export type RunOrder = Omit<Run, 'ended'> & { readonly root: string }

export type RunParts = {
  readonly work: WorkOnce
  /** Chooses context for the objective. */
  readonly pack: (objective: string) => Promise<Chosen>
  /** What the task is a part of, in Markdown; null where it is a part of nothing. */
  readonly epic: string | null
  readonly record: (fact: Fact) => Entry
  /** What the journal knows. */
  readonly entries: () => readonly Entry[]
  /** The guards' word on what is about to be committed, whoever did it and however. */
  readonly judge: (actions: readonly Action[]) => Decision
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The command that proves this project, whatever this run was told to take; null where there is none. */
  readonly ownTest: string | null
  readonly testTimeoutMs: number
  readonly now: () => Date
  /** With which evidence is sealed; null where no key can be kept. */
  readonly key: Buffer | null
  readonly signal: AbortSignal
  /** The claim on the task; null for an objective alone. */
  readonly hold: Hold | null
}

/** What a run asks of the claim on its task at the moment when it matters: others can change all of it meanwhile. */
export type Hold = {
  /** Why the task is not ours any more; null where it is. */
  readonly whyLost: () => Lost | null
  /** Why nobody wants the task done any more; null where it is wanted. */
  readonly whySetAside: () => SetAside | null
  /** The tasks that are done with its proof: itself, unless it has parts that are open, and the epics that it is the last part of. */
  readonly doneByProof: () => readonly string[]
}

/** What somebody has made of the task while the run was at work. */
export type SetAside = { readonly to: 'blocked' | 'deferred'; readonly reason: string }

/** Context that was chosen: as Markdown, and what it is of; null where nothing was. */
export type Chosen = { readonly text: string; readonly pack: Attempt['pack'] }

/** What every step of the walk works with. */
export type Desk = { readonly order: RunOrder; readonly parts: RunParts; readonly ledger: Ledger }
