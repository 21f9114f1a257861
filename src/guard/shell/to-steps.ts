import type { Piece, Token, Word } from './read-tokens.ts'

/** What a shell would do, in order: commands, and the beginnings and ends of what it does in a shell of its own. */
export type Step =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'enter' }
  | { readonly kind: 'leave' }
  /** From here on the name stands for a function of the command's own. */
  | { readonly kind: 'define'; readonly name: string }

export type Command = {
  readonly words: readonly Word[]
  /** `a=b`; a loop over words gives its variable one value after another. */
  readonly assignments: readonly Assignment[]
  readonly redirects: readonly { readonly isWrite: boolean; readonly target: Word }[]
  readonly bodies: readonly Word[]
  /** Whether it is the end of a loop or a group, so that what is written is not its own. */
  readonly closes: boolean
  /** Whether it hears what a command before it prints. */
  readonly isFed: boolean
}

type Assignment = { readonly name: string; readonly values: readonly Word[] }

/** Conditions, loops and branches are all taken: what may happen is taken to happen. */
export function toSteps(tokens: readonly Token[]): readonly Step[] {
  const steps: Step[] = []
  const open: Opened[] = []
  let parts: Token[] = []
  let isPiped = false
  const flush = () => {
    const command = toCommand(parts)
    parts = []
    if (command === null) return
    const isFed = isPiped || open.some(({ isFed }) => isFed)
    steps.push({ kind: 'command', command: { ...command, isFed } })
    for (const word of command.keywords) {
      if (OPENERS.has(word)) open.push({ isFed: isPiped, at: steps.length - 1 })
      if (CLOSERS.has(word)) heardInside(steps, { from: open.pop()?.at, command })
    }
  }
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'operator') {
      parts.push(token)
      continue
    }
    if (token.operator === '(' && isOperator(tokens[index + 1], ')')) {
      steps.push({ kind: 'define', name: lastBare(parts) })
      parts = []
      continue
    }
    flush()
    if (token.operator === '(') {
      steps.push({ kind: 'enter' })
      open.push({ isFed: isPiped, at: steps.length })
    } else if (token.operator === ')') {
      steps.push({ kind: 'leave' })
      open.pop()
    } else isPiped = token.operator.startsWith('|') && token.operator !== '||'
  }
  flush()
  return steps
}

/** A loop that hears a pipe hears it in every line. */
type Opened = { readonly isFed: boolean; readonly at: number }

/** What is handed to a loop stands behind its end, and is heard by what is in it. */
function heardInside(
  steps: Step[],
  { from = steps.length, command }: { from: number | undefined; command: Draft },
): void {
  const heard = command.redirects.filter(({ isWrite }) => !isWrite)
  if (command.bodies.length === 0 && heard.length === 0) return
  for (const [index, step] of steps.entries()) {
    if (index < from || step.kind !== 'command') continue
    const { bodies, redirects } = step.command
    const inside = {
      ...step.command,
      bodies: [...bodies, ...command.bodies],
      redirects: [...redirects, ...heard],
    }
    steps[index] = { kind: 'command', command: inside }
  }
}

function isOperator(token: Token | undefined, operator: string): boolean {
  return token?.kind === 'operator' && token.operator === operator
}

function lastBare(parts: readonly Token[]): string {
  const last = parts.at(-1)
  return last?.kind === 'word' ? bare(last.word) : ''
}

const OPENERS = new Set(['while', 'until', 'for', 'if', '{'])
const CLOSERS = new Set(['done', 'fi', '}'])
const KEYWORDS = new Set([
  ...OPENERS,
  ...CLOSERS,
  'then',
  'elif',
  'else',
  'do',
  '!',
  'time',
  'esac',
  'function',
  'in',
])

/** Commands that are there to assign. */
const DECLARERS = new Set(['export', 'declare', 'local', 'readonly', 'typeset'])

type Draft = Omit<Command, 'isFed'> & { readonly keywords: readonly string[] }

function toCommand(parts: readonly Token[]): Draft | null {
  if (parts.length === 0) return null
  const words = parts.flatMap((part) => (part.kind === 'word' ? [part.word] : []))
  const keywords: string[] = []
  while (words[0] !== undefined && KEYWORDS.has(bare(words[0]))) keywords.push(bare(words.shift() ?? []))
  const rest = {
    redirects: parts.flatMap((part) => (part.kind === 'redirect' ? [part] : [])),
    bodies: parts.flatMap((part) => (part.kind === 'body' ? [part.word] : [])),
    keywords,
    closes: keywords.some((word) => CLOSERS.has(word)),
  }
  if (keywords.includes('for')) {
    const values = words.slice(bare(words[1] ?? []) === 'in' ? 2 : 1)
    return { ...rest, words: [], assignments: [{ name: bare(words[0] ?? []), values }] }
  }
  const isDeclaring = DECLARERS.has(bare(words[0] ?? []))
  const said = isDeclaring ? words.slice(1) : words
  const end = isDeclaring ? said.length : said.findIndex((word) => !isAssignment(word))
  const assigning = end === -1 ? said : said.slice(0, end)
  const assignments = assigning.flatMap((word) => assignmentsIn(word, { isDeclared: isDeclaring }))
  return { ...rest, words: said.slice(assigning.length), assignments }
}

/** What `${name:=word}` assigns on the way. */
export function assignedIn(words: readonly Word[]): readonly Assignment[] {
  return words.flatMap((word) =>
    word.flatMap((piece) =>
      piece.kind === 'variable' && (piece.operation.startsWith(':=') || piece.operation.startsWith('='))
        ? [{ name: piece.name, values: [[{ ...piece, isQuoted: true }]] }]
        : [],
    ),
  )
}

/** The text of a word without quotes or variables; empty for any other. */
function bare(word: Word): string {
  const [piece, ...more] = word
  return piece?.kind === 'text' && !piece.isQuoted && more.length === 0 ? piece.text : ''
}

function isAssignment([first]: Word): boolean {
  return first?.kind === 'text' && !first.isQuoted && first.text.includes('=') && ASSIGNMENT.test(first.text)
}

const ASSIGNMENT = /^(\w+(?:\[\w+\])?)(\+?)=(.*)$/s

/** None for a word that assigns nothing. */
function assignmentsIn(word: Word, { isDeclared }: { isDeclared: boolean }): Assignment[] {
  const [first, ...rest] = isDeclared
    ? word.filter((piece) => piece.kind !== 'text' || piece.text !== '')
    : word
  if (first?.kind !== 'text' || (first.isQuoted && !isDeclared)) return []
  const found = ASSIGNMENT.exec(first.text)
  if (found === null) return []
  const [, name = '', plus = '', value = ''] = found
  const before: Piece[] = plus === '' ? [] : [{ kind: 'variable', name, operation: '', isQuoted: true }]
  const [list] = rest
  if (list?.kind !== 'list')
    return [{ name, values: [[...before, { kind: 'text', text: value, isQuoted: false }, ...rest]] }]
  return [
    { name, values: plus === '' ? list.words : [before, ...list.words] },
    ...list.words.map((one, index) => ({ name: `${name}[${index}]`, values: [one] })),
  ]
}
