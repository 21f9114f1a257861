import { relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import type { Located } from '#context/knowledge/rank-found.ts'
import type { Scan } from '#context/knowledge/scan.ts'
import { type Kind, searchKnowledge } from '#context/knowledge/search-knowledge.ts'
import { quoteName } from '#context/pack/fit/quote.ts'
import { Fault } from '#words/fault.ts'
import { assertFiles } from './assert-files.ts'
import { isDirectory } from './is-directory.ts'
import { type Knowledge, openKnowledge } from './open-knowledge.ts'
import { defineVerb } from './verb.ts'

export type SearchHit = {
  readonly kind: Kind
  readonly path: string
  /** Of a definition; null for a file or a module. */
  readonly line: number | null
  readonly name: string
  /** What kind of definition it is, or the language of a file. */
  readonly what: string | null
  readonly signature: string | null
  /** As a share of the best. */
  readonly score: number
}

export type SearchReport = {
  readonly words: string
  readonly store: string
  readonly hits: readonly SearchHit[]
  /** What had to be read first; null where that was not wanted. */
  readonly scan: Pick<Scan, 'files' | 'changed' | 'deleted'> | null
  /** Why the meaning of the words was not looked at although a model is configured. */
  readonly unheard: string | null
}

export const search = defineVerb({
  name: 'search',
  summary: 'Find files, definitions and modules by words.',
  details:
    'Looks for the words in paths, names, signatures, documentation and code; names are taken apart, so that `getUserById` is found by ' +
    '"user by id". What changed since the last scan is read first. With an embedder in the configuration, what means the same is found ' +
    'too. Tests, documentation and code of others count less than your own sources.',
  examples: [
    { command: 'keel search "user by id"', explains: 'finds getUserById' },
    { command: 'keel search "retry after" --kind symbol --limit 5', explains: 'only definitions' },
    { command: 'keel search parser --under src/config --json', explains: 'for a program' },
  ],
  input: z.object({
    words: z.string().trim().min(1).max(10_000).describe('What to look for.'),
    kind: z.enum(['file', 'symbol', 'module']).optional().describe('Find only these. Default: all of them.'),
    under: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('Find only what lies in this folder, or is this file.'),
    limit: z.int().min(1).max(500).default(20).describe('How many to show.').meta({ short: 'n' }),
    scan: z.boolean().default(true).describe('Ask the store as it is: do not look for changes first.'),
  }),
  positional: 'words',
  tells: null,
  tool: {
    name: 'search_code',
    effect: 'reads',
    withholds: ['scan'],
    answers: 'text',
    answer: describe,
  },
  configuration: 'valid',
  run: async ({ words, kind, under, limit, scan }, world): Promise<SearchReport> => {
    const { root, cwd } = world.place
    await assertFiles(root)
    const knowledge = await openKnowledge(world)
    try {
      const { scanned, failure } = await scanFirst(knowledge, scan ? 'look' : 'trust')
      const { store, embedder, name } = knowledge
      const { hits, unheard } = await searchKnowledge({
        store,
        embedder,
        words,
        kinds: kind === undefined ? ['file', 'symbol', 'module'] : [kind],
        under: under === undefined ? '' : prefixOf(resolve(cwd, under), root),
        limit,
        signal: world.signal,
      })
      return {
        words,
        store: name,
        hits: hits.map(({ document, score }) => ({
          ...hitOf(document),
          score: Math.round(score * 1000) / 1000,
        })),
        scan:
          scanned === null
            ? null
            : { files: scanned.files, changed: scanned.changed, deleted: scanned.deleted },
        unheard: unheard ?? failure,
      }
    } finally {
      await knowledge.store.close()
    }
  },
  hasFindings: () => false,
})

/** Without its embedder, a search still has the words of all that was scanned before. */
async function scanFirst(knowledge: Knowledge, how: 'look' | 'trust') {
  if (how === 'trust') return { scanned: null, failure: null }
  try {
    return { scanned: await knowledge.scan({ mode: 'incremental' }), failure: null }
  } catch (error) {
    if (error instanceof Fault && error.code === 'embedder-failed')
      return { scanned: null, failure: error.message }
    throw error
  }
}

/** As paths begin in the store. Everything is under the root. */
function prefixOf(path: string, root: string): string {
  const own = relative(root, path).split(sep).join('/')
  if (own === '') return ''
  if (own === '..' || own.startsWith('../'))
    throw new Fault({
      kind: 'user',
      code: 'outside',
      message: `${path} is not in this project.`,
      hint: `cd ${path}`,
    })
  return isDirectory(path) ? `${own}/` : own
}

function hitOf({ path, about }: Located): Omit<SearchHit, 'score'> {
  switch (about.kind) {
    case 'file':
      return { kind: 'file', path, line: null, name: path, what: about.language, signature: null }
    case 'module':
      return { kind: 'module', path, line: null, name: path, what: null, signature: null }
    case 'symbol':
      return {
        kind: 'symbol',
        path,
        line: about.line,
        name: about.qualifiedName,
        what: about.symbolKind,
        signature: about.signature,
      }
  }
}

function describe({ hits, unheard }: SearchReport): string {
  const lines = hits.map(({ path, line, signature, kind }) =>
    line === null
      ? `${quoteName(path)} (${kind})`
      : `${quoteName(path)}:${line} ${quoteName(signature ?? '')}`,
  )
  const notes = unheard === null ? [] : [`Found by words alone: ${unheard}`]
  return lines.length === 0
    ? ['Nothing here has any of these words.', ...notes].join('\n')
    : [...lines, ...notes].join('\n')
}
