import * as z from 'zod'
import type { ConfigProblem } from '#config/config-layer.ts'
import type { ConfigOrigin } from '#config/load-config.ts'
import { configJsonSchema, configKeys } from '#config/schema.ts'
import { nearest } from '#kit/nearest.ts'
import { Fault } from '#words/fault.ts'
import { defineVerb } from './verb.ts'

export type ConfigReport =
  | { readonly kind: 'values'; readonly values: readonly ConfigOrigin[]; readonly explained: boolean }
  | { readonly kind: 'problems'; readonly problems: readonly ConfigProblem[] }
  | { readonly kind: 'schema'; readonly schema: Record<string, unknown> }

export const config = defineVerb({
  name: 'config',
  summary: 'Show the configuration in force.',
  details:
    'Values come from flags (`--set key=value`), then the environment, then `.keel/config.yaml`, then ' +
    '`~/.config/keel/config.yaml`, then the defaults. Every problem of every file is reported at once, and ' +
    'verbs that need the configuration do nothing until they are mended.',
  examples: [
    { command: 'keel config --explain', explains: 'every key, its value and where it came from' },
    { command: 'keel config context.map.depth', explains: 'one value' },
    { command: 'keel config --schema', explains: 'the JSON Schema, for editors' },
  ],
  input: z.object({
    key: z.string().optional().describe('Show this key, or the keys below it, only.'),
    explain: z.boolean().default(false).describe('Say where each value came from.'),
    schema: z.boolean().default(false).describe('Print the JSON Schema of the configuration.'),
  }),
  positional: 'key',
  tells: null,
  tool: null,
  configuration: 'any',
  run: async ({ key, explain, schema }, { config: outcome }): Promise<ConfigReport> => {
    if (schema) return { kind: 'schema', schema: configJsonSchema() }
    if (outcome.kind === 'invalid') return { kind: 'problems', problems: outcome.problems }
    const values = outcome.origins.filter(
      (origin) => key === undefined || origin.key === key || origin.key.startsWith(`${key}.`),
    )
    if (values.length === 0) throw unknownKey(key ?? '')
    return { kind: 'values', values, explained: explain }
  },
  hasFindings: ({ kind }) => kind === 'problems',
})

function unknownKey(key: string): Fault {
  const meant = nearest(
    key,
    configKeys.map(({ name }) => name),
  )
  return new Fault({
    kind: 'user',
    code: 'unknown-key',
    message: `There is no key ${key}.`,
    hint: meant === null ? 'keel config' : `keel config ${meant}`,
  })
}
