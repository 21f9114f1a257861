import * as z from 'zod'
import { cacheFolder } from '#context/map/cache-folder.ts'
import { pack as choose, type Pack } from '#context/pack/pack.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { validConfig } from './valid-config.ts'
import { defineVerb } from './verb.ts'

/**
 * What a host hands on of a tool's answer without a word: beyond this some warn, and others cut the middle out. An
 * agent that wants more can say so.
 */
const TOOL_BUDGET = 10_000

export const pack = defineVerb({
  name: 'pack',
  summary: 'Choose the files of this repository that a task needs.',
  details:
    'Takes the text of a task, such as an issue with a trace, and gives back files, or the parts of them that matter, within a budget of ' +
    'tokens. Files are ranked by what the text names, by its words in their names, signatures, documentation and code, by what was said ' +
    'when they were changed before, by what is changed with the best of them, and by who needs whom. With --json, the ranking of files and ' +
    'of definitions is told whatever there is room for. Needs neither a model nor the network. Binary, huge, generated and secret files are left out.',
  examples: [
    { command: 'keel pack "parseFlags drops a flag after --"', explains: 'what an agent should read first' },
    { command: 'keel pack "$(cat task.md)" --budget 8000 > pack.md', explains: 'for a prompt' },
    {
      command: 'keel pack "rename the log verb" --json',
      explains: 'each file with its reason and its tokens',
    },
  ],
  input: z.object({
    task: z.string().trim().min(1).max(100_000).describe('What is to be done, in as many words as you have.'),
    budget: z
      .int()
      .min(100)
      .max(10_000_000)
      .optional()
      .describe(
        'Tokens that the text may take. Default: what the configuration says, but no more than 10,000 for a tool call.',
      ),
  }),
  positional: 'task',
  tells: null,
  tool: {
    name: 'context_pack',
    effect: 'reads',
    answers: 'text',
    assume: (input, world) => ({
      ...input,
      budget: input.budget ?? Math.min(TOOL_BUDGET, validConfig(world).context.pack.token_budget),
    }),
    answer: ({ text }: Pack) => (text === '' ? 'No file here shares a word with the task.' : text),
  },
  configuration: 'valid',
  run: async ({ task, budget }, world): Promise<Pack> => {
    const { token_budget, min_relevance } = validConfig(world).context.pack
    return choose({
      root: world.place.root,
      task,
      budget: budget ?? token_budget,
      minRelevance: min_relevance,
      countTokens: await loadTokenCounter(),
      cache: cacheFolder(world.place.root),
      signal: world.signal,
    })
  },
  hasFindings: () => false,
})
