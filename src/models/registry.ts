import { nearest } from '#kit/nearest.ts'
import { Fault } from '#words/fault.ts'

/** A model that can be reached: how it speaks, where it is, and the key to it. */
export type ModelAddress = {
  /** As the user writes it: `anthropic/claude-sonnet-5`. */
  readonly name: string
  readonly wire: WireName
  /** As its API knows it. */
  readonly model: string
  readonly url: string
  /** Null where the server asks for none. */
  readonly key: string | null
}

export type WireName = keyof typeof wires

type Environment = Readonly<Record<string, string | undefined>>

type Wire = {
  /** Any of these, the first that is set. */
  readonly keys: readonly string[]
  readonly keyIsOptional: boolean
  readonly url: string
  /** Null where only the user can know it. */
  readonly home: string | null
  readonly example: string
  /** Programs disagree on whether an address ends with the version of the API. Both ways of writing it are taken. */
  readonly versioned: (url: string) => string
}

const wires = {
  anthropic: {
    keys: ['ANTHROPIC_API_KEY'],
    keyIsOptional: false,
    url: 'ANTHROPIC_BASE_URL',
    home: 'https://api.anthropic.com',
    example: 'claude-sonnet-5',
    versioned: (url) => (/\/v\d+$/.test(url) ? url : `${url}/v1`),
  },
  openai: {
    keys: ['OPENAI_API_KEY'],
    keyIsOptional: false,
    url: 'OPENAI_BASE_URL',
    home: 'https://api.openai.com/v1',
    example: 'gpt-5.5',
    versioned: withPath,
  },
  google: {
    keys: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    keyIsOptional: false,
    url: 'GOOGLE_GEMINI_BASE_URL',
    home: 'https://generativelanguage.googleapis.com',
    example: 'gemini-3.5-flash',
    versioned: (url) => (/\/v\d+(alpha|beta)?\d*$/.test(url) ? url : `${url}/v1beta`),
  },
  compatible: {
    keys: ['KEEL_MODEL_KEY'],
    keyIsOptional: true,
    url: 'KEEL_MODEL_URL',
    home: null,
    example: 'qwen3-coder',
    versioned: withPath,
  },
} satisfies Record<string, Wire>

/** Finds a model by its name, with what the environment says about reaching it. Nothing is loaded or asked yet. */
export function findModel(name: string, environment: Environment): ModelAddress {
  const { maker, model } = readModelName(name, (other) => `keel run "what shall be true" --model ${other}`)
  const wire: Wire = wires[maker]
  const key = firstSet(environment, wire.keys)
  if (key === null && !wire.keyIsOptional) throw missing(name, { what: 'key', variable: wire.keys[0] ?? '' })
  const url = firstSet(environment, [wire.url]) ?? wire.home
  if (url === null) throw missing(name, { what: 'address', variable: wire.url })
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Fault({
      kind: 'user',
      code: 'model-address-invalid',
      message: `${wire.url} is not an address: ${url}`,
      hint: `export ${wire.url}=${wire.home ?? EXAMPLE_URL}`,
    })
  }
  return { name, wire: maker, model, url: wire.versioned(url.replace(/\/+$/, '')), key }
}

/** A name in its parts. Whoever was given one that is none says what to type with another. */
export function readModelName(
  name: string,
  commandWith: (other: string) => string,
): { readonly maker: WireName; readonly model: string } {
  const slash = name.indexOf('/')
  const maker = name.slice(0, Math.max(slash, 0))
  const model = name.slice(slash + 1)
  if (!isWireName(maker) || model === '') throw unknownName(name, commandWith)
  return { maker, model }
}

const EXAMPLE_URL = 'http://127.0.0.1:11434/v1'

function withPath(url: string): string {
  return new URL(url).pathname === '/' ? `${url}/v1` : url
}

function isWireName(name: string): name is WireName {
  return Object.hasOwn(wires, name)
}

/** An empty variable is one that is not set: that is how shells and CI systems unset them. */
function firstSet(environment: Environment, names: readonly string[]): string | null {
  for (const name of names) {
    const value = environment[name]?.trim()
    if (value !== undefined && value !== '') return value
  }
  return null
}

function unknownName(name: string, commandWith: (other: string) => string): Fault {
  const makers = Object.keys(wires)
  const meant = nearest(name.split('/')[0] ?? '', makers)
  const examples = Object.entries(wires).map(([maker, { example }]) => `${maker}/${example}`)
  return new Fault({
    kind: 'user',
    code: 'model-unknown',
    message: `There is no model \`${name}\`. A name is a maker and a model, such as ${examples.join(', ')}.`,
    hint: commandWith(examples[meant === null ? 0 : makers.indexOf(meant)] ?? ''),
  })
}

function missing(name: string, { what, variable }: { what: 'key' | 'address'; variable: string }): Fault {
  return new Fault({
    kind: 'user',
    code: `model-${what}-missing`,
    message: `\`${name}\` needs ${what === 'key' ? 'a key' : 'an address'}: ${variable} is not set.`,
    hint: `export ${variable}=${what === 'key' ? 'your-key' : EXAMPLE_URL}`,
  })
}
