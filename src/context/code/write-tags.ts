import { type Outline, outline } from './outline.ts'
import { type Definition, NO_TAGS, type Reference, type Tags } from './tags.ts'
import { readWay } from './way-of.ts'

/**
 * What parsing found in a file as a text of three lines, each of them JSON: what a graph is made of, the definitions, and the
 * lines that names are used in. The last two are most of it, and asked for in a few files only.
 */
export function writeTags({ imports, module, ...rest }: Tags): string {
  const head: Head = { imports, module, ...outline(rest) }
  const lines = rest.references.map((reference) => reference.lines)
  return [head, rest.definitions, lines].map((part) => JSON.stringify(part)).join('\n')
}

type Head = Pick<Tags, 'imports' | 'module'> & Outline

/** Such a text, as it is or in UTF-8: so it comes from a thread without being copied, and goes to the disk as it came. */
export type WrittenTags = string | Uint8Array

export function textOfTags(written: WrittenTags): string {
  return typeof written === 'string' ? written : bufferOf(written).toString('utf8')
}

export function bytesOfTags(written: WrittenTags): Uint8Array {
  return typeof written === 'string' ? Buffer.from(written) : written
}

/** Takes such a text apart. Definitions and references are read when somebody asks for them. Names are handed through `once`. */
export function readTags(written: WrittenTags, once: (name: string) => string): Tags {
  const { head: headText, definitionsText, definitionsBytes, linesText } = linesIn(written)
  const { imports, module, ...head } = JSON.parse(headText) as Head
  const own: Outline = {
    ...head,
    standing: head.standing.map(once),
    members: head.members.map(once),
    hidden: head.hidden.map(once),
    used: head.used.map(once),
  }
  let definitions: readonly Definition[] | null = null
  let references: readonly Reference[] | null = null
  const tags: Tags = {
    get definitions() {
      definitions ??= JSON.parse(definitionsText()) as Definition[]
      return definitions
    },
    get references() {
      references ??= referencesIn(own, JSON.parse(linesText()) as Reference['lines'][])
      return references
    },
    imports,
    module,
  }
  known.set(tags, { outline: own, definitionsBytes })
  return tags
}

type Lines = {
  readonly head: string
  readonly definitionsText: () => string
  readonly definitionsBytes: () => Uint8Array
  readonly linesText: () => string
}

/** JSON has no line of its own in it, and so the first two ends are those of its parts, in UTF-8 as well. */
function linesIn(written: WrittenTags): Lines {
  const all = typeof written === 'string' ? written : bufferOf(written)
  const first = all.indexOf('\n')
  const second = all.indexOf('\n', first + 1)
  const part = (from: number, to?: number) =>
    typeof all === 'string' ? all.slice(from, to) : all.toString('utf8', from, to)
  const definitionsText = () => part(first + 1, second)
  return {
    head: part(0, first),
    definitionsText,
    definitionsBytes: () =>
      typeof all === 'string' ? Buffer.from(definitionsText()) : all.subarray(first + 1, second),
    linesText: () => part(second + 1),
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function referencesIn({ used, ways }: Outline, lines: readonly Reference['lines'][]): Reference[] {
  return used.map((name, at) => ({ name, ...readWay(ways[at] ?? 0), lines: lines[at] ?? [] }))
}

type Known = { readonly outline: Outline; readonly definitionsBytes: () => Uint8Array }

/** What need not be made of tags that were read from a text. */
const known = new WeakMap<Tags, Known>([
  [NO_TAGS, { outline: outline(NO_TAGS), definitionsBytes: () => Buffer.from('[]') }],
])

export function outlineOf(tags: Tags): Outline {
  return known.get(tags)?.outline ?? outline(tags)
}

/** As JSON, in UTF-8. */
export function definitionsBytesOf(tags: Tags): Uint8Array {
  return known.get(tags)?.definitionsBytes() ?? Buffer.from(JSON.stringify(tags.definitions))
}
