import { lineFrom, lineUpTo } from '../text/line-up-to.ts'
import { bracesAround, enclosingLines } from './enclosing.ts'
import type { Reading } from './test-file.ts'

/** Whether what fails in the block at a place comes to nothing: it is caught and not told, or another way out is taken. */
export function swallows(reading: Reading, at: number): boolean {
  const clauses = reading.language.depth === 'indent' ? clausesBelow(reading, at) : clausesBehind(reading, at)
  if (clauses.some((clause) => clause.word === 'last' && isLeft(reading, clause))) return true
  // What is done where nothing was thrown may be to fail.
  return (
    !clauses.some(({ word }) => word === 'else') &&
    clauses.some(
      ({ word, head, from, to }) =>
        word === 'catch' && catchesAll(head) && isSilent(reading.source.bare.slice(from, to)),
    )
  )
}

type Clause = {
  readonly word: 'catch' | 'last' | 'else'
  readonly head: string
  readonly from: number
  readonly to: number
}

/** What follows the braces of a `try`, or of Swift's `do`. */
function clausesBehind({ source: { bare, code }, brackets }: Reading, open: number): Clause[] {
  const clauses: Clause[] = []
  if (!/\b(?:try|do)\s*(?:\([^{}]*\)\s*)?$/.test(code.slice(Math.max(0, open - NEAR), open))) return clauses
  for (let end = brackets.partner(open); end !== -1; ) {
    const [found = '', word = ''] = /^\s*(catch|finally)\b/.exec(code.slice(end + 1, end + NEAR)) ?? []
    if (found === '') break
    const head = end + 1 + found.length
    let from = head
    while (from < head + NEAR && code[from] !== '{')
      from = (code[from] === '(' ? Math.max(from, brackets.partner(from)) : from) + 1
    const to = brackets.partner(from)
    if (to === -1) break
    clauses.push({
      word: word === 'catch' ? 'catch' : 'last',
      head: bare.slice(head, from),
      from: from + 1,
      to,
    })
    end = to
  }
  return clauses
}

const NEAR = 300

/** What follows at the depth of a line: Python's `except`, Ruby's `rescue`. */
function clausesBelow({ source: { bare, code }, lines }: Reading, at: number): Clause[] {
  const own = lines.indentOf(at)
  const clauses: Clause[] = []
  let open: Omit<Clause, 'to'> | null = null
  for (let line = code.indexOf('\n', at) + 1; line > 0; line = code.indexOf('\n', line) + 1) {
    const indent = lines.indentOf(line)
    if (indent === -1 || indent > own) continue
    if (open !== null) clauses.push({ ...open, to: line })
    const found = indent === own ? CLAUSE.exec(code.slice(line, line + NEAR)) : null
    if (found === null) return clauses
    const from = line + found[0].length
    open = { word: wordOf(found[0]), head: bare.slice(line, from).replace(/^\s*\w+/, ''), from }
  }
  return open === null ? clauses : [...clauses, { ...open, to: code.length }]
}

const CLAUSE =
  /^[ \t]*(?:(?:except\b[^\n]*?|finally\s*|else\s*):(?=\s|$)|rescue\b[^\n;]*|(?:ensure|else)\b(?!\s*:))/

/** Which of the three a clause that stands at the depth of a line is. */
function wordOf(head: string): Clause['word'] {
  if (/^\s*(?:except|rescue)/.test(head)) return 'catch'
  return /^\s*else/.test(head) ? 'else' : 'last'
}

/** Whether a failed assertion is among what is caught: where no type is named, or one that it is of. */
function catchesAll(head: string): boolean {
  const types = [...head.matchAll(/\b[A-Z]\w*/g)].map(([type]) => type)
  return types.length === 0 || types.some((type) => WIDE.test(type))
}

const WIDE =
  /^(?:Throwable|Exception|BaseException|StandardError|Error|\w*Assert(?:ion)?(?:Error|Failed\w*|Exception|Failure\w*)?|Expectation\w*|XunitException)$/

/** Whether nothing is done there but to print, or to go. */
export function isSilent(body: string): boolean {
  return SILENT.test(body.replaceAll(PRINTS, ''))
}

const PRINTS =
  /(?<![\w.])(?:console\.\w+|print|println!?|eprintln!|log(?:ger|ging)?\.\w+|LOG\.\w+|System\.(?:out|err)\.print\w*|\w+\.printStackTrace|traceback\.print_exc|puts|echo|Console\.WriteLine|Debug\.WriteLine)\s*\([^{}\n]*\)/g
const SILENT =
  /^\s*(?:(?:end\b|pass\b|\.\.\.|nil\b|null\b|None\b|[Tt]rue\b|0\b|:ok\b|(?:return|break|continue|next)\b(?![^\n]*(?:fail|reject|throw|raise|error\())[ \t]*(?:void 0|[\w$.:'"-]*(?:\(\s*\))?|\[\s*\]|\{\s*\}))\s*;?\s*|;\s*)*$/

/** Whether the last clause has a way out, so that what was thrown is forgotten. */
function isLeft(reading: Reading, clause: Clause): boolean {
  const { code } = reading.source
  return [
    ...code.slice(clause.from, clause.to).matchAll(/\b(?:return|break|continue|next)\b(?!\s*[(=.:])/g),
  ].some(({ index }) => isDirectlyIn(reading, { clause, at: clause.from + index }))
}

/** Whether only conditions are between a clause and a place: what leaves a loop or a function inside stays in the clause. */
function isDirectlyIn(
  { source: { code }, brackets, lines, language }: Reading,
  { clause: { from }, at }: { clause: Clause; at: number },
): boolean {
  const before = lineUpTo(code, at)
  if (language.depth === 'indent')
    return (
      /(?:^\s*|[:;]\s*)$/.test(before) &&
      enclosingLines({ lines, from, at }).every((line) =>
        /^\s*(?:if|elif|elsif|else|unless|with|try|except|begin|rescue)\b/.test(lineFrom(code, line)),
      )
    )
  return (
    !/\b(?:for|while)\b/.test(before) &&
    bracesAround({ code, brackets, from, at }).every((open) =>
      /(?:\b(?:if|catch)\b[^{};]*|\b(?:else|try|finally)\s*|[;{}]\s*)$/.test(
        code.slice(Math.max(0, open - NEAR), open),
      ),
    )
  )
}
