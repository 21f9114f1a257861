import type { Capture, Place } from './capture.ts'
import type { Draft } from './draft.ts'
import { finishDefinitions } from './finish-definitions.ts'
import type { Language } from './language.ts'
import type { DefinitionKind, Import, ReferenceKind, Tags } from './tags.ts'

export type Parsed = {
  readonly language: Language
  readonly source: string
  /** In the order of their beginnings, the outer before the inner: as a query gives them. */
  readonly captures: readonly Capture[]
}

/** Reads definitions, references and imports off the captures of a language's query. */
export function extractTags({ language, source, captures }: Parsed): Tags {
  const reading = startReading(language, source)
  for (const capture of captures) take(reading, capture)
  const { imports, references, module } = reading
  const found = imports.flatMap((draft) => finishImport(draft, language))
  for (const { names, line } of found)
    for (const name of names)
      if (name !== '*' && name !== 'default')
        note(references, { name, kind: 'import', isMember: false, line })
  return {
    definitions: finishDefinitions(reading),
    references: [...references.values()],
    imports: found,
    module,
  }
}

type ImportDraft = { readonly text: string; readonly line: number; specifier: string | null; names: string[] }

type Reading = {
  readonly language: Language
  readonly source: string
  readonly drafts: Draft[]
  /** Those that the next capture may lie in, the innermost last. */
  readonly open: Draft[]
  readonly imports: ImportDraft[]
  readonly references: Map<string, { name: string; kind: ReferenceKind; isMember: boolean; lines: number[] }>
  readonly exportedNames: Set<string>
  exportedUntil: number
  localUntil: number
  /** Where the last name began of which is known what it is for. */
  knownAt: number
  nextDoc: Place | null
  module: string | null
}

function startReading(language: Language, source: string): Reading {
  return {
    language,
    source,
    drafts: [],
    open: [],
    imports: [],
    references: new Map(),
    exportedNames: new Set(),
    exportedUntil: -1,
    localUntil: -1,
    knownAt: -1,
    nextDoc: null,
    module: null,
  }
}

function take(reading: Reading, { name, node }: Capture): void {
  if (name.startsWith('ref.')) takeReference(reading, { kind: name.slice(4) as ReferenceKind, node })
  else if (name.startsWith('import')) takeImport(reading, { name, node })
  else if (name === 'skip') reading.knownAt = node.startIndex
  else if (name === 'local') reading.localUntil = Math.max(reading.localUntil, node.endIndex)
  else if (node.startIndex >= reading.localUntil) takeOpen(reading, { name, node })
}

function takeOpen(reading: Reading, { name, node }: Capture): void {
  const { source, open } = reading
  while (open.length > 0 && (open.at(-1)?.end ?? 0) <= node.startIndex) open.pop()
  const inside = open.at(-1)
  if (name.startsWith('def.')) openDraft(reading, { kind: name.slice(4) as DefinitionKind, node })
  else if (name === 'block') openDraft(reading, { kind: null, node })
  else if (name === 'exported') reading.exportedUntil = node.endIndex
  else if (name === 'exported.name') reading.exportedNames.add(textOf(source, node))
  else if (name === 'module') reading.module ??= textOf(source, node)
  else if (name === 'module.inner') reading.module = `${reading.module}.${textOf(source, node)}`
  else if (name === 'doc.next') reading.nextDoc = node
  else if (name === 'hidden.name') hide(reading, { name: nameOf(reading, node), parent: inside })
  else if (inside !== undefined) takeInside(reading, { draft: inside, name, node })
}

function takeReference(reading: Reading, { kind, node }: { kind: ReferenceKind; node: Place }): void {
  if (node.startIndex === reading.knownAt) return
  reading.knownAt = node.startIndex
  const name = nameOf(reading, node)
  const isMember = isMemberAt(reading.source, { kind, at: node.startIndex })
  if (name !== '' && reading.language.ignores?.({ name, kind }) !== true)
    note(reading.references, { name, kind, isMember, line: lineOf(node) })
}

/** What stands before a member: `.`, `->`, `::`, and in Lua `:`, where others put that between a name and its type. */
function isMemberAt(source: string, { kind, at }: { kind: ReferenceKind; at: number }): boolean {
  const [before, last] = [source.charAt(at - 2), source.charAt(at - 1)]
  if (last === '.') return before !== '.'
  if (last === '>') return before === '-'
  return last === ':' && (before === ':' || (kind === 'call' && /[\w)\]]/.test(before)))
}

/** What was open to others until its name was said again. */
function hide({ drafts }: Reading, { name, parent }: { name: string; parent: Draft | undefined }): void {
  for (const draft of drafts)
    if (draft.names.includes(name) && draft.parent === (parent ?? null)) draft.isHidden = true
}

