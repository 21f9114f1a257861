import { codeReads } from './code-reads.ts'
import { type Call, type Deed, UNSEEN } from './deed.ts'
import { readOptions } from './read-options.ts'
import { isSaid, plain, type Value } from './value.ts'

/** Programs that run code, and the options by which they are given it. */
const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  python: ['c'],
  python2: ['c'],
  python3: ['c'],
  node: ['e', 'p', 'eval', 'print'],
  nodejs: ['e', 'p', 'eval', 'print'],
  bun: ['e', 'eval'],
  ruby: ['e'],
  perl: ['e', 'E'],
  php: ['r'],
  lua: ['e'],
}

export function isInterpreter(name: string): boolean {
  return languageOf(name) !== null
}

function languageOf(name: string): readonly string[] | null {
  const plain = name.replace(/^(python[23]?)[.\d]*$/, '$1')
  return Object.hasOwn(INTERPRETERS, plain) ? (INTERPRETERS[plain] ?? null) : null
}

/** Code that can be seen counts by what it says; a script that lies somewhere is a command like any other. */
export function codeChanges({ name, words, heard }: Call): readonly Deed[] {
  const options = languageOf(name) ?? []
  const [first, second] = words.map(({ text }) => text)
  if (first === '-m' && second === 'json.tool' && words.length <= 3) return []
  if (first === '-m' && (second === 'tarfile' || second === 'zipfile')) return moduleChanges(words.slice(2))
  if (words.length > 0 && words.every(({ text }) => /^(-v|-V|--version|-h|--help)$/.test(text))) return []
  const { operands, has, valuesOf } = readOptions(words, options)
  const told = valuesOf(...options)
  const isHeard = told.length === 0 && (operands.length === 0 || operands[0]?.text === '-')
  const codes = (isHeard ? heard.filter(isSaid) : told).map(({ text }) => text)
  const isInPlace = has('i') && ['perl', 'ruby'].includes(name)
  if (codes.length > 0 && !isInPlace && codes.every(codeReads)) return []
  if (codes.length === 0 && !isInPlace) return [{ kind: 'unknown' }]
  return [...codes.map((text): Deed => ({ kind: 'text', text: joinedTexts(text) })), { kind: 'anything' }]
}

/** `python -m tarfile -e archive folder`, and the same of `zipfile`. */
function moduleChanges(words: readonly Value[]): readonly Deed[] {
  const [option, from, to = plain('.')] = words
  if (option === undefined || from === undefined) return []
  if (/^(-e|--extract)$/.test(option.text)) return [{ kind: 'unpack', from, to }]
  return /^(-c|--create)$/.test(option.text)
    ? [{ kind: 'path', at: from, reach: 'file', content: UNSEEN }]
    : []
}

/** `'a' + 'b'` says `'ab'`. */
function joinedTexts(code: string): string {
  return code.replaceAll(/(['"`])\s*\+?\s*\1/g, '')
}
