import * as z from 'zod'
import { followJournal } from '#journal/follow-journal.ts'
import { readJournal, type UnreadableLine } from '#journal/read-journal.ts'
import type { Entry } from '#words/entry.ts'
import { defineVerb } from './verb.ts'

export type LogReport = {
  /** True where entries were told of one by one; they are not in `entries` again. */
  readonly followed: boolean
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
  run: async ({ last, follow }, { place: { root }, tell, mention, signal }): Promise<LogReport> => {
    // Followed before it is read, so that nothing falls between the two.
    const news = followJournal(root, signal)
    const { entries, unreadable } = readJournal(root)
    const shown = entries.slice(Math.max(0, entries.length - last))
    const earlier = entries.length - shown.length
    if (!follow) return { followed: false, entries: shown, earlier, unreadable }
    if (entries.length === 0)
      mention('Nothing has been recorded here yet. What happens will be shown; Ctrl-C ends it.')
    for (const entry of shown) tell(entry)
    for await (const entry of news) tell(entry)
    return { followed: true, entries: [], earlier, unreadable }
  },
  hasFindings: () => false,
})
