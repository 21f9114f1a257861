import type { Brackets } from '../text/pair-brackets.ts'
import { squeezed } from '../text/squeezed.ts'
import type { Row, Table, TestFile } from './test-file.ts'

type Reading = { readonly file: TestFile; readonly brackets: Brackets }

export function readTables(file: TestFile, brackets: Brackets): Table[] {
  const reading = { file, brackets }
  const lists = listsIn(reading).flatMap(({ name, open }): Table[] => {
    const rows = rowsIn(reading, open)
    return rows === null ? [] : [{ test: name === '' ? file.testAt(open) : null, name, at: open, rows }]
  })
  const known = lists.filter(({ test, name }) => test !== null || name !== '')
  return [...known, ...templatesIn(file), ...attributesIn(file)]
}

type List = { readonly name: string; readonly open: number }

function listsIn({ file, brackets }: Reading): List[] {
  const { code, bare } = file.source
  const isRunOver = namesRunOver(bare)
  const isRanged = rangesIn(code)
  const found: List[] = []
  for (const match of OPENERS.flatMap((shape) => [...code.matchAll(shape)])) {
    const open = match.index + match[0].length - 1
    const name = match.groups?.['name'] ?? ''
    if (name !== '' && !isRunOver.has(name)) continue
    if (/^(?:\[\]|map\[)/.test(match[0]) && !isRanged(match.index)) continue
    found.push({
      name,
      open: match.groups?.['go'] === undefined ? open : behindType({ code, brackets, open }),
    })
  }
  for (const match of code.matchAll(/[\])]\s*\.(?:each|forEach)\b/g)) {
    const open = brackets.partner(match.index)
    if (open !== -1 && code[open] === '[') found.push({ name: '', open })
  }
  const lists = found.filter(({ open }) => open !== -1)
  const places = new Map(lists.map((list) => [list.open, list]))
  // A list in a row of another is a part of that row.
  const isInRow = insideOf(lists.map(({ open }) => ({ open, close: brackets.partner(open) })))
  return [...places.values()].filter(({ open }) => !isInRow(open))
}

/** Says of an opening bracket whether it stands between those of another. */
function insideOf(pairs: readonly { open: number; close: number }[]): (open: number) => boolean {
  const inOrder = pairs.toSorted((one, other) => one.open - other.open)
  const inside = new Set<number>()
  let end = -1
  for (const { open, close } of inOrder) {
    if (open < end) inside.add(open)
    end = Math.max(end, close)
  }
  return (open) => inside.has(open)
}

