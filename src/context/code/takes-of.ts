import type { Draft } from './draft.ts'
import { noteReference } from './note-reference.ts'
import { endOf, type ImportDraft, lineOf, placeOf, type Reading, startOf, textOf } from './reading.ts'
import { type DefinitionKind, definitionKinds, type ReferenceKind, referenceKinds } from './tags.ts'

/** Takes what the capture in hand says. */
export type Take = (reading: Reading) => void

/** What is to be done with a capture, by the number of its name. Null for one that only the query itself needs. */
export function takesOf(names: readonly string[]): readonly (Take | null)[] {
  const known = remembered.get(names)
  if (known !== undefined) return known
  const takes = names.map((name) => TAKES[name] ?? null)
  remembered.set(names, takes)
  return takes
}

const remembered = new WeakMap<readonly string[], readonly (Take | null)[]>()

function takeReference(kind: ReferenceKind): Take {
  return (reading) => {
    const start = startOf(reading)
    if (start === reading.knownAt) return
    reading.knownAt = start
    const name = nameOf(reading)
    if (name === '' || reading.language.ignores?.({ name, kind }) === true) return
    const isMember = isMemberAt(reading.source, { kind, at: start })
    noteReference(reading, { name, kind, isMember, line: lineOf(reading) })
  }
}

/** What stands before a member: `.`, `->`, `::`, and in Lua `:`, where others put that between a name and its type. */
function isMemberAt(source: string, { kind, at }: { kind: ReferenceKind; at: number }): boolean {
  const last = source.charAt(at - 1)
  if (last !== '.' && last !== '>' && last !== ':') return false
  const before = source.charAt(at - 2)
  if (last === '.') return before !== '.'
  if (last === '>') return before === '-'
  return before === ':' || (kind === 'call' && /[\w)\]]/.test(before))
}

/** What stands in a body has no definitions of its own, and says nothing of the one that it is the body of. */
function unlessLocal(take: (reading: Reading, inside: Draft | null) => void): Take {
  return (reading) => {
    const start = startOf(reading)
    if (start < reading.localUntil) return
    const { open } = reading
    let inside = open.at(-1)
    while (inside !== undefined && inside.end <= start) {
      open.pop()
      inside = open.at(-1)
    }
    take(reading, inside ?? null)
  }
}

/** What a capture says about the definition that it lies in. */
function ofDefinition(take: (reading: Reading, draft: Draft) => void): Take {
  return unlessLocal((reading, inside) => {
    if (inside !== null) take(reading, inside)
  })
}

/** What was open to others until its name was said again. */
function hide(reading: Reading, parent: Draft | null): void {
  const name = nameOf(reading)
  for (const draft of reading.drafts)
    if (draft.names.includes(name) && draft.parent === parent) draft.isHidden = true
}

/** Nothing can be called `_`. */
function takeName(kind: DefinitionKind | null): (reading: Reading, draft: Draft) => void {
  return (reading, draft) => {
    const name = nameOf(reading)
    reading.knownAt = startOf(reading)
    if (draft.isBlock || name === '' || name === '_' || draft.names.includes(name)) return
    // What is in a body is named there, even if nobody can tell what it is.
    if (draft.names.length > 0 && draft.bodyAt !== null && !VALUES.has(draft.kind)) return
    if (draft.names.length === 0 && kind !== null) draft.kind = kind
    draft.names.push(name)
    // In `int x = 1, y = 2` what seemed to be the body of it all is that of the first.
    draft.bodyAt = null
  }
}

/** One node may be captured by several patterns. The first says what it is. */
function openDraft(kind: DefinitionKind | null): (reading: Reading, last: Draft | null) => void {
  return (reading, last) => {
    const node = placeOf(reading)
    if (last?.node.id === node.id) return
    const unnamed = last?.names.length === 0 ? last : null
    const draft: Draft = {
      kind: kind ?? 'module',
      isBlock: kind === null,
      isInBlock: last?.isBlock === true,
      node,
      end: node.endIndex,
      isInExport: node.startIndex < reading.exportedUntil,
      wrapper: unnamed !== null && mayWrap(unnamed, { kind, startIndex: node.startIndex }) ? unnamed : null,
      // What stands in the type of a value is beside the value.
      parent: unnamed !== null && VALUES.has(unnamed.kind) ? unnamed.parent : last,
      names: [],
      holder: null,
      bodyAt: null,
      asides: [],
      doc: reading.nextDoc,
      isPublic: last?.isBlock === true && last.isPublic,
      isHidden: last?.hidesRest === true || unnamed?.isHidden === true,
      hidesRest: false,
    }
    reading.nextDoc = null
    reading.drafts.push(draft)
    reading.open.push(draft)
  }
}

