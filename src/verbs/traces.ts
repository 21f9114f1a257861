import * as z from 'zod'
import { readJournal } from '#journal/read-journal.ts'
import { type FoundTraces, findTraces } from '#learn/find-traces.ts'
import { about } from './about.ts'
import { momentOf, since } from './since.ts'
import { defineVerb } from './verb.ts'

export const traces = defineVerb({
  name: 'traces',
  summary: 'Find what was learned here before.',
  details:
    'Ask before you decide something that may have been decided, or try what may have failed. Finds violations, corrections and ' +
    'decisions of this repository that share words with the query, the closest first; without a query, the latest.',
  examples: [
    { command: 'keel traces "which package manager"', explains: 'what is known about it' },
    { command: 'keel traces --about decision --limit 5', explains: 'the latest decisions' },
    {
      command: 'keel traces --subject claimed-without-proof --json',
      explains: 'every false claim of success',
    },
  ],
  input: z.object({
    query: z.string().max(2000).default('').describe('Words that the traces should share.'),
    about: about.optional(),
    subject: z.string().optional().describe('Only traces of exactly this subject, such as a guard’s name.'),
    since,
    limit: z.int().min(1).max(100).default(10).describe('How many to show at most.'),
  }),
  positional: 'query',
  tells: null,
  tool: { name: 'query_traces', effect: 'reads', answers: 'data', answer: describe },
  configuration: 'any',
  run: async (input, { place: { root }, now }): Promise<FoundTraces> =>
    findTraces(readJournal(root).entries, {
      words: input.query,
      about: input.about,
      subject: input.subject,
      since: momentOf(input.since, now()),
      limit: input.limit,
    }),
  hasFindings: () => false,
})

function describe({ traces: found, total }: FoundTraces): string {
  if (total === 0) return 'No trace was found.'
  const lines = found.map(
    ({ at, about: kind, subject, text, source }) =>
      `- ${at.slice(0, 10)} ${kind} ${subject} (${source}): ${text}`,
  )
  const more = total - found.length
  return [...lines, ...(more > 0 ? [`${more} more. Ask with a higher limit or narrower words.`] : [])].join(
    '\n',
  )
}
