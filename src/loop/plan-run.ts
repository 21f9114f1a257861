import { findRunloop } from '#context/runloop.ts'
import type { Worker } from '#words/entry.ts'
import { type Beginning, standOfClean } from './begin-run.ts'
import { composePrompt } from './compose-prompt.ts'
import type { RunParts } from './desk.ts'
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
  { root, minutes, pack, epic }: Pick<RunParts, 'pack' | 'epic'> & { root: string; minutes: number },
): Promise<RunPlan> {
  const { resumes, objective, worker, test } = intent
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
  const prompt = composePrompt({ runloop, objective, test, pack: text, epic, retry: null })
  return { ...known, prompt }
}