/** But not what stands in the body of a type that has no name: that is beside the name. */
function mayWrap(
  { kind, isBlock, bodyAt, asides }: Draft,
  inner: { kind: DefinitionKind | null; startIndex: number },
): boolean {
  const isAside = (asides.at(-1)?.endIndex ?? 0) > inner.startIndex
  return !isBlock && kind === inner.kind && bodyAt === null && !isAside
}

const VALUES: ReadonlySet<DefinitionKind> = new Set(['property', 'constant', 'variable'])

/** `import a, b` imports from two places. */
function takeSpecifier(
  imports: ImportDraft[],
  { specifier, line }: { specifier: string; line: number },
): void {
  const last = imports.at(-1)
  if (last === undefined) return
  if (last.specifier === null) last.specifier = specifier
  else imports.push({ ...last, specifier, line, names: [] })
}

function nameOf(reading: Reading): string {
  const text = unquote(textOf(reading))
  return reading.language.nameOf?.(text) ?? text
}

/** Angle brackets stay: they say that a header is none of the repository's own. */
function unquote(text: string): string {
  const isQuoted =
    text.length > 1 && QUOTES.includes(text.charAt(0)) && QUOTES.includes(text.charAt(text.length - 1))
  return isQuoted ? text.slice(1, -1) : text
}

const QUOTES = '"\'`'

/** See `Language.query` for what each of them is. */
const TAKES: Readonly<Record<string, Take>> = {
  ...Object.fromEntries(referenceKinds.map((kind) => [`ref.${kind}`, takeReference(kind)])),
  ...Object.fromEntries(definitionKinds.map((kind) => [`def.${kind}`, unlessLocal(openDraft(kind))])),
  block: unlessLocal(openDraft(null)),
  skip: (reading) => {
    reading.knownAt = startOf(reading)
  },
  local: (reading) => {
    reading.localUntil = Math.max(reading.localUntil, endOf(reading))
  },
  exported: unlessLocal((reading) => {
    reading.exportedUntil = endOf(reading)
  }),
  'exported.name': unlessLocal((reading) => {
    reading.exportedNames.add(textOf(reading))
  }),
  module: unlessLocal((reading) => {
    reading.module ??= textOf(reading)
  }),
  'module.inner': unlessLocal((reading) => {
    reading.module = `${reading.module}.${textOf(reading)}`
  }),
  'doc.next': unlessLocal((reading) => {
    reading.nextDoc = placeOf(reading)
  }),
  'hidden.name': unlessLocal(hide),
  name: ofDefinition(takeName(null)),
  'name.function': ofDefinition(takeName('function')),
  'name.method': ofDefinition(takeName('method')),
  'kind.mixin': ofDefinition((_reading, draft) => {
    draft.kind = 'mixin'
  }),
  holder: ofDefinition((reading, draft) => {
    draft.holder ??= nameOf(reading)
    reading.knownAt = startOf(reading)
  }),
  // The innermost: a function that is the value of a constant begins after its parameters.
  body: ofDefinition((reading, draft) => {
    draft.bodyAt = startOf(reading)
  }),
  aside: ofDefinition((reading) => {
    const place = placeOf(reading)
    for (const { bodyAt, asides } of reading.open) if (bodyAt === null) asides.push(place)
  }),
  doc: ofDefinition((reading, draft) => {
    draft.doc ??= placeOf(reading)
  }),
  public: ofDefinition((_reading, draft) => {
    draft.isPublic = true
  }),
  hidden: ofDefinition((_reading, draft) => {
    draft.isHidden = true
  }),
  'hidden.after': ofDefinition((_reading, draft) => {
    draft.hidesRest = true
  }),
  'public.after': ofDefinition((_reading, draft) => {
    draft.hidesRest = false
  }),
  import: (reading) => {
    reading.imports.push({ text: textOf(reading), line: lineOf(reading), specifier: null, names: [] })
  },
  'import.path': (reading) => {
    const text = textOf(reading)
    if (reading.paths.has(text)) return
    reading.paths.add(text)
    reading.imports.push({ text, line: lineOf(reading), specifier: null, names: [] })
  },
  'import.from': (reading) => {
    takeSpecifier(reading.imports, { specifier: unquote(textOf(reading)), line: lineOf(reading) })
  },
  'import.name': (reading) => {
    reading.imports.at(-1)?.names.push(textOf(reading))
  },
  'import.default': ({ imports }) => {
    imports.at(-1)?.names.push('default')
  },
  'import.all': ({ imports }) => {
    imports.at(-1)?.names.push('*')
  },
}
