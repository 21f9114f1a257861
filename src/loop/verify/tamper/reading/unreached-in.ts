import { groupBy } from '#kit/group-by.ts'
import { lastUpTo } from '../text/last-up-to.ts'
import { lineUpTo } from '../text/line-up-to.ts'
import { statementEnd } from './find-spans.ts'
import type { Reading } from './test-file.ts'

/** Tells of a place in a file whether a way out stands before it in the same block, so that nobody gets there. */
export function unreachedIn(reading: Reading): (at: number) => boolean {
  return reading.language.depth === 'indent' ? behindLines(reading) : behindStatements(reading)
}

function behindLines({ source: { code }, lines }: Reading): (at: number) => boolean {
  const blockOf = (at: number) => `${lines.above(at)}\0${lines.indentOf(at)}`
  const first = new Map<string, number>()
  for (const { index } of code.matchAll(LEAVING_LINE))
    if (!first.has(blockOf(index))) first.set(blockOf(index), index)
  return (at) => lines.above(at) !== -1 && (first.get(blockOf(at)) ?? at) < lines.startOf(at)
}

const LEAVING_LINE = /^[ \t]*(?:return|break|continue|raise|next)\b(?!\s*[=(.,])(?![^\n]*\b(?:if|unless)\b)/gm

type Turn = {
  readonly block: number
  readonly at: number
  /** Whether the block is left here, and not entered by another label. */
  readonly isOut: boolean
}

function behindStatements(reading: Reading): (at: number) => boolean {
  const { source, brackets } = reading
  const turns = groupBy(turnsIn(reading), ({ block }) => block)
  const places = new Map([...turns].map(([block, some]) => [block, some.map(({ at }) => at)]))
  return (at) => {
    const block = brackets.around(at)
    const last = turns.get(block)?.[lastUpTo(places.get(block) ?? [], at)]
    // A function with a name is there for the whole block.
    return last?.isOut === true && !/\bfunction\b[^{}]*$/.test(lineUpTo(source.code, at))
  }
}

function turnsIn({ source: { code }, brackets }: Reading): Turn[] {
  return [...code.matchAll(/(?<![\w$.@])(?:return|break|continue|throw|case|default)\b/g)].flatMap(
    ({ index, 0: word }): Turn[] => {
      const block = brackets.around(index)
      if (code[block] !== '{') return []
      if (word === 'case' || word === 'default') return [{ block, at: index, isOut: false }]
      if (!beginsStatement({ code, brackets, at: index })) return []
      return [{ block, at: statementEnd({ code, brackets, from: index }), isOut: true }]
    },
  )
}

type Place = Pick<Reading, 'brackets'> & { readonly code: string; readonly at: number }

/** Whether a word is a statement of its block, and no branch of a condition. */
function beginsStatement({ code, brackets, at }: Place): boolean {
  const near = code.slice(Math.max(0, at - NEAR), at)
  const before = near.trimEnd()
  if (/[{};]$|(?:^|[;{}\n])\s*[\w$]+\s*:$/.test(before)) return true
  if (!near.slice(before.length).includes('\n') || /\b(?:else|do|then)$/.test(before)) return false
  if (!before.endsWith(')')) return /[\w$\]"'`]$/.test(before)
  const open = brackets.partner(at - near.length + before.length - 1)
  return (
    open !== -1 &&
    !/\b(?:if|for|while|with|foreach|using|unless|lock)\s*(?:await\s*)?$/.test(lineUpTo(code, open))
  )
}

const NEAR = 300
