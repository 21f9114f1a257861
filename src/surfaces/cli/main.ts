import type * as z from 'zod'
import { errorCode } from '#kit/files.ts'
import { nearest } from '#kit/nearest.ts'
import { type VerbName, verbNames, verbs } from '#verbs/all.ts'
import type { Verb } from '#verbs/verb.ts'
import type { World } from '#verbs/world.ts'
import { Fault } from '#words/fault.ts'
import { parseArguments } from './parse-arguments.ts'
import { renderers } from './render/all.ts'
import { renderFault } from './render/fault.ts'
import { renderEntry } from './render/log.ts'
import type { Terminal } from './terminal.ts'

export type CliParts = {
  readonly typed: readonly string[]
  readonly createWorld: (parts: { settings: readonly string[]; tell: World['tell'] }) => World
  readonly terminal: Terminal
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
  /** Whether somebody watches, so that long work may say how it goes. */
  readonly isWatched: boolean
}

/** Runs one verb from the words that were typed. 0: done. 1: findings. 2: misuse or fault. */
export async function main(parts: CliParts): Promise<number> {
  const { typed, createWorld, terminal, print, complain } = parts
  const end = typed.indexOf('--')
  const isJson = (end === -1 ? typed : typed.slice(0, end)).includes('--json')
  try {
    // The door has answered `help` for every verb that there is, so what follows it here is none.
    const [word = '', ...words] = typed[0] === 'help' ? typed.slice(1) : typed
    const name = verbNamed(word)
    const verb = erased(name)
    const { input, settings } = parseArguments(verb, words)
    const world = createWorld({ settings, tell: teller(verb.tells, { ...parts, isJson }) })
    if (verb.configuration === 'valid') assertValid(world)
    const output = await verb.run(input, world)
    print(isJson ? `${JSON.stringify(output, null, 2)}\n` : render(name, output, terminal))
    return verb.hasFindings(output, input) ? 1 : 0
  } catch (thrown) {
    const error = asFault(thrown)
    if (isJson) print(`${JSON.stringify({ fault: toPlain(error) }, null, 2)}\n`)
    complain(renderFault(error, terminal))
    return 2
  }
}

/** Where entries go that a verb tells of while it is at work. */
function teller(
  tells: ErasedVerb['tells'],
  { isJson, isWatched, terminal, print, complain }: CliParts & { isJson: boolean },
): World['tell'] {
  if (tells === 'answer') {
    return (entry) => print(isJson ? `${JSON.stringify(entry)}\n` : `${renderEntry(entry, terminal)}\n`)
  }
  return (entry) => {
    if (isWatched && !isJson) complain(`${renderEntry(entry, terminal)}\n`)
  }
}

/** A verb whose types are no longer known, because its name was typed and not written. */
type ErasedVerb = Verb<z.ZodObject, unknown>

function erased(name: VerbName): ErasedVerb {
  return verbs[name] as unknown as ErasedVerb
}

function render(name: VerbName, output: unknown, terminal: Terminal): string {
  const renderer = renderers[name] as (output: unknown, terminal: Terminal) => string
  return renderer(output, terminal)
}

function verbNamed(word: string): VerbName {
  const known = verbNames.find((name) => name === word)
  if (known !== undefined) return known
  const meant = nearest(word, verbNames)
  throw new Fault({
    kind: 'user',
    code: 'unknown-verb',
    message: word.startsWith('-')
      ? `A verb comes first, then its flags: ${word}`
      : `There is no verb ${JSON.stringify(word)}.`,
    hint: meant === null ? 'keel --help' : `keel ${meant}`,
  })
}

function assertValid({ config }: World): void {
  if (config.kind === 'valid') return
  const problems = config.problems.map(
    ({ where, key, message }) => `${where}: ${key === '' ? '' : `${key}: `}${message}`,
  )
  throw new Fault({
    kind: 'config',
    code: 'invalid-configuration',
    message: ['The configuration is wrong, so nothing was done.', ...problems].join('\n'),
    hint: 'keel config --schema',
  })
}

/** What the system refuses is no defect of keel's: say what and where, without a stack. */
function asFault(error: unknown): unknown {
  const code = errorCode(error)
  if (error instanceof Fault || code === null || !(error instanceof Error) || !/^E[A-Z]+$/.test(code))
    return error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null
  return new Fault({
    kind: 'user',
    code: code.toLowerCase(),
    message: `The system refused${path === null ? '' : ` at ${path.slice(0, 200)}`}: ${error.message.split(',')[0] ?? code}.`,
    cause: error,
  })
}

function toPlain(error: unknown): Record<string, unknown> {
  if (error instanceof Fault) {
    return { kind: error.kind, code: error.code, message: error.message, hint: error.hint }
  }
  return {
    kind: 'internal',
    code: 'unexpected',
    message: error instanceof Error ? error.message : String(error),
    hint: null,
  }
}