/** What stands in front of a list of rows, with its bracket. */
const OPENERS: readonly RegExp[] = [
  /\bparametrize\s*\(\s*(?:\[[^\]]*\]|\([^)]*\)|"[^"]*"|'[^']*'|[\w.]+)\s*,\s*(?:argvalues\s*=\s*)?[[(]|\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:each|for)\s*(?:<[^()]*>)?\(\s*\[|\bof\s+\[|@ValueSource\s*\(\s*\w+\s*=\s*\{|@CsvSource\s*\(\s*(?:value\s*=\s*)?\{|->with\s*\(\s*\[|(?<go>\[\]struct\s*\{|\bmap\[string\]struct\s*\{)|\[\]\*?[\w.]+\{(?=\s*\{)|\bmap\[string\][\w.]+\{/gm,
  /^(?:export\s+)?(?:const|let|var)\s+(?<name>[\w$]+)[^=\n]*=\s*\[/gm,
  /^(?<name>[A-Za-z_]\w*)\s*=\s*\[/gm,
  /\bfunction\s+(?<name>\w+)\s*\(\s*\)[^{;]*\{\s*return\s*\[/gm,
  /\bStream<[^{};()]*>\s+(?<name>\w+)\s*\(\s*\)\s*\{\s*return\s+Stream\.of\s*\(/gm,
]

/** The names of lists that tests are run over, and other words. */
function namesRunOver(text: string): Set<string> {
  const all = [text.matchAll(RUN_OVER), text.matchAll(EACH_OF), ...parametrized(text)]
  return new Set(all.flatMap((some) => [...some].map(([, name = '']) => name)))
}

const RUN_OVER =
  /(?:\.(?:each|for)\s*\(\s*|\bof\s+|\bin\s+|[dD]ataProvider[\s('"]+|MethodSource\s*\(\s*")(?=([\w$]+))/g
const EACH_OF = /(?<![\w$.])([\w$]+)\.forEach\b/g

/** Behind any comma of a line. */
function parametrized(text: string): RegExpStringIterator<RegExpExecArray>[] {
  return [...text.matchAll(/\bparametrize\s*\([^\n]*(?:(?<=,[^\S\n]*)\s*[\w$]+)?/g)].map(([line]) =>
    line.matchAll(/,\s*([\w$]+)/g),
  )
}

/** Says of a list of Go whether a loop goes over it, so that it is not what is expected of something. */
function rangesIn(code: string): (at: number) => boolean {
  const last = new Map([...code.matchAll(/\brange (\w+)/g)].map(({ index, 1: name = '' }) => [name, index]))
  return (at) => {
    const near = code.slice(Math.max(0, at - 200), at)
    const line = near.slice(near.lastIndexOf('\n') + 1)
    const name = /\b(\w+)\s*:?=\s*$/.exec(line)?.[1]
    return (name !== undefined && (last.get(name) ?? -1) >= at) || /\brange\s*$/.test(line)
  }
}

/** A list of Go whose type is written out: its items come in the braces behind. */
function behindType({ code, brackets, open }: { code: string; brackets: Brackets; open: number }): number {
  const close = brackets.partner(open)
  return close !== -1 && code[close + 1] === '{' ? close + 1 : -1
}

/** The items between brackets; null where they are not all written there. */
function rowsIn({ file: { source }, brackets }: Reading, open: number): Row[] | null {
  const close = brackets.partner(open)
  if (close === -1) return null
  const rows: Row[] = []
  let from = open + 1
  for (let at = from; at <= close; at++) {
    const partner = at < close ? brackets.partner(at) : -1
    if (partner > at) at = partner
    else if (source.code[at] === ',' || at === close) {
      const text = source.bare.slice(from, at).trim()
      if (/^(?:\.\.\.|\*)|\bfor\b[^"'`]*\bin\b/.test(text)) return null
      if (text !== '') rows.push(rowOf(text))
      from = at + 1
    }
  }
  return rows
}

function rowOf(text: string): Row {
  const isSkipped = /\bmarks\s*=[^\n]*\b(?:skip|xfail)\b/.test(text)
  const inner = text
    .replaceAll(/(?:,\s*)?\b(?:marks|id)\s*=\s*(?:\[[^\]]*\]|"[^"]*"|'[^']*'|[\w.]+(?:\([^()]*\))?)/g, '')
    .replace(/^(?:pytest\.)?param\s*\(([\s\S]*)\)$/, '$1')
    .replace(/^\(([\s\S]*)\)$/, '$1')
    .replace(/,\s*$/, '')
  return { key: squeezed(inner), text, isSkipped }
}

/** Tables that are drawn: a line of names, and a line for each row. */
function templatesIn(file: TestFile): Table[] {
  return [...file.source.code.matchAll(/\.each\s*(?:<[^<>()]*>)?`/g)].flatMap((match): Table[] => {
    const at = match.index + match[0].length
    const text = file.source.bare.slice(at, file.source.code.indexOf('`', at))
    const [, ...lines] = text.split('\n').filter((line) => line.trim() !== '')
    const test = file.testAt(match.index)
    return test === null ? [] : [{ test, name: '', at, rows: lines.map((line) => rowOf(line.trim())) }]
  })
}

/** Rows that are attributes of the test. */
function attributesIn({ source, tests }: TestFile): Table[] {
  return tests.flatMap((test): Table[] => {
    const found = [...source.bare.slice(test.from, test.to).matchAll(ATTRIBUTES)]
    const rows = found.map(([text, inner = '']) => ({ key: squeezed(inner), text, isSkipped: false }))
    const at = test.from + (found[0]?.index ?? 0)
    return found.length === 0 ? [] : [{ test, name: '', at, rows }]
  })
}

const ATTRIBUTES =
  /(?:#\[\s*(?:rstest::)?(?:case(?:::\w+)?|test_case)|\[\s*(?:InlineData|TestCase|DataRow)|#\[\s*TestWith)\s*\((.*?)\)\s*\]/g
