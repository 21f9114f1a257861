import * as z from 'zod'
import { followJournal } from '#journal/follow-journal.ts'
import { readJournal, type UnreadableLine } from '#journal/read-journal.ts'
import type { Entry } from '#words/entry.ts'
import { defineVerb } from './verb.ts'

export type LogReport = {
  readonly entries: readonly Entry[]
  /** How many older entries there are that were not asked for. */
  readonly earlier: number
  readonly unreadable: readonly UnreadableLine[]
}

export const log = defineVerb({
  name: 'log',
  summary: 'Show what has happened here.',
  details:
    'Reads the journal: runs, attempts, verifications, denials and traces, oldest first. Lines that were torn by a kill ' +
    'are skipped and counted. With `--follow` it goes on until you stop it.',
  examples: [
    { command: 'keel log', explains: 'the last fifty entries' },
    { command: 'keel log --follow', explains: 'what happens from now on, too' },
    { command: 'keel log --last 1000 --json', explains: 'for a program' },
  ],
  input: z.object({
    last: z.int().min(0).default(50).describe('How many entries to show, counted from the end.'),
    follow: z.boolean().default(false).describe('Go on with what happens from now on.'),
  }),
  tells: 'answer',
  tool: null,
  configuration: 'any',
  run: async ({ last, follow }, { place: { root }, tell, signal }): Promise<LogReport> => {
    // Followed before it is read, so that nothing falls between the two.
    const news = followJournal(root, signal)
    const { entries, unreadable } = readJournal(root)
    const shown = entries.slice(Math.max(0, entries.length - last))
    if (!follow) return { entries: shown, earlier: entries.length - shown.length, unreadable }
    for (const entry of shown) tell(entry)
    for await (const entry of news) tell(entry)
    return { entries: [], earlier: 0, unreadable }
  },
  hasFindings: () => false,
})
