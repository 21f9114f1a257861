import * as z from 'zod'
import { sleep } from '#kit/sleep.ts'
import type { Fault } from '#words/fault.ts'
import { userFault } from '#words/user-fault.ts'
import { type Asking, askProgram, oddAnswer } from './ask-program.ts'

/** Nothing of what it would say to a person, and nothing sent to anybody. */
export const BD_SETTINGS = {
  BD_JSON_ENVELOPE: '1',
  BD_NON_INTERACTIVE: '1',
  BD_DISABLE_METRICS: '1',
  NO_COLOR: '1',
}

export const BD_INSTALL = 'npm install --global @beads/bd'

/** Answers with what `bd` answers; refusals are for whoever asked. */
export type Bd = (words: readonly string[], stdin?: string) => BdAnswer
export type BdAnswer =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly error: string }

type BdQuestion = { readonly words: readonly string[]; readonly stdin: string | undefined }

export function askBd({ words, stdin }: BdQuestion, asking: Asking): BdAnswer {
  for (const waitMs of WAITS_MS) {
    const answer = askProgram(
      {
        program: 'bd',
        words: ['--json', ...words],
        timeoutMs: TIMEOUT_MS,
        ...(stdin !== undefined && { stdin }),
      },
      asking,
    )
    if (answer.kind === 'answered') return { kind: 'data', data: dataIn(answer.output, words) }
    const error = errorIn(answer.errors) ?? errorIn(answer.output) ?? `ended with ${answer.exitCode}`
    if (!LOCKED.test(error)) return refusal(error, words)
    if (waitMs !== null) sleep(waitMs)
  }
  throw userFault('source-busy', {
    message: 'Another process holds the database of beads. Nothing was changed.',
    hint: 'Wait until it is done, then run the same command again.',
  })
}

/** The last time nobody waits. */
const WAITS_MS = [200, 600, 1500, null]
const TIMEOUT_MS = 30_000
const LOCKED =
  /database is locked|lock(?:ed)? by another|could not acquire .*lock|resource temporarily unavailable/i

const envelopeSchema = z.object({ data: z.unknown() })

function dataIn(output: string, words: readonly string[]): unknown {
  try {
    const said: unknown = JSON.parse(output)
    // Before there was an envelope, the data came without one.
    const envelope = envelopeSchema.safeParse(said)
    return envelope.success && !Array.isArray(said) ? envelope.data.data : said
  } catch {
    throw odd(words, 'what it printed is not JSON')
  }
}

const errorSchema = z.object({
  error: z.string(),
  failed: z.array(z.object({ error: z.string() })).optional(),
})

function errorIn(printed: string): string | null {
  const start = printed.indexOf('{')
  try {
    const said: unknown = JSON.parse(printed.slice(Math.max(0, start)))
    const inner = envelopeSchema.safeParse(said)
    const { error, failed } = errorSchema.parse(
      inner.success && inner.data.data !== undefined ? inner.data.data : said,
    )
    return failed?.[0]?.error ?? error
  } catch {
    return printed.trim() === '' ? null : printed.trim()
  }
}

function refusal(error: string, words: readonly string[]): BdAnswer {
  if (/no beads (?:database|workspace)|run ['"`]?bd init|database not initialized|no \.beads/i.test(error))
    throw userFault('source-empty', {
      message: `Tasks live in beads here (loop.tasks.source), and it has no database: ${firstLine(error)}`,
      hint: 'bd init',
    })
  if (/unknown (?:shorthand )?flag|unknown command/i.test(error))
    throw userFault('source-old', {
      message: `This bd is too old for \`bd ${words[0]}\`: ${firstLine(error)}`,
      hint: BD_INSTALL,
    })
  return { kind: 'refused', error }
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

export function odd(words: readonly string[], why: string): Fault {
  return oddAnswer({ who: `\`bd ${words[0]}\``, why, hint: `bd ${words[0]} --json` })
}

export function failed(words: readonly string[], error: string): Fault {
  return userFault('source-refused', {
    message: `\`bd ${words[0]}\` refused: ${error.trim()}`,
    hint: `bd ${words.slice(0, 2).join(' ')}`,
  })
}

/** What has to be answered. */
export function demand(answer: BdAnswer, words: readonly string[]): unknown {
  if (answer.kind === 'refused') throw failed(words, answer.error)
  return answer.data
}
