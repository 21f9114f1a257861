import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '#kit/open-log.ts'
import { removeFolder } from '#kit/remove-folder.ts'
import type { AskModel, ModelAnswer } from '#models/contract.ts'
import type { Ending } from '#words/ending.ts'
import { artisan } from './roles/artisan.ts'
import { findSandbox, type Sandbox } from './roles/tools/find-sandbox.ts'
import type { Workbench } from './roles/tools/workbench.ts'
import type { WorkOnce } from './work-once.ts'

export type ModelWork = Pick<Workbench, 'judge' | 'onDenied' | 'environment'> & {
  readonly askModel: AskModel
  readonly clocks: { readonly idleMs: number; readonly wallMs: number }
  readonly stepsMax: number
  readonly now: () => Date
}

/** Work by a bare model in the role of the artisan, with its conversation written down line by line. */
export function workByModel({ askModel, clocks, stepsMax, now, ...guarded }: ModelWork): WorkOnce {
  return async ({ prompt, root, run, logFile, signal: interruption }) => {
    const scratch = mkdtempSync(join(tmpdir(), 'keel-model-'))
    const wall = AbortSignal.timeout(clocks.wallMs)
    const signal = AbortSignal.any([interruption, wall])
    const sandbox = findSandbox({ root, scratch })
    const environment = { ...guarded.environment, KEEL_RUN: run }
    const { system, ...role } = artisan({ ...guarded, environment, root, scratch, signal, sandbox })
    const lines = openLog(logFile, LOG_BYTES_MAX)
    const write = lines.stream()
    const log = (line: object) =>
      write(Buffer.from(`${JSON.stringify({ at: now().toISOString(), ...line })}\n`))
    try {
      log({ kind: 'asked', system, prompt, sandbox: nameOf(sandbox) })
      const { idleMs } = clocks
      const answer = await askModel({ ...role, system, prompt, stepsMax, idleMs, signal, onStep: log })
      const ending = wall.aborted && !interruption.aborted ? timeIsUp(answer, clocks.wallMs) : answer.ending
      log({ kind: 'ended', ending, usage: answer.usage, toolCalls: answer.toolCalls })
      const { text, usage } = answer
      return { ending, text, usage, session: null, sandbox: nameOf(sandbox) }
    } finally {
      lines.close()
      removeFolder(scratch)
    }
  }
}

const LOG_BYTES_MAX = 32 * 2 ** 20

function nameOf(sandbox: Sandbox): string {
  return sandbox.kind === 'none' ? `none: ${sandbox.because}` : sandbox.kind
}

/** Only what the clock ended: who was done when it rang, was done. */
function timeIsUp({ ending }: ModelAnswer, wallMs: number): Ending {
  if (ending.kind !== 'killed') return ending
  return { kind: 'timeout-wall', detail: `The attempt was ended after ${wallMs / 1000} s.`, exitCode: null }
}
