import * as z from 'zod'
import { strategies } from './pack/fit/strategy.ts'

/** The context room's slice of the configuration. `env` names the variable that overrides a key. */
export const contextConfig = z.strictObject({
  map: z
    .strictObject({
      token_budget: z
        .int()
        .min(100)
        .max(10_000)
        .default(1500)
        .describe('Tokens the map may take. It never takes more.'),
      depth: z.int().min(1).max(10).default(4).describe('How many levels of directories the map draws.'),
      code_intelligence: z.boolean().default(true).describe('Parse the code and rank its symbols.'),
      ledger_statistics: z
        .boolean()
        .default(true)
        .describe('Show what the ledger knows of the project’s health.'),
      exclude: z
        .array(z.string().min(1))
        .default([])
        .describe('Globs that the map leaves out, beyond what git ignores.'),
    })
    .prefault({}),
  pack: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Build a pack for each task.')
        .meta({ env: 'CONTEXT_PACKAGE_ENABLED' }),
      token_budget: z
        .int()
        .min(100)
        .max(10_000_000)
        .default(100_000)
        .describe('Tokens a pack may take. It never takes more.')
        .meta({ env: 'CONTEXT_PACKAGE_TOKEN_BUDGET' }),
      ast_weight: z
        .number()
        .min(0)
        .max(1)
        .default(0.6)
        .describe('Weight of the signals that come from the code’s structure.')
        .meta({ env: 'CONTEXT_PACKAGE_AST_WEIGHT' }),
      semantic_weight: z
        .number()
        .min(0)
        .max(1)
        .default(0.4)
        .describe('Weight of the signals that come from the text.')
        .meta({ env: 'CONTEXT_PACKAGE_SEMANTIC_WEIGHT' }),
      min_relevance: z
        .number()
        .min(0)
        .max(1)
        .default(0.2)
        .describe('Files that score below this are left out.')
        .meta({ env: 'CONTEXT_PACKAGE_MIN_RELEVANCE' }),
      summary_max_tokens: z
        .int()
        .min(100)
        .max(1_000_000)
        .default(4000)
        .describe('Tokens the summary of a pack may take.')
        .meta({ env: 'CONTEXT_PACKAGE_SUMMARY_MAX_TOKENS' }),
      strategy: z
        .enum(strategies)
        .default('relevance')
        .describe('Show the more of a file, the better it fits the task; or signatures only.'),
      domains: z
        .record(z.string().min(1), z.array(z.string().min(1)))
        .default({})
        .describe('Parts of the project by name, each with the paths that it begins with.'),
      roles: z
        .record(z.string().min(1), z.array(z.string().min(1)))
        .default({})
        .describe('What a role may see, as globs. Where any is named here, a role that is not is refused.'),
    })
    .prefault({}),
  scan: z
    .strictObject({
      interval: z
        .int()
        .min(1)
        .max(86_400)
        .default(300)
        .describe('Seconds between two scans while watching.')
        .meta({ env: 'REPO_SCAN_INTERVAL' }),
      mode: z
        .enum(['incremental', 'full'])
        .default('incremental')
        .describe('Scan what changed, or everything.')
        .meta({ env: 'REPO_SCAN_MODE' }),
    })
    .prefault({}),
  knowledge: z
    .strictObject({
      store: z
        .enum(['sqlite', 'elasticsearch', 'opensearch'])
        .default('sqlite')
        .describe('Where what is known of the code is kept to be searched: a file in the cache, or a server.')
        .meta({ env: 'KNOWLEDGE_STORE' }),
      url: z
        .string()
        .default('')
        .describe(
          'The address of the server, or of several of its nodes, separated by commas. What it asks of you belongs into the environment: KEEL_KNOWLEDGE_API_KEY, or KEEL_KNOWLEDGE_USERNAME and KEEL_KNOWLEDGE_PASSWORD; KEEL_KNOWLEDGE_CA_FILE for a certificate of your own.',
        )
        .meta({ env: 'KNOWLEDGE_STORE_URL' }),
      index: z
        .string()
        .default('')
        .describe(
          'What the project is called on the server, where its index is keel- and this. Empty: as its folder.',
        )
        .meta({ env: 'KNOWLEDGE_STORE_INDEX' }),
      embedder: z
        .string()
        .regex(/^(?:none|(?:openai|google|compatible)\/.+)$/, {
          error: 'none, or a maker and a model: openai/…, google/…, compatible/…',
        })
        .default('none')
        .describe(
          'The model that tells what texts mean, for a search beyond their words: none, openai/text-embedding-3-small, google/gemini-embedding-001, or compatible/… for any other address.',
        )
        .meta({ env: 'KNOWLEDGE_EMBEDDER' }),
    })
    .prefault({}),
})
