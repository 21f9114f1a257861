import { parseArgs } from 'node:util'
import type * as z from 'zod'
import { errorCode } from '#kit/files.ts'
import { nearest } from '#kit/nearest.ts'
import { Fault } from '#words/fault.ts'
import { type Flag, flagsOf, globalFlags, parserOptions } from './flags.ts'

type VerbShape = { readonly name: string; readonly input: z.ZodObject; readonly positional?: string }

export type Parsed = {
  readonly input: Record<string, unknown>
  readonly settings: readonly string[]
}

/** What was typed after the verb, checked against the verb's input. */
export function parseArguments(verb: VerbShape, typed: readonly string[]): Parsed {
  const flags = flagsOf(verb.input)
  const { values, positionals } = parseTyped(verb, [...flags, ...globalFlags], typed)
  const given: Record<string, unknown> = {}
  for (const flag of flags) {
    const value = values[flag.name]
    if (value !== undefined) given[flag.field] = flag.type === 'number' ? toNumber(value) : value
  }
  const [first, ...rest] = positionals
  if (first !== undefined && (verb.positional === undefined || rest.length > 0)) {
    throw misuse(
      verb,
      `\`keel ${verb.name}\` does not take ${JSON.stringify(verb.positional === undefined ? first : rest[0])}.`,
    )
  }
  if (first !== undefined && verb.positional !== undefined) given[verb.positional] = first
  const checked = verb.input.safeParse(given)
  if (!checked.success) {
    const problems = checked.error.issues.map(({ path, message }) => `${nameOf(flags, path[0])}: ${message}`)
    throw misuse(verb, problems.join('\n'))
  }
  return {
    input: checked.data,
    settings: Array.isArray(values['set']) ? values['set'].map(String) : [],
  }
}

function parseTyped(verb: VerbShape, flags: readonly Flag[], typed: readonly string[]) {
  try {
    return parseArgs({
      args: [...typed],
      options: parserOptions(flags),
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    if (errorCode(error)?.startsWith('ERR_PARSE_ARGS') !== true || !(error instanceof Error)) throw error
    const unknown = /Unknown option '(-{1,2}[^']*)'/.exec(error.message)?.[1]
    if (unknown === undefined) throw misuse(verb, error.message.split('. ')[0] ?? error.message)
    const meant = nearest(
      unknown.replace(/^-+/, ''),
      flags.map(({ name }) => name),
    )
    throw misuse(
      verb,
      `\`keel ${verb.name}\` has no flag ${unknown}.${meant === null ? '' : ` Did you mean --${meant}?`}`,
    )
  }
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
    ? Number(value)
    : value
}

function nameOf(flags: readonly Flag[], field: PropertyKey | undefined): string {
  return `--${flags.find((flag) => flag.field === field)?.name ?? String(field)}`
}

function misuse(verb: VerbShape, message: string): Fault {
  return new Fault({ kind: 'user', code: 'misuse', message, hint: `keel ${verb.name} --help` })
}
