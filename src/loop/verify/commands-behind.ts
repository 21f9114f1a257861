import { basename, join } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { type Mark, projectScripts, type Script } from './project-scripts.ts'
import { quote, type ShellPart, shellParts, shellWords, unquote } from './shell-words.ts'

/** A program that a command line starts in the end, whatever scripts lie between. */
export type Behind = {
  /** Where it is started, absolute. */
  readonly folder: string
  /** Without what starts others, such as npx, and without variables. */
  readonly words: readonly string[]
  /** Whether it is typed there itself, and no script starts it. */
  readonly isTyped: boolean
  /** The whole command line, with words added for this program; null where no way leads them there. */
  readonly withWords: ((words: readonly string[]) => string) | null
  /** The whole command line, with these words behind the program in the place of its own; null where that cannot be typed. */
  readonly withOthers: ((words: readonly string[]) => string) | null
  /** Of those that share a number none is started after one that failed. */
  readonly chain: number
  /** It is there for when another fails. */
  readonly isSpare: boolean
  /** How what it prints is told from what others print, from the outside in. */
  readonly marks: readonly Mark[]
}

type Line = {
  readonly command: string
  readonly folder: string
  readonly withWords: Behind['withWords']
  /** The whole command line, with another line in the place of this one. */
  readonly withLine: ((line: string) => string) | null
  readonly marks: readonly Mark[]
}

/**
 * What a command line comes to: `npm test` is what package.json says, `make test` what the Makefile does. Read as people write
 * such lines, and not as a shell would: this only finds out which framework will speak, and a wrong guess costs no more than that.
 */
export function commandsBehind({ root, command }: { root: string; command: string }): Behind[] {
  const withWords = (words: readonly string[]) => `${command} ${words.map(quote).join(' ')}`
  const line = { command, folder: root, withWords, withLine: (other: string) => other, marks: [] }
  let chain = 0
  return expand(line, { root, depth: 0 }).map(({ isAlone, ...behind }) => {
    if (isAlone) chain++
    return { ...behind, chain }
  })
}

/** Whether it is started although one before it failed. */
type Found = Omit<Behind, 'chain'> & { readonly isAlone: boolean }

const DEPTH_MAX = 6

function expand(line: Line, { root, depth }: { root: string; depth: number }): Found[] {
  if (depth > DEPTH_MAX) return []
  const parts = shellParts(line.command)
  let { folder } = line
  const outside: string[] = []
  return parts.flatMap((part, place) => {
    const { opens, closes } = bracketsOf(part.text)
    for (let count = 0; count < opens; count += 1) outside.push(folder)
    const found = expandPart(part, place)
    for (let count = 0; count < closes; count += 1) folder = outside.pop() ?? folder
    return found
  })

  function expandPart(part: ShellPart, place: number): Found[] {
    const { bare, closes } = bracketsOf(part.text)
    const raw = shellWords(bare)
    const words = unwrap(raw.map(unquote))
    const [program = ''] = words
    if (program === '') return []
    if (program === 'cd') {
      const next = join(folder, words[1] ?? '.')
      if (isWithin(root, next)) folder = next
      return []
    }
    // Words that are added to a line go to the last command on it.
    const withWords = place === parts.length - 1 && closes === 0 ? line.withWords : null
    const isAlone = part.joint !== '' && part.joint !== '&&'
    const isSpare = part.joint === '||'
    const scripts = projectScripts(words, folder)
    if (scripts.length === 0) {
      const withOthers = inPlaceOf(part, { line, head: raw.slice(0, raw.length - words.length + 1) })
      const isTyped = depth === 0
      return [{ folder, words, isTyped, withWords, withOthers, isAlone, isSpare, marks: line.marks }]
    }
    return scripts.flatMap((script, number) => {
      const isLater = number > 0 ? script.afterFailure === 'runs' : isAlone
      const above = bare === part.text ? line : { ...line, withLine: null }
      const found = expand(lineOf(script, { line: above, part, withWords }), { root, depth: depth + 1 })
      return found.map((one, at) => ({
        ...one,
        isAlone: one.isAlone || (at === 0 && isLater),
        isSpare: one.isSpare || isSpare,
      }))
    })
  }
}

