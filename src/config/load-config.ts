import { join } from 'node:path'
import type { Place } from '#words/place.ts'
import type { ConfigLayer, ConfigProblem, ConfigSource } from './config-layer.ts'
import { readConfigFile } from './read-config-file.ts'
import { type Config, type ConfigKey, configKeys, configSchema } from './schema.ts'

export type ConfigOrigin = { readonly key: string; readonly value: unknown; readonly source: ConfigSource }

export type ConfigOutcome =
  | { readonly kind: 'valid'; readonly config: Config; readonly origins: readonly ConfigOrigin[] }
  | { readonly kind: 'invalid'; readonly problems: readonly ConfigProblem[] }

/** `key=value` pairs from the command line. */
export type ConfigFlags = readonly string[]

/** Reads every layer, reports every problem of every layer at once, and says of each value where it came from. */
export function loadConfig(place: Place, flags: ConfigFlags = []): ConfigOutcome {
  const layers = [
    flagLayer(flags),
    environmentLayer(place.environment),
    readConfigFile(projectConfigFile(place), 'project'),
    readConfigFile(userConfigFile(place), 'user'),
  ]
  const problems = layers.flatMap((layer) => layer.problems)
  if (problems.length > 0) return { kind: 'invalid', problems }
  const origins = configKeys.map((key): ConfigOrigin => {
    const found = layers.map((layer) => layer.values.get(key.name)).find((entry) => entry !== undefined)
    return { key: key.name, ...(found ?? { value: key.default, source: { kind: 'default' } }) }
  })
  return { kind: 'valid', config: configSchema.parse(assemble(origins)), origins }
}

export function projectConfigFile({ root }: Place): string {
  return join(root, '.keel', 'config.yaml')
}

export function userConfigFile({ home, environment }: Place): string {
  const base = environment['XDG_CONFIG_HOME']
  return join(base === undefined || base === '' ? join(home, '.config') : base, 'keel', 'config.yaml')
}

function flagLayer(flags: ConfigFlags): ConfigLayer {
  return textLayer(
    flags.map((flag) => {
      const [name = '', ...value] = flag.split('=')
      const key = configKeys.find((known) => known.name === name) ?? null
      const where = `--set ${flag}`
      const text = value.length === 0 ? null : value.join('=')
      return { name, key, text, where, source: { kind: 'flag' } as const }
    }),
  )
}

function environmentLayer(environment: Place['environment']): ConfigLayer {
  return textLayer(
    configKeys.flatMap((key) => {
      const text = key.variable === null ? undefined : environment[key.variable]
      // An empty variable is how shells and compose files say "not set".
      if (key.variable === null || text === undefined || text.trim() === '') return []
      const source = { kind: 'environment', variable: key.variable } as const
      return [{ name: key.name, key, text, where: `$${key.variable}`, source }]
    }),
  )
}

type TextValue = {
  readonly name: string
  readonly key: ConfigKey | null
  readonly text: string | null
  readonly where: string
  readonly source: ConfigSource
}

function textLayer(entries: readonly TextValue[]): ConfigLayer {
  const values = new Map<string, { value: unknown; source: ConfigSource }>()
  const problems: ConfigProblem[] = []
  for (const { name, key, text, where, source } of entries) {
    if (key === null)
      problems.push({ where, key: name, message: 'There is no such key. `keel config --schema` lists them.' })
    else if (text === null) problems.push({ where, key: name, message: `Write it as \`${name}=value\`.` })
    else {
      const value = fromText(key, text.trim())
      const checked = configSchema.safeParse(assemble([{ key: name, value }]))
      if (checked.success) values.set(name, { value, source })
      else problems.push(...checked.error.issues.map(({ message }) => ({ where, key: name, message })))
    }
  }
  return { values, problems }
}

/** Text from a shell, read as the key's type asks. What does not fit stays text and fails validation. */
function fromText({ schema }: ConfigKey, text: string): unknown {
  switch (schema.type) {
    case 'boolean': {
      const word = text.toLowerCase()
      if (['true', '1', 'yes', 'on'].includes(word)) return true
      return ['false', '0', 'no', 'off'].includes(word) ? false : text
    }
    case 'integer':
    case 'number':
      return text === '' || Number.isNaN(Number(text)) ? text : Number(text)
    case 'array':
      return text === '' ? [] : text.split(',').map((item) => item.trim())
    default:
      return text
  }
}

function assemble(
  entries: readonly { readonly key: string; readonly value: unknown }[],
): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  for (const { key, value } of entries) {
    const path = key.split('.')
    const last = path.pop() ?? key
    let at = whole
    for (const step of path) {
      at[step] ??= {}
      at = at[step] as Record<string, unknown>
    }
    at[last] = value
  }
  return whole
}
