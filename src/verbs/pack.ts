import * as z from 'zod'
import type { ContextPack } from '#context/pack/context-pack.ts'
import { type Explanation, explainFile } from '#context/pack/explain-file.ts'
import { strategies } from '#context/pack/fit/strategy.ts'
import { pack as choose } from '#context/pack/pack.ts'
import { assertFiles } from './assert-files.ts'
import { fromRoot } from './from-root.ts'
import { packNotes } from './pack-notes.ts'
import { packQuestion } from './pack-question.ts'
import { packSource, readPackTask } from './read-pack-task.ts'
import { validConfig } from './valid-config.ts'
import { defineVerb } from './verb.ts'

/**
 * What a host hands on of a tool's answer without a word: beyond this some warn, and others cut the middle out. An
 * agent that wants more can say so.
 */
const TOOL_BUDGET = 10_000

export type PackReport =
  | (ContextPack & {
      readonly kind: 'pack'
      readonly isSummary: boolean
      /** What else there is to say of it to people, as far as the budget has room for it beside the text. */
      readonly notes: readonly string[]
    })
  | (Explanation & { readonly kind: 'explanation' })

export const pack = defineVerb({
  name: 'pack',
  summary: 'Choose the files of this repository that a task needs.',
  details:
    'Takes the text of a task, such as an issue with a trace, and gives back files, or the parts of them that matter, within a budget of ' +
    'tokens. Files are ranked by what the text names, by its words in their names, signatures, documentation and code, by what was said ' +
    'when they were changed before, by what is changed with the best of them, and by who needs whom. The best are shown whole, others by ' +
    'what matters of them, by their signatures, or by a line; a file that the task names is in, at least by a line. With --json, the ' +
    'ranking of files and of definitions is told whatever there is room for. Needs neither a model nor the network. Binary, huge, ' +
    'generated and secret files are left out.',
  examples: [
    { command: 'keel pack "parseFlags drops a flag after --"', explains: 'what an agent should read first' },
    { command: 'keel pack --file issue.md --budget 8000 > pack.md', explains: 'for a prompt' },
    { command: 'keel pack --file issue.md --summary', explains: 'in a few words, for a hook' },
    {
      command: 'keel pack "rename the log verb" --explain src/verbs/log.ts',
      explains: 'why a file is in, or is not',
    },
    {
      command: 'keel pack "rename the log verb" --json',
      explains: 'each file with its reasons and its tokens, and the rankings',
    },
  ],
  input: z.object({
    ...packSource,
    budget: z
      .int()
      .min(100)
      .max(10_000_000)
      .optional()
      .describe(
        'Tokens that the text may take. Default: what the configuration says, but no more than 10,000 for a tool call.',
      ),
    strategy: z
      .enum(strategies)
      .optional()
      .describe(
        'Show the more of a file, the better it fits; or signatures only. Default: what the configuration says.',
      ),
    target: z
      .array(z.string().min(1))
      .default([])
      .describe('Files that are in, whatever the text says.')
      .meta({ several: true }),
    role: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('Who gets it: only what context.pack.roles allows is in.'),
    domain: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe(
        'The part of the project that it is about, as context.pack.domains names it. Default: by the text.',
      ),
    summary: z.boolean().default(false).describe('Tell in a few words what to open first.'),
    explain: z.string().trim().min(1).optional().describe('Say why this file is in, or is not.'),
  }),
  positional: 'text',
  tells: null,
  tool: {
    name: 'context_pack',
    effect: 'reads',
    withholds: ['file', 'explain'],
    answers: 'text',
    assume: (input, world) => ({
      ...input,
      budget: input.budget ?? Math.min(TOOL_BUDGET, validConfig(world).context.pack.token_budget),
    }),
    answer: (report: PackReport) => {
      if (report.kind === 'explanation') return JSON.stringify(report)
      return report.isSummary ? report.summary : report.text.trimEnd()
    },
  },
  configuration: 'valid',
  run: async ({ text, task, file, summary, explain, ...wish }, world): Promise<PackReport> => {
    await assertFiles(world.place.root)
    const { cwd, root } = world.place
    const target = wish.target.map((path) => fromRoot(path, { cwd, root }))
    const asked = await packQuestion({ ...wish, target, ...readPackTask({ text, task, file }, world) }, world)
    // Nothing is nearer to a text than its own file, which the reader has already.
    const own = file === undefined ? null : fromRoot(file, { cwd, root })
    const question = { ...asked, mayShow: (path: string) => path !== own && asked.mayShow(path) }
    if (explain !== undefined)
      return { kind: 'explanation', ...(await explainFile(fromRoot(explain, { cwd, root }), question)) }
    const chosen = await choose(question)
    const { notes, unsaid } = packNotes(chosen, question)
    if (!summary) for (const note of unsaid) world.mention(note)
    return { kind: 'pack', isSummary: summary, ...chosen, notes }
  },
  hasFindings: (report) => report.kind === 'explanation' && report.outcome !== 'in',
})
