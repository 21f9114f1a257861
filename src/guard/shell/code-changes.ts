import { codeListing } from './code-listing.ts'
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
  const byModule = words[0]?.text === '-m' ? moduleChanges(words.slice(1)) : null
  if (byModule !== null) return byModule
  if (words.length > 0 && words.every(({ text }) => /^(-v|-V|--version|-h|--help)$/.test(text))) return []
  const { operands, has, valuesOf } = readOptions(words, options)
  const told = valuesOf(...options)
  const isHeard = told.length === 0 && (operands.length === 0 || operands[0]?.text === '-')
  const codes = (isHeard ? heard.filter(isSaid) : told).map(({ text }) => text)
  const isInPlace = has('i') && ['perl', 'ruby'].includes(name)
  if (isInPlace) return [...codes.map(asText), { kind: 'anything' }]
  if (codes.length === 0) return [{ kind: 'unknown' }]
  return codes.every(codeReads)
    ? []
    : [...codes.map(asText), ...codes.flatMap(codeListing), { kind: 'anything' }]
}

function asText(code: string): Deed {
  return { kind: 'text', text: joinedTexts(code) }
}

/** `python -m tarfile -e archive folder`, and the same of `zipfile`. Null for a module that is like any program. */
function moduleChanges([module, ...words]: readonly Value[]): readonly Deed[] | null {
  if (module?.text === 'json.tool' && words.length <= 1) return []
  if (!/^(?:tarfile|zipfile)$/.test(module?.text ?? '')) return null
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
