import type { Token, Word } from './read-tokens.ts'

/** What a shell would do, in order: commands, and the beginnings and ends of what it does in a shell of its own. */
export type Step =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'enter' }
  | { readonly kind: 'leave' }

export type Command = {
  readonly words: readonly Word[]
  /** `a=b`; a loop over words gives its variable one value after another. */
  readonly assignments: readonly { readonly name: string; readonly values: readonly Word[] }[]
  readonly redirects: readonly { readonly isWrite: boolean; readonly target: Word }[]
  readonly bodies: readonly string[]
  /** Whether it hears what a command before it prints. */
  readonly isFed: boolean
}

/** Conditions, loops and branches are all taken: what may happen is taken to happen. */
export function toSteps(tokens: readonly Token[]): readonly Step[] {
  const steps: Step[] = []
  const fed: boolean[] = []
  let parts: Token[] = []
  let isPiped = false
  const flush = () => {
    const command = toCommand(parts)
    parts = []
    if (command === null) return
    const isFed = isPiped || fed.includes(true)
    steps.push({ kind: 'command', command: { ...command, isFed } })
    // A loop that hears a pipe hears it in every line.
    for (const word of command.keywords) {
      if (OPENERS.has(word)) fed.push(isPiped)
      if (CLOSERS.has(word)) fed.pop()
    }
  }
  for (const token of tokens) {
    if (token.kind !== 'operator') {
      parts.push(token)
      continue
    }
    flush()
    if (token.operator === '(') {
      steps.push({ kind: 'enter' })
      fed.push(isPiped)
    } else if (token.operator === ')') {
      steps.push({ kind: 'leave' })
      fed.pop()
    } else isPiped = token.operator.startsWith('|') && token.operator !== '||'
  }
  flush()
  return steps
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

type Draft = Omit<Command, 'isFed'> & { readonly keywords: readonly string[] }

function toCommand(parts: readonly Token[]): Draft | null {
  if (parts.length === 0) return null
  const words = parts.flatMap((part) => (part.kind === 'word' ? [part.word] : []))
  const keywords: string[] = []
  while (words[0] !== undefined && KEYWORDS.has(bare(words[0]))) keywords.push(bare(words.shift() ?? []))
  const rest = {
    redirects: parts.flatMap((part) => (part.kind === 'redirect' ? [part] : [])),
    bodies: parts.flatMap((part) => (part.kind === 'body' ? [part.text] : [])),
    keywords,
  }
  if (keywords.includes('for')) {
    const values = words.slice(bare(words[1] ?? []) === 'in' ? 2 : 1)
    return { ...rest, words: [], assignments: [{ name: bare(words[0] ?? []), values }] }
  }
  const assignments = leadingAssignments(words)
  return { ...rest, words: words.slice(assignments.length), assignments }
}

/** The text of a word without quotes or variables; empty for any other. */
function bare(word: Word): string {
  const [piece, ...more] = word
  return piece?.kind === 'text' && !piece.isQuoted && more.length === 0 ? piece.text : ''
}

function leadingAssignments(words: readonly Word[]): Command['assignments'] {
  const assignments: { name: string; values: Word[] }[] = []
  for (const [first, ...rest] of words) {
    const found = first?.kind === 'text' && !first.isQuoted ? /^(\w+)\+?=(.*)$/s.exec(first.text) : null
    if (found === null) break
    const value: Word = [{ kind: 'text', text: found[2] ?? '', isQuoted: false }, ...rest]
    assignments.push({ name: found[1] ?? '', values: [value] })
  }
  return assignments
}
