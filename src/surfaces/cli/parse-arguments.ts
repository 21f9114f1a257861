import { parseArgs } from 'node:util'
import type * as z from 'zod'
import { errorCode } from '#kit/files.ts'
import { nearest } from '#kit/nearest.ts'
import { Fault } from '#words/fault.ts'
import { describeIssue, isMissing } from './describe-issue.ts'
import { type Flag, flagsOf, globalFlags, parserOptions } from './flags.ts'

type VerbShape = {
  readonly name: string
  readonly input: z.ZodObject
  readonly positional?: string
  readonly examples: readonly { readonly command: string }[]
}

export type Parsed = {
  readonly input: Record<string, unknown>
  readonly settings: readonly string[]
}

/** What was typed after the verb, checked against the verb's input. */
export function parseArguments(verb: VerbShape, typed: readonly string[]): Parsed {
  const flags = flagsOf(verb.input)
  const { values, positionals } = parseTyped(verb, { flags: [...flags, ...globalFlags], typed })
  const given: Record<string, unknown> = {}
  for (const flag of flags) {
    const value = values[flag.name]
    if (value !== undefined) given[flag.field] = flag.type === 'number' ? toNumber(value) : value
  }
  const [first, ...rest] = positionals
  if (first !== undefined && verb.positional === undefined)
    throw misuse(verb, { message: `\`keel ${verb.name}\` does not take ${JSON.stringify(first)}.` })
  if (rest.length > 0) {
    const what = `\`keel ${verb.name}\` takes one ${verb.positional}, and was given ${positionals.length}.`
    throw misuse(verb, { message: `${what} ${whereElse(verb, { flags, given })}` })
  }
  if (first !== undefined && verb.positional !== undefined) given[verb.positional] = first
  const checked = verb.input.safeParse(given)
  if (!checked.success) throw unfit(verb, { flags, given, issues: checked.error.issues })
  return {
    input: checked.data,
    settings: Array.isArray(values['set']) ? values['set'].map(String) : [],
  }
}

type Given = { readonly flags: readonly Flag[]; readonly given: Readonly<Record<string, unknown>> }

/** Where a flag is missing that cannot be, what is too much belongs behind it. */
function whereElse({ input, positional }: VerbShape, { flags, given }: Given): string {
  const missing = flags.find(
    ({ field }) =>
      field !== positional &&
      given[field] === undefined &&
      input.shape[field]?.safeParse(undefined).success === false,
  )
  if (missing === undefined) return 'Put words that belong together in quotes.'
  return `What is its ${missing.field} goes behind ${missing.short === undefined ? `--${missing.name}` : `-${missing.short}`}.`
}

function parseTyped(verb: VerbShape, { flags, typed }: { flags: readonly Flag[]; typed: readonly string[] }) {
  try {
    return parseArgs({
      args: spreadOut(typed, flags),
      options: parserOptions(flags),
      allowPositionals: true,
      // What is on unless you say otherwise is turned off by `--no-` before its name.
      allowNegative: true,
      strict: true,
    })
  } catch (error) {
    if (errorCode(error)?.startsWith('ERR_PARSE_ARGS') !== true || !(error instanceof Error)) throw error
    const unknown = /Unknown option '(-{1,2}[^']*)'/.exec(error.message)?.[1]
    if (unknown === undefined) throw misuse(verb, { message: valueTrouble(error.message) })
    if (/\s/.test(unknown))
      throw misuse(verb, {
        message:
          'What begins with a dash is taken for a flag. Put -- before a text that does, after all flags.',
        hint: `keel ${verb.name} -- ${JSON.stringify(unknown)}`,
      })
    const meant = nearest(
      unknown.replace(/^-+/, ''),
      flags.map(({ name }) => name),
    )
    throw misuse(verb, {
      message: `\`keel ${verb.name}\` has no flag ${unknown}.${meant === null ? '' : ` Did you mean --${meant}?`}`,
    })
  }
}

/** A flag that takes several words, said again before each. */
function spreadOut(typed: readonly string[], flags: readonly Flag[]): string[] {
  const several = new Set(flags.flatMap(({ name, several: takes }) => (takes ? [`--${name}`] : [])))
  let last: string | null = null
  return typed.flatMap((word, place) => {
    if (word.startsWith('-')) {
      last = several.has(word) ? word : null
      return [word]
    }
    return last === null || typed[place - 1] === last ? [word] : [last, word]
  })
}

/** Node's words about a value that is missing, or too much, in ours. */
function valueTrouble(message: string): string {
  const name = /^Option '(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1]
  if (name === undefined) return message.split('. ')[0] ?? message
  if (/does not take an argument/.test(message)) return `${name} takes no value.`
  const dashed = /is ambiguous/.test(message) ? ` One that begins with a dash is typed ${name}=-x.` : ''
  return `${name} needs a value.${dashed}`
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
    ? Number(value)
    : value
}

/** Where something is missing, an example says more than the help page. */
function unfit(
  verb: VerbShape,
  parts: {
    readonly flags: readonly Flag[]
    readonly given: Readonly<Record<string, unknown>>
    readonly issues: readonly z.core.$ZodIssue[]
  },
): Fault {
  const asked = parts.issues.flatMap((issue) => {
    const flag = parts.flags.find(({ field }) => field === issue.path[0])
    if (flag === undefined) return []
    const value = parts.given[flag.field]
    return [{ verb: verb.name, flag, isPositional: flag.field === verb.positional, value, issue }]
  })
  const example = asked.some(isMissing) ? verb.examples[0]?.command : undefined
  return misuse(verb, { message: asked.map(describeIssue).join('\n'), hint: example })
}

function misuse(
  { name }: VerbShape,
  { message, hint = `keel ${name} --help` }: { message: string; hint?: string | undefined },
): Fault {
  return new Fault({ kind: 'user', code: 'misuse', message, hint })
}
