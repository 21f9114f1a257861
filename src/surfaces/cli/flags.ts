import type { ParseArgsConfig } from 'node:util'
import * as z from 'zod'

/** One flag of a verb, read off the verb's input. Help, parsing and the reference page all use this. */
export type Flag = {
  /** As in the verb's input. */
  readonly field: string
  /** As typed, without the dashes. */
  readonly name: string
  readonly type: 'boolean' | 'text' | 'number'
  readonly many: boolean
  /** Every word after it is its own, up to the next flag. */
  readonly several: boolean
  readonly choices: readonly string[]
  readonly description: string
  readonly default: unknown
  readonly required: boolean
  /** One letter that can be typed instead. */
  readonly short?: string | undefined
}

/** Flags that every verb takes. */
export const globalFlags: readonly Flag[] = [
  flag({ name: 'json', type: 'boolean', description: 'Print the answer as JSON.' }),
  {
    ...flag({
      name: 'set',
      type: 'text',
      description: 'Override a configuration key for this run: --set context.map.depth=2.',
    }),
    many: true,
  },
  { ...flag({ name: 'help', type: 'boolean', description: 'Show this help.' }), short: 'h' },
]

type JsonSchema = {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: JsonSchema
  readonly default?: unknown
  readonly description?: string
  readonly short?: string
  readonly several?: boolean
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

export function flagsOf(input: z.ZodObject): Flag[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' }) as JsonSchema
  return Object.entries(properties).map(([field, schema]) => {
    const many = schema.type === 'array'
    const leaf = many ? (schema.items ?? {}) : schema
    return {
      field,
      name: field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      type: typeOf(leaf),
      many,
      several: schema.several === true,
      choices: leaf.enum ?? [],
      description: schema.description ?? '',
      default: schema.default,
      required: required.includes(field),
      short: schema.short,
    }
  })
}

/** The same flags in the words of Node's own parser. */
export function parserOptions(flags: readonly Flag[]): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    flags.map(({ name, type, many, short }) => [
      name,
      {
        type: type === 'boolean' ? 'boolean' : 'string',
        multiple: many,
        ...(short === undefined ? {} : { short }),
      } as const,
    ]),
  )
}

function typeOf({ type }: JsonSchema): Flag['type'] {
  if (type === 'boolean') return 'boolean'
  return type === 'integer' || type === 'number' ? 'number' : 'text'
}

function flag({ name, type, description }: Pick<Flag, 'name' | 'type' | 'description'>): Flag {
  return {
    field: name,
    name,
    type,
    many: false,
    several: false,
    choices: [],
    description,
    default: undefined,
    required: false,
  }
}