/** A shell of its own, in brackets, ends in the folder that it began in. What it would be given behind its bracket nobody reads. */
function bracketsOf(text: string): { opens: number; closes: number; bare: string } {
  const plain = text.replaceAll(/"(?:\\.|[^"\\])*"|'[^']*'|\\./g, (quoted) => '_'.repeat(quoted.length))
  const head = /^[(\s]*/.exec(plain)?.[0] ?? ''
  const opens = head.split('(').length - 1
  const inner = plain.slice(head.length)
  const closes = Math.max(0, inner.split(')').length - inner.split('(').length)
  const tail = closes === 0 ? 0 : (/[)\s]*$/.exec(plain)?.[0].length ?? 0)
  return { opens, closes, bare: text.slice(head.length, text.length - tail) }
}

/** With redirections and brackets nobody knows which words are the program’s. */
function inPlaceOf(
  part: ShellPart,
  { line, head }: { line: Line; head: readonly string[] },
): Behind['withOthers'] {
  const { withLine } = line
  if (withLine === null || /[<>()`]/.test(part.text)) return null
  return (words) => withLine(replaced(line, { part, by: [...head, ...words.map(quote)].join(' ') }))
}

function replaced({ command }: Line, { part, by }: { part: ShellPart; by: string }): string {
  return `${command.slice(0, part.from)}${by}${command.slice(part.to)}`
}

type Above = { readonly line: Line; readonly part: ShellPart; readonly withWords: Behind['withWords'] }

function lineOf(script: Script, { line, part, withWords }: Above): Line {
  const { withLine } = line
  const { command, folder, instead, mark } = script
  const withOther =
    withLine === null || instead === null
      ? null
      : (other: string) => withLine(replaced(line, { part, by: instead(other) }))
  const inText =
    script.passes === 'in its text' && withOther !== null
      ? (words: readonly string[]) => withOther(`${command} ${words.map(quote).join(' ')}`)
      : null
  return {
    command,
    folder,
    withWords: inText ?? (withWords === null || script.passes === null ? null : through(withWords, script)),
    withLine: withOther,
    marks: mark === null ? line.marks : [...line.marks, mark],
  }
}

function through(withWords: NonNullable<Behind['withWords']>, { passes }: Script): Behind['withWords'] {
  return (words) => withWords(passes === 'after dashes' ? ['--', ...words] : words)
}

/** Without variables, and without what only starts another program. */
export function unwrap(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words
  if (/^\w+=/.test(first)) return unwrap(words.slice(1))
  // A bracket opens a shell of its own.
  if (first.startsWith('(')) return unwrap([first.slice(1), ...words.slice(1)].filter((word) => word !== ''))
  const name = basename(first)
  if (name === 'npx' && /^(?:-c|--call)$/.test(second)) return [name, ...words.slice(1)]
  if (name === 'node' && words.includes('--test'))
    return [name, '--test', ...words.slice(1).filter((word) => word !== '--test')]
  if (STARTERS.has(name)) return unwrap(afterFlags(words.slice(1)))
  if (STARTERS.has(`${name} ${second}`)) return unwrap(afterFlags(words.slice(2)))
  // `node node_modules/.bin/vitest`
  const at = name === 'node' ? words.findIndex((word) => IN_MODULES.test(word)) : -1
  if (at > 0 && words.slice(1, at).every((word) => word.startsWith('-') && word !== '--test'))
    return [programIn(words[at] ?? ''), ...words.slice(at + 1)]
  const plain = name.replace(/^python3?(?:\.\d+)?$/, 'python').replace(/^(mvn|gradle)w$/, '$1')
  return first === '' ? [] : [plain, ...words.slice(1)]
}

const IN_MODULES = /node_modules\/(?:\.bin\/)?[\w@/.-]+$/

function programIn(path: string): string {
  return /node_modules\/(?:\.bin\/)?((?:@[\w.-]+\/)?[\w.-]+)/.exec(path)?.[1] ?? basename(path)
}

function afterFlags(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !word.startsWith('-') && !/^\w+=/.test(word))
  return at === -1 ? [] : words.slice(at)
}

const STARTERS = new Set([
  'npx',
  'bunx',
  'env',
  'cross-env',
  'time',
  'nice',
  'exec',
  'command',
  'xvfb-run',
  'dotenv',
  'c8',
  'nyc',
  'pnpm exec',
  'pnpm dlx',
  'yarn exec',
  'yarn dlx',
  'npm exec',
  'bundle exec',
  'poetry run',
  'uv run',
  'pipenv run',
  'pdm run',
  'hatch run',
  'rye run',
  'coverage run',
])
