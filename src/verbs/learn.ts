import * as z from 'zod'
import { readJournal } from '#journal/read-journal.ts'
import { type Study, study } from '#learn/study.ts'
import { about } from './about.ts'
import { momentOf, since } from './since.ts'
import { defineVerb } from './verb.ts'

export const learn = defineVerb({
  name: 'learn',
  summary: 'Show what keeps happening.',
  details:
    'Each denial of a guard, each success that was claimed and failed its verification, and each trace that somebody stored is counted by ' +
    'its subject: how often, first and last seen, and an example. What happens most comes first.',
  examples: [
    { command: 'keel learn', explains: 'everything that happened at least twice' },
    { command: 'keel learn --about violation --since 7d', explains: 'what went wrong this week' },
    { command: 'keel learn --min 1 --json', explains: 'everything, for a program' },
  ],
  input: z.object({
    about: about.optional(),
    since,
    min: z.int().min(1).default(2).describe('How often something must have happened to be shown.'),
  }),
  tells: null,
  tool: null,
  configuration: 'any',
  run: async ({ about: kind, since: text, min }, { place: { root }, now }): Promise<Study> =>
    study(readJournal(root).entries, { about: kind, since: momentOf(text, now()), min }),
  hasFindings: () => false,
})
