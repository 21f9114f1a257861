import * as z from 'zod'
import { nearest } from '#kit/nearest.ts'
import { printable } from '#kit/printable.ts'
import type { AnyVerb, VerbName } from '#verbs/all.ts'
import { asFault } from '#verbs/as-fault.ts'
import { type DoorName, doorNames } from '#verbs/door-names.ts'
import { loadVerb, verbNames } from '#verbs/load-verb.ts'
import { runVerb } from '#verbs/run-verb.ts'
import type { World } from '#verbs/world.ts'
import { Fault } from '#words/fault.ts'
import { parseArguments } from './parse-arguments.ts'
import { renderers } from './render/all.ts'
import { renderFault } from './render/fault.ts'
import { renderEntry } from './render/log.ts'
import type { Terminal } from './terminal.ts'

export type CliParts = {
  readonly typed: readonly string[]
  readonly createWorld: (
    parts: Pick<World, 'tell' | 'mention' | 'warn'> & { settings: readonly string[] },
  ) => World
  /**
   * What happens behind each door, and with which exit code it ends. `hook` is not among them: the way to it is shorter, and has been
   * taken before.
   */
  readonly doors: Readonly<Record<OpenDoor, (settings: readonly string[]) => Promise<number>>>
  readonly terminal: Terminal
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
  /** Whether somebody watches, so that long work may say how it goes. */
  readonly isWatched: boolean
}

type OpenDoor = Exclude<DoorName, 'hook'>

const openDoors = doorNames.filter((name): name is OpenDoor => name !== 'hook')

/** Runs one verb from the words that were typed. 0: done. 1: findings. 2: misuse or fault. */
export async function main(parts: CliParts): Promise<number> {
  const { typed, createWorld, terminal, print, complain } = parts
  const end = typed.indexOf('--')
  const isJson = (end === -1 ? typed : typed.slice(0, end)).includes('--json')
  try {
    // The door has answered `help` for every verb that there is, so what follows it here is none.
    const said = typed[0] === 'help' ? typed.slice(1) : typed
    const [word = ''] = said
    const door = openDoors.find((name) => name === word)
    if (door !== undefined) {
      const { doors } = await import('#verbs/doors.ts')
      const shape = { ...doors[door], input: z.object({}) }
      return await parts.doors[door](parseArguments(shape, said.slice(1)).settings)
    }
    const name = verbNamed(said)
    const words = said.slice(name.split(' ').length)
    const verb = await loadVerb(name)
    const { input, settings } = parseArguments(verb, words)
    const mention = (sentence: string) => {
      if (parts.isWatched && !isJson) complain(`${sentence}\n`)
    }
    const warn = once((sentence) => complain(`${printable(sentence)}\n`))
    const world = createWorld({ settings, mention, warn, tell: teller(verb.tells, { ...parts, isJson }) })
    const output = await runVerb({ verb, input, world })
    print(isJson ? `${JSON.stringify(output, null, indentOf(output))}\n` : renderer(name)(output, terminal))
    return verb.hasFindings(output, input) ? 1 : 0
  } catch (thrown) {
    const error = asFault(thrown)
    if (isJson) print(`${JSON.stringify({ fault: toPlain(error) }, null, 2)}\n`)
    complain(renderFault(error, terminal))
    return 2
  }
}

/** A verb may come across the same thing several times. */
function once(say: World['warn']): World['warn'] {
  const said = new Set<string>()
  return (sentence) => {
    if (!said.has(sentence)) say(sentence)
    said.add(sentence)
  }
}

/** What comes after entries of a line each is a line itself, so that a program can read line by line. */
function indentOf(output: unknown): number {
  const isFollowed = typeof output === 'object' && output !== null && 'followed' in output && output.followed
  return isFollowed ? 0 : 2
}

/** Where entries go that a verb tells of while it is at work. */
function teller(
  tells: AnyVerb['tells'],
  { isJson, isWatched, terminal, print, complain }: CliParts & { isJson: boolean },
): World['tell'] {
  if (tells === 'answer') {
    return (entry) => print(isJson ? `${JSON.stringify(entry)}\n` : `${renderEntry(entry, terminal)}\n`)
  }
  return (entry) => {
    if (isWatched && !isJson) complain(`${renderEntry(entry, terminal)}\n`)
  }
}

function renderer(name: VerbName) {
  return renderers[name] as (output: unknown, terminal: Terminal) => string
}

/** A verb may have two words: `pack verify` is another than `pack`. */
function verbNamed(said: readonly string[]): VerbName {
  const [word = ''] = said
  const known = [said.slice(0, 2).join(' '), word]
    .map((meant) => verbNames.find((name) => name === meant))
    .find((name) => name !== undefined)
  if (known !== undefined) return known
  const family = verbNames.filter((name) => name.startsWith(`${word} `))
  if (family.length > 0) throw needsSecond(word, { second: said[1], family })
  const meant = nearest(word, [...verbNames, ...doorNames])
  throw new Fault({
    kind: 'user',
    code: 'unknown-verb',
    message: word.startsWith('-')
      ? `A verb comes first, then its flags: ${word}`
      : `There is no verb ${JSON.stringify(word)}.`,
    hint: meant === null ? 'keel --help' : `keel ${meant}`,
  })
}

function needsSecond(
  word: string,
  { second = '', family }: { second: string | undefined; family: readonly VerbName[] },
): Fault {
  const words = family.map((name) => name.slice(word.length + 1))
  const meant = nearest(second, words)
  return new Fault({
    kind: 'user',
    code: 'unknown-verb',
    message: `\`keel ${word}\` is followed by one of: ${words.join(', ')}.`,
    hint: `keel ${word} ${meant ?? words[0]} --help`,
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