/** What a capture says about the definition that it lies in. */
function takeInside(reading: Reading, { draft, name, node }: Capture & { readonly draft: Draft }): void {
  switch (name) {
    case 'name':
      takeName(reading, { draft, kind: draft.kind, node })
      break
    case 'name.function':
    case 'name.method':
      takeName(reading, { draft, kind: name.slice(5) as DefinitionKind, node })
      break
    case 'holder':
      draft.holder ??= nameOf(reading, node)
      reading.knownAt = node.startIndex
      break
    case 'body':
      // The innermost: a function that is the value of a constant begins after its parameters.
      draft.bodyAt = node.startIndex
      break
    case 'aside':
      for (const { bodyAt, asides } of reading.open) if (bodyAt === null) asides.push(node)
      break
    case 'doc':
      draft.doc ??= node
      break
    case 'public':
      draft.isPublic = true
      break
    case 'hidden':
      draft.isHidden = true
      break
    case 'hidden.after':
      draft.hidesRest = true
      break
    case 'public.after':
      draft.hidesRest = false
      break
  }
}

/** Nothing can be called `_`. */
function takeName(
  reading: Reading,
  { draft, kind, node }: { draft: Draft; kind: DefinitionKind; node: Place },
): void {
  const name = nameOf(reading, node)
  reading.knownAt = node.startIndex
  if (draft.isBlock || name === '' || name === '_' || draft.names.includes(name)) return
  // What is in a body is named there, even if nobody can tell what it is.
  if (draft.names.length > 0 && draft.bodyAt !== null && !VALUES.has(draft.kind)) return
  if (draft.names.length === 0) draft.kind = kind
  draft.names.push(name)
  // In `int x = 1, y = 2` what seemed to be the body of it all is that of the first.
  draft.bodyAt = null
}

function takeImport({ source, imports }: Reading, { name, node }: Capture): void {
  switch (name) {
    case 'import':
      imports.push({ text: textOf(source, node), line: lineOf(node), specifier: null, names: [] })
      break
    case 'import.from':
      takeSpecifier(imports, { specifier: unquote(textOf(source, node)), line: lineOf(node) })
      break
    case 'import.name':
      imports.at(-1)?.names.push(textOf(source, node))
      break
    case 'import.default':
      imports.at(-1)?.names.push('default')
      break
    case 'import.all':
      imports.at(-1)?.names.push('*')
      break
  }
}

/** One node may be captured by several patterns. The first says what it is. */
function openDraft(reading: Reading, { kind, node }: { kind: DefinitionKind | null; node: Place }): void {
  const { drafts, open, exportedUntil, nextDoc } = reading
  const last = open.at(-1) ?? null
  if (last?.node.id === node.id) return
  const unnamed = last?.names.length === 0 ? last : null
  const draft: Draft = {
    kind: kind ?? 'module',
    isBlock: kind === null,
    isInBlock: last?.isBlock === true,
    node,
    end: node.endIndex,
    isInExport: node.startIndex < exportedUntil,
    wrapper: unnamed !== null && mayWrap(unnamed, { kind, node }) ? unnamed : null,
    // What stands in the type of a value is beside the value.
    parent: unnamed !== null && VALUES.has(unnamed.kind) ? unnamed.parent : last,
    names: [],
    holder: null,
    bodyAt: null,
    asides: [],
    doc: nextDoc,
    isPublic: last?.isBlock === true && last.isPublic,
    isHidden: last?.hidesRest === true || unnamed?.isHidden === true,
    hidesRest: false,
  }
  reading.nextDoc = null
  drafts.push(draft)
  open.push(draft)
}

/** But not what stands in the body of a type that has no name: that is beside the name. */
function mayWrap(
  { kind, isBlock, bodyAt, asides }: Draft,
  inner: { kind: DefinitionKind | null; node: Place },
): boolean {
  const isAside = (asides.at(-1)?.endIndex ?? 0) > inner.node.startIndex
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

function finishImport({ text, line, specifier, names }: ImportDraft, { readImport }: Language): Import[] {
  if (readImport !== undefined)
    return readImport(text).map(({ below = 0, ...found }) => ({ ...found, line: line + below }))
  return specifier === null ? [] : [{ specifier, names, line }]
}

function note(
  references: Reading['references'],
  { name, kind, isMember, line }: { name: string; kind: ReferenceKind; isMember: boolean; line: number },
): void {
  const key = `${kind}${isMember ? '.' : ' '}${name}`
  const known = references.get(key)
  if (known === undefined) references.set(key, { name, kind, isMember, lines: [line] })
  else if (known.lines.at(-1) !== line) known.lines.push(line)
}

function textOf(source: string, { startIndex, endIndex }: Place): string {
  return source.slice(startIndex, endIndex)
}

function nameOf({ language, source }: Reading, node: Place): string {
  const text = unquote(textOf(source, node))
  return language.nameOf?.(text) ?? text
}

function lineOf({ startRow }: Place): number {
  return startRow + 1
}

/** Angle brackets stay: they say that a header is none of the repository's own. */
function unquote(text: string): string {
  const isQuoted =
    text.length > 1 && QUOTES.includes(text.charAt(0)) && QUOTES.includes(text.charAt(text.length - 1))
  return isQuoted ? text.slice(1, -1) : text
}

const QUOTES = '"\'`'
