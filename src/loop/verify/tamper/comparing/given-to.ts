import { reachIn } from '../reading/reach-in.ts'
import type { TestCase, TestFile } from '../reading/test-file.ts'
import { splitStatements } from '../text/split-statements.ts'

export type Given = {
  /** What a test does up to its last assertion, but for asserting. */
  readonly own: readonly string[]
  /** What is done for it elsewhere: in hooks, in fixtures and functions that it names, and values that have a name. */
  readonly beside: readonly string[]
}

type Asking = {
  readonly test: TestCase
  readonly files: readonly TestFile[]
  /** The places of assertions that it might as well not have. */
  readonly extra: ReadonlySet<number>
}

/** What a test is given before it asserts, as statements. */
export function givenTo({ test, files, extra }: Asking): Given {
  const file = files.find(({ path }) => path === test.path)
  if (file === undefined) return { own: [], beside: [] }
  return { own: splitStatements(ownText({ file, test, extra })), beside: besideOf({ file, test, files }) }
}

type Placed = { readonly file: TestFile; readonly test: TestCase }

/** Without assertions, the tests inside, and rows: those are compared each in its own way. */
function ownText({ file, test, extra }: Placed & Pick<Asking, 'extra'>): string {
  const last = test.own.findLast(({ at }) => !extra.has(at))
  const end = last === undefined || OPENS.test(last.core) ? test.to : last.at + last.core.length
  const gaps = [
    ...test.assertions.map(({ at, core }) => ({ from: at, to: at + core.length })),
    ...file.tests.filter(({ from, to }) => test.from < from && to <= test.to),
    ...rowsIn({ file, test }),
  ]
  let text = file.source.bare.slice(test.from, end)
  for (const { from, to } of gaps) text = blanked(text, { from: from - test.from, to: to - test.from })
  const body = bodyIn(text, file)
  return file.path.endsWith('.go') ? body.replaceAll(CONDITIONS, '') : body
}

/** What asserts something of what follows in its block. */
const OPENS = /[:{]\s*$|\b(?:raises|warns|throws|assertRaises\w*|assertThrows)\b/

/** In Go those are assertions. */
const CONDITIONS = /^\s*(?:\} else )?if .*\{$/gm

type Gap = { readonly from: number; readonly to: number }

function rowsIn({ file, test }: Placed): Gap[] {
  return file.tables
    .filter((table) => table.test === test)
    .flatMap(({ at, rows }) =>
      rows.flatMap(({ text }) => {
        const from = file.source.bare.indexOf(text, at)
        return from === -1 ? [] : [{ from, to: from + text.length }]
      }),
    )
}

function blanked(text: string, { from, to }: Gap): string {
  return from < 0 || from >= text.length
    ? text
    : `${text.slice(0, from)}${text.slice(from, to).replaceAll(/[^\n]/g, ' ')}${text.slice(to)}`
}

/** Without its head, in which its name and its options are, and what follows behind it. */
function bodyIn(text: string, { language }: TestFile): string {
  if (language.depth === 'indent')
    return text
      .replaceAll(SAYINGS, '')
      .replace(/^(?:[ \t]*@[^\n]*\n|(?![ \t]*(?:async[ \t]+)?def\b)[^\n]*\n)*/, '')
      .replace(/^[^\n]*?def\s+\w+/, 'def')
  // Of a call, options may stand before the body.
  const called = text.search(/=>|\bfunction\b/)
  const from = called === -1 ? text.search(/\{|\bdo\b/) : called
  return text.slice(Math.max(0, from)).replace(/\}\s*,[^,{}()]*\)\s*$/, '')
}

/** What only tells people something. */
const SAYINGS = /^[ \t]*[rbu]?("""|''')[\s\S]*?\1[ \t]*$/gim

type Looking = Placed & Pick<Asking, 'files'>

function besideOf({ file, test, files }: Looking): string[] {
  const near = files.filter(({ path }) => path === file.path || /(?:^|\/)conftest\.py$/.test(path))
  const reach = reachIn(file)
  const hooks = file.hooks.filter(({ from }) => {
    const { from: start, to } = reach(from)
    return start <= test.from && test.to <= to && file.testAt(from) === null
  })
  const texts = hooks.map(({ from, to }) => bodyIn(file.source.bare.slice(from, to), file))
  const named = namedBy(near, [test.text, ...texts])
  return [...texts, ...named].flatMap(splitStatements)
}

/** Functions, fixtures and values by their names, and those that these name. */
function namedBy(near: readonly TestFile[], texts: readonly string[]): string[] {
  const defined = near.flatMap(definedIn)
  const found = new Set<string>()
  for (let depth = 0, asking = texts; depth < 2; depth++) {
    const next = defined
      .filter(({ name, text }) => !found.has(text) && isUsed(name, asking))
      .map(({ text }) => text)
    for (const text of next) found.add(text)
    asking = next
  }
  return [...found]
}

/** As a thing of its own, and not as a part of another. */
function isUsed(name: string, texts: readonly string[]): boolean {
  const use = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$]|\\s*:(?!=))`)
  return texts.some((text) => use.test(text))
}

function definedIn(file: TestFile): { readonly name: string; readonly text: string }[] {
  const { bare } = file.source
  const lists = new Set(file.tables.map(({ name }) => name))
  const isHook = (from: number) => file.hooks.some((hook) => hook.from === from)
  return [
    ...file.functions
      .filter(({ from }) => !isHook(from) && !isMethod(file, from))
      .map(({ name, from, to }) => ({ name, text: bodyIn(bare.slice(from, to), file) })),
    ...[...bare.matchAll(VALUES)]
      .map(({ 0: text, 1: name = '' }) => ({ name, text }))
      .filter(({ name }) => !lists.has(name)),
  ]
}

/** What belongs to something is called by no name of its own. */
function isMethod({ language, source: { bare } }: TestFile, from: number): boolean {
  const line = bare.slice(bare.lastIndexOf('\n', from - 1) + 1, from + 10)
  return /^func\s*\(/.test(line) || (language.depth === 'indent' && /^\s/.test(line))
}

/** What has a name outside of everything, in one line. */
const VALUES =
  /^(?:export\s+)?(?:(?:const|let|var|val|final|static)[ \t]+)?([A-Za-z_$][\w$]*)[ \t]*(?::[^=\n]*)?:?=(?![=>])(?![^\n]*=>)[^\n]*$/gm
