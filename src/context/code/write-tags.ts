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

/** Takes such a text apart. Definitions and references are read when somebody asks for them. Names are handed through `once`. */
export function readTags(text: string, once: (name: string) => string): Tags {
  const first = text.indexOf('\n')
  const second = text.indexOf('\n', first + 1)
  const { imports, module, ...head } = JSON.parse(text.slice(0, first)) as Head
  const own: Outline = {
    ...head,
    standing: head.standing.map(once),
    members: head.members.map(once),
    hidden: head.hidden.map(once),
    used: head.used.map(once),
  }
  const definitionsText = () => text.slice(first + 1, second)
  let definitions: readonly Definition[] | null = null
  let references: readonly Reference[] | null = null
  const tags: Tags = {
    get definitions() {
      definitions ??= JSON.parse(definitionsText()) as Definition[]
      return definitions
    },
    get references() {
      references ??= referencesIn(own, JSON.parse(text.slice(second + 1)) as Reference['lines'][])
      return references
    },
    imports,
    module,
  }
  known.set(tags, { outline: own, definitionsText })
  return tags
}

function referencesIn({ used, ways }: Outline, lines: readonly Reference['lines'][]): Reference[] {
  return used.map((name, at) => ({ name, ...readWay(ways[at] ?? 0), lines: lines[at] ?? [] }))
}

type Known = { readonly outline: Outline; readonly definitionsText: () => string }

/** What need not be made of tags that were read from a text. */
const known = new WeakMap<Tags, Known>([
  [NO_TAGS, { outline: outline(NO_TAGS), definitionsText: () => '[]' }],
])

export function outlineOf(tags: Tags): Outline {
  return known.get(tags)?.outline ?? outline(tags)
}

/** As JSON. */
export function definitionsTextOf(tags: Tags): string {
  return known.get(tags)?.definitionsText() ?? JSON.stringify(tags.definitions)
}
