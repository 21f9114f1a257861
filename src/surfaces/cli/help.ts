import type * as z from 'zod'
import { type Flag, flagsOf, globalFlags } from './flags.ts'

type DoorPage = {
  readonly name: string
  readonly summary: string
  readonly details: string
  readonly examples: readonly { readonly command: string; readonly explains: string }[]
  readonly takes?: string
}

type VerbPage = DoorPage & { readonly input: z.ZodObject; readonly positional?: string }

/**
 * Every help page, by verb and door, the list of them under the empty name. Rendered when keel is built: a page then
 * costs one small file to read instead of a schema library to load.
 */
export function helpPages(verbs: readonly VerbPage[], doors: readonly DoorPage[]): Record<string, string> {
  return Object.fromEntries([
    ['', frontPage(verbs, doors)],
    ...families(verbs).map((word) => [word, familyPage(word, verbs)]),
    ...verbs.map((verb) => [verb.name, verbPage(verb)]),
    ...doors.map((door) => [door.name, doorPage(door)]),
  ])
}

/** `keel config [key] [flags]`, and `keel pack <task> [flags]` where there is no way around it. */
export function usageOf({
  name,
  input,
  positional,
}: Pick<VerbPage, 'name' | 'input' | 'positional'>): string {
  const flags = flagsOf(input)
  const first = flags.filter(({ field }) => field === positional).map(positionalTerm)
  const needed = flags.filter(({ field, required }) => required && field !== positional).map(flagTerm)
  return ['keel', name, ...first, ...needed, '[flags]'].join(' ')
}

export function positionalTerm({ field, required }: Flag): string {
  return required ? `<${field}>` : `[${field}]`
}

export function flagTerm({ name, type, choices, many, short, default: preset }: Flag): string {
  const value = choices.length > 0 ? 'NAME' : type === 'number' ? 'N' : 'TEXT'
  const before = short === undefined ? '' : `-${short}, `
  // What is on can only be turned off.
  return `${before}--${preset === true ? 'no-' : ''}${name}${type === 'boolean' ? '' : ` ${value}`}${many ? ' …' : ''}`
}

export function flagMeaning({ description, choices, default: preset }: Flag): string {
  const oneOf = choices.length === 0 ? '' : ` One of: ${choices.join(', ')}.`
  const isPlain =
    preset === undefined ||
    typeof preset === 'boolean' ||
    preset === '' ||
    (Array.isArray(preset) && preset.length === 0)
  return `${description}${oneOf}${isPlain ? '' : ` Default: ${String(preset)}.`}`
}

function frontPage(verbs: readonly VerbPage[], doors: readonly DoorPage[]): string {
  const width = Math.max(...[...verbs, ...doors].map(({ name }) => name.length))
  return [
    'keel makes coding agents dependable in a real repository.',
    '',
    'Usage: keel <verb> [flags]',
    '',
    'Verbs:',
    ...columns(
      verbs.map(({ name, summary }) => [name, summary]),
      width,
    ),
    '',
    'For other programs:',
    ...columns(
      doors.map(({ name, summary }) => [name, summary]),
      width,
    ),
    '',
    'Flags of every verb:',
    ...columns(globalFlags.map((flag) => [flagTerm(flag), flagMeaning(flag)])),
    '',
    'Start with `keel init --dry-run`. `keel <verb> --help` shows a verb with examples.',
    '',
  ].join('\n')
}

/** First words that are no verbs by themselves. */
function families(verbs: readonly VerbPage[]): string[] {
  const names = new Set(verbs.map(({ name }) => name))
  return [...new Set(verbs.map(({ name }) => name.split(' ')[0] ?? ''))].filter((word) => !names.has(word))
}

function familyPage(word: string, verbs: readonly VerbPage[]): string {
  const own = verbs.filter(({ name }) => name.startsWith(`${word} `))
  return [
    `Usage: keel ${word} <verb> [flags]`,
    '',
    'Verbs:',
    ...columns(own.map(({ name, summary }) => [name, summary])),
    '',
    `\`keel ${word} <verb> --help\` shows a verb with examples.`,
    '',
  ].join('\n')
}

function verbPage(verb: VerbPage): string {
  const flags = flagsOf(verb.input).filter(({ field }) => field !== verb.positional)
  const positional = flagsOf(verb.input).find(({ field }) => field === verb.positional)
  const width = widthOf([...flags, ...globalFlags])
  return [
    verb.summary,
    '',
    ...wrap(verb.details, WIDTH),
    '',
    `Usage: ${usageOf(verb)}`,
    ...(positional === undefined
      ? []
      : ['', ...columns([[positional.field, positional.description]], width)]),
    '',
    'Flags:',
    ...columns(
      flags.map((flag) => [flagTerm(flag), flagMeaning(flag)]),
      width,
    ),
    ...(flags.length === 0 ? [] : ['']),
    ...columns(
      globalFlags.map((flag) => [flagTerm(flag), flagMeaning(flag)]),
      width,
    ),
    '',
    ...exampleLines(verb),
    '',
  ].join('\n')
}

function doorPage(door: DoorPage): string {
  return [
    door.summary,
    '',
    ...wrap(door.details, WIDTH),
    '',
    `Usage: keel ${door.name}${door.takes === undefined ? ' [flags]' : ` ${door.takes}`}`,
    '',
    'Flags:',
    ...columns(
      globalFlags
        // What a host asks is answered in its own words, and by no setting.
        .filter(({ name }) => name === 'help' || (name === 'set' && door.takes === undefined))
        .map((flag) => [flagTerm(flag), flagMeaning(flag)]),
    ),
    '',
    ...exampleLines(door),
    '',
  ].join('\n')
}

function exampleLines({ examples }: DoorPage): string[] {
  return ['Examples:', ...examples.flatMap(({ command, explains }) => [`  ${command}`, `      ${explains}`])]
}

const WIDTH = 88

function widthOf(flags: readonly Flag[]): number {
  return Math.max(...flags.map((flag) => flagTerm(flag).length))
}

function columns(
  rows: readonly (readonly [string, string])[],
  width = Math.max(...rows.map(([term]) => term.length)),
): string[] {
  return rows.flatMap(([term, meaning]) => {
    const [first = '', ...more] = wrap(meaning, WIDTH - width - 4)
    return [`  ${term.padEnd(width)}  ${first}`, ...more.map((line) => `${' '.repeat(width + 4)}${line}`)]
  })
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return line === '' ? lines : [...lines, line]
}
