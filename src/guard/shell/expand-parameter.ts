import { segmentPattern } from '../segment-pattern.ts'
import { isSaid, type Value } from './value.ts'

export type Parameter = { readonly name: string; readonly operation: string }

export type Scope = {
  readonly variables: ReadonlyMap<string, readonly Value[]>
  /** What a text inside of the braces may come to. */
  readonly inner: (text: string) => readonly Value[]
}

/** What `${name…}` may come to; nothing where nobody can know. */
export function expandParameter({ name, operation }: Parameter, scope: Scope): readonly Value[] {
  const known = valuesOf(name, scope)
  const instead = /^:?[-=+?](.*)$/s.exec(operation)
  // Whether it is set, and therefore which of the two stands there, may hang on more than this command.
  if (instead !== null) return [...known, ...scope.inner(instead[1] ?? '')]
  if (operation === '') return known
  const change = changeOf(operation, scope)
  // Of what is found, `${f#./}` is the same file.
  return known.flatMap((value) =>
    isSaid(value)
      ? change(value.text).map((text) => ({ text, isGlob: value.isGlob || /[*?[]/.test(text) }))
      : [value],
  )
}

function valuesOf(name: string, { variables }: Scope): readonly Value[] {
  if (name.startsWith('!')) {
    const names = variables.get(name.slice(1)) ?? []
    return names.flatMap(({ text }) => variables.get(text) ?? [])
  }
  const plain = name.replace(/\[[@*]\]$/, '')
  return variables.get(plain) ?? variables.get(plain.replace(/\[.*$/, '')) ?? []
}

type TextChange = (text: string) => readonly string[]

function changeOf(operation: string, { inner }: Scope): TextChange {
  const texts = (text: string) => inner(text).map((value) => value.text)
  const replaced = /^\/([/#%]?)((?:\\.|[^/\\])*)(?:\/(.*))?$/s.exec(operation)
  if (replaced !== null) {
    const [, where = '', pattern = '', other = ''] = replaced
    return (text) => texts(other).map((one) => replace(text, { where, pattern, other: one }))
  }
  const cut = /^(##?|%%?)(.*)$/s.exec(operation)
  if (cut !== null) return (text) => texts(cut[2] ?? '').flatMap((glob) => cuts(text, cut[1] ?? '', glob))
  const slice = /^:\s*(-?\d+)(?::(-?\d+))?$/.exec(operation)
  if (slice !== null) {
    const [from, length] = [Number(slice[1]), slice[2] === undefined ? undefined : Number(slice[2])]
    return (text) => {
      const rest = text.slice(from)
      return [length === undefined ? rest : rest.slice(0, length)]
    }
  }
  // Letters count the same in either case, so that what changes case, quotes or nothing at all leaves a text as it is.
  return (text) => [text]
}

type Replacing = { readonly where: string; readonly pattern: string; readonly other: string }

function replace(text: string, { where, pattern, other }: Replacing): string {
  const plain = pattern.replaceAll(/\\(.)/g, '$1')
  if (!/[*?[]/.test(pattern)) {
    if (where === '/') return text.replaceAll(plain, () => other)
    if (where === '#') return text.startsWith(plain) ? other + text.slice(plain.length) : text
    if (where === '%') return text.endsWith(plain) ? text.slice(0, text.length - plain.length) + other : text
    return text.replace(plain, () => other)
  }
  const lengths = spans(text, pattern)
  const [first] = where === '#' ? lengths.filter(({ from }) => from === 0) : lengths
  return first === undefined ? text : text.slice(0, first.from) + other + text.slice(first.to)
}

/** What is left when the shortest or the longest start or end that a pattern finds is cut off. */
function cuts(text: string, sign: string, glob: string): readonly string[] {
  const found = spans(text, glob)
  const left = sign.startsWith('#')
    ? found.filter(({ from }) => from === 0).map(({ to }) => text.slice(to))
    : found.filter(({ to }) => to === text.length).map(({ from }) => text.slice(0, from))
  return left.length === 0 ? [text] : left
}

type Span = { readonly from: number; readonly to: number }

/** Every part of a short text that a simple pattern matches: what takes long to tell apart is left as it is. */
function spans(text: string, glob: string): readonly Span[] {
  if (text.length > 60 || glob.length > 60 || glob.split('*').length > 3) return []
  const pattern = segmentPattern(glob)
  const found: Span[] = []
  for (let from = 0; from <= text.length; from++)
    for (let to = text.length; to >= from; to--)
      if (pattern.test(text.slice(from, to))) found.push({ from, to })
  return found
}
