import { findRunloop } from '#context/runloop.ts'
import type { Worker } from '#words/entry.ts'
import { type Beginning, standOfClean } from './begin-run.ts'
import { composePrompt } from './compose-prompt.ts'
import type { RunParts } from './desk.ts'
import { retryOf } from './ledger/retry-of.ts'
import { ATTEMPTS_MAX } from './run.ts'

/** What a run would be, with nothing begun, nobody asked and nothing written. */
export type RunPlan = {
  readonly dryRun: true
  /** The run that would be taken up again; null for a new one. */
  readonly resumes: string | null
  readonly objective: string
  readonly worker: Worker
  /** The command that would prove it. */
  readonly test: string
  readonly attemptsMax: number
  /** For each attempt, and for each run of the tests. */
  readonly minutes: number
  /** What the first attempt would be told; null on resuming, where the tests of what was left come first. */
  readonly prompt: string | null
}

export type RunIntent = Beginning & Pick<RunPlan, 'resumes'>

export async function planRun(
  intent: RunIntent,
  { root, minutes, pack, epic, entries }: Pick<RunParts, 'pack' | 'epic' | 'entries'> & Where,
): Promise<RunPlan> {
  const { resumes, objective, worker, test, task } = intent
  const known = {
    dryRun: true,
    resumes,
    objective,
    worker,
    test,
    attemptsMax: ATTEMPTS_MAX,
    minutes,
  } as const
  if (resumes !== null) return { ...known, prompt: null }
  await standOfClean(root)
  const { text: runloop } = findRunloop(root)
  const { text } = await pack(objective)
  const retry = task === null ? null : retryOf(task, { root, entries: entries() })
  const prompt = composePrompt({ runloop, objective, test, pack: text, epic, retry })
  return { ...known, prompt }
}

type Where = { readonly root: string; readonly minutes: number }
