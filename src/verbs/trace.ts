import * as z from 'zod'
import { redact } from '#kit/redact.ts'
import type { Trace } from '#words/trace.ts'
import { about } from './about.ts'
import { assertProject } from './assert-project.ts'
import { defineVerb } from './verb.ts'

export type TraceReport = {
  readonly dryRun: boolean
  /** As it was stored; in a dry run, as it would be, under no name yet. */
  readonly trace: Trace
  /** What was done to it before: it was too long, or held what looked like a secret. */
  readonly changes: readonly ('cut' | 'redacted')[]
}

const SUBJECT_MAX = 80
const TEXT_MAX = 2000

export const trace = defineVerb({
  name: 'trace',
  summary: 'Keep a fact, so that nobody has to be told twice.',
  details:
    'Store a correction you were given, a decision and its reason, or a rule that was broken. Traces with the same subject are counted ' +
    `together, so choose a short one that fits the next time, too: package-manager. Secrets are taken out, and texts cut at ${TEXT_MAX} characters.`,
  examples: [
    {
      command:
        'keel trace "pnpm, never npm: the lock file is pnpm’s" --about correction --subject package-manager',
      explains: 'a correction',
    },
    {
      command: 'keel trace "Dates are UTC everywhere" --about decision --subject dates --dry-run',
      explains: 'show what would be kept, and keep nothing',
    },
  ],
  input: z.object({
    text: z.string().trim().min(1).describe('The fact, in a sentence or two, with its reason.'),
    about,
    subject: z
      .string()
      .trim()
      .min(1)
      .max(SUBJECT_MAX)
      .describe('What it is about, in a few words that can repeat.'),
    dryRun: z.boolean().default(false).describe('Show what would be kept and write nothing.'),
  }),
  positional: 'text',
  tells: null,
  tool: { name: 'store_trace', effect: 'adds', answers: 'data', answer: describe },
  configuration: 'any',
  run: async ({ dryRun, about: kind, ...input }, { place, journal, asker, now }): Promise<TraceReport> => {
    assertProject(place)
    const said = visible(input.text)
    const clean = redact(said)
    const text = clean.length > TEXT_MAX ? `${clean.slice(0, TEXT_MAX - 1)}…` : clean
    const subject = redact(visible(input.subject).replaceAll(/\s+/g, ' '))
    const fact = { about: kind, subject, text, source: asker }
    const { id, at } = dryRun
      ? { id: '', at: now().toISOString() }
      : journal.append({ kind: 'trace', ...fact })
    return {
      dryRun,
      trace: { id, at, ...fact },
      changes: [
        ...(clean === said ? [] : ['redacted' as const]),
        ...(text === clean ? [] : ['cut' as const]),
      ],
    }
  },
  hasFindings: () => false,
})

function describe({ dryRun, trace: { about: kind, subject }, changes }: TraceReport): string {
  return `${dryRun ? 'Would be stored' : 'Stored'} as a ${kind} about ${subject}${changes.map((change) => `, ${change}`).join('')}.`
}

/** Traces are read by agents and on terminals: what neither shows could only deceive. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : ''))
}
