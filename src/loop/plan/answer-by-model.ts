import { openLog } from '#kit/open-log.ts'
import type { AskModel } from '#models/contract.ts'
import { initializer } from '../roles/initializer.ts'
import type { WorkOnce } from '../work-once.ts'

export type ModelAnswering = {
  readonly askModel: AskModel
  readonly clocks: { readonly idleMs: number; readonly wallMs: number }
  readonly now: () => Date
}

/** One question to a bare model in the role of the initializer, written down like any other conversation. */
export function answerByModel({ askModel, clocks, now }: ModelAnswering): WorkOnce {
  return async ({ prompt, logFile, signal }) => {
    const role = initializer()
    const lines = openLog(logFile, LOG_BYTES_MAX)
    const write = lines.stream()
    const log = (line: object) =>
      write(Buffer.from(`${JSON.stringify({ at: now().toISOString(), ...line })}\n`))
    try {
      log({ kind: 'asked', system: role.system, prompt })
      const within = AbortSignal.any([signal, AbortSignal.timeout(clocks.wallMs)])
      const { idleMs } = clocks
      const { ending, text, usage } = await askModel({
        ...role,
        prompt,
        stepsMax: 1,
        idleMs,
        signal: within,
        onStep: log,
      })
      log({ kind: 'ended', ending, usage })
      return { ending, text, usage, session: null }
    } finally {
      lines.close()
    }
  }
}

const LOG_BYTES_MAX = 32 * 2 ** 20
