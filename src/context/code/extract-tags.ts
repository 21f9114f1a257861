import type { Node, QueryCapture } from 'web-tree-sitter'
import { docAbove, docInside } from './doc-line.ts'
import type { Language } from './language.ts'
import { signatureOf } from './signature-of.ts'
import type { Definition, DefinitionKind, Import, ReferenceKind, Tags } from './tags.ts'

export type Parsed = {
  readonly language: Language
  readonly source: string
  /** In the order of their beginnings, the outer before the inner: as a query gives them. */
  readonly captures: readonly QueryCapture[]
}

/** Reads definitions, references and imports off the captures of a language's query. */
export function extractTags({ language, source, captures }: Parsed): Tags {
  const reading = startReading(language, source)
  for (const { name, node } of captures) take(reading, { name, node })
  const { imports, references, module } = reading
  const definitions = finishAll(reading)
  const found = imports.flatMap((draft) => finishImport(draft, language))
  for (const { names, line } of found)
    for (const name of names)
      if (name !== '*' && name !== 'default')
        note(references, { name, kind: 'import', isMember: false, line })
  return { definitions, references: [...references.values()], imports: found, module }
}

/** A definition that is being read: captures inside of it tell the rest. */
type Draft = {
  kind: DefinitionKind
  readonly node: Node
  readonly end: number
  readonly parent: Draft | null
  /** Of the same kind and around it: a template, a `typedef`. They are one. */
  readonly wrapper: Draft | null
  readonly isInExport: boolean
  name: string
  nameAt: number
  /** The name of the type that it says it belongs to. */
  holder: string | null
  headAt: number
  bodyAt: number | null
  doc: Node | null
  isPublic: boolean
  isHidden: boolean
  /** What comes next in it is not for others. */
  hidesRest: boolean
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
  /** Where a name stands that is no reference. */
  namedAt: number
  nextDoc: Node | null
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
    namedAt: -1,
    nextDoc: null,
    module: null,
  }
}

function take(reading: Reading, { name, node }: { name: string; node: Node }): void {
  if (name.startsWith('ref.')) takeReference(reading, { kind: name.slice(4) as ReferenceKind, node })
  else if (name.startsWith('import')) takeImport(reading, { name, node })
  else {
    if (name === 'skip') reading.namedAt = node.startIndex
    if (name === 'local') reading.localUntil = Math.max(reading.localUntil, node.endIndex)
    else if (node.startIndex >= reading.localUntil) takeOpen(reading, { name, node })
  }
}

function takeOpen(reading: Reading, { name, node }: { name: string; node: Node }): void {
  const { source, open } = reading
  while (open.length > 0 && (open.at(-1)?.end ?? 0) <= node.startIndex) open.pop()
  const inside = open.at(-1)
  if (name.startsWith('def.')) openDraft(reading, { kind: name.slice(4) as DefinitionKind, node })
  else if (name === 'exported') reading.exportedUntil = node.endIndex
  else if (name === 'exported.name') reading.exportedNames.add(textOf(source, node))
  else if (name === 'module') reading.module ??= textOf(source, node)
  else if (name === 'doc.next') reading.nextDoc = node
  else if (name === 'hidden.name') hide(reading, { name: nameOf(reading, node), parent: inside })
  else if (inside !== undefined) takeInside(inside, { name, node, reading })
}

function takeReference(reading: Reading, { kind, node }: { kind: ReferenceKind; node: Node }): void {
  if (node.startIndex === reading.namedAt) return
  const name = nameOf(reading, node)
  const isMember = MEMBER.has(reading.source[node.startIndex - 1] ?? '')
  if (name !== '' && reading.language.ignored?.has(name) !== true)
    note(reading.references, { name, kind, isMember, line: lineOf(node) })
}

/** What stands before a member: `.`, the end of `->` and of `::`. */
const MEMBER = new Set(['.', '>', ':'])

/** What was open to others until its name was said again. */
function hide({ drafts }: Reading, { name, parent }: { name: string; parent: Draft | undefined }): void {
  for (const draft of drafts)
    if (draft.name === name && draft.parent === (parent ?? null)) draft.isHidden = true
}

/** What a capture says about the definition that it lies in. */
function takeInside(
  draft: Draft,
  { name, node, reading }: { name: string; node: Node; reading: Reading },
): void {
  switch (name) {
    case 'name':
    case 'name.function':
    case 'name.method':
      nameDraft(draft, {
        kind: name === 'name' ? draft.kind : (name.slice(5) as DefinitionKind),
        node,
        reading,
      })
      break
    case 'holder':
      if (draft.name === '') draft.holder = nameOf(reading, node)
      break
    case 'head':
      draft.headAt = node.startIndex
      break
    case 'body':
      // The innermost: a function that is the value of a constant begins after its parameters.
      draft.bodyAt = node.startIndex
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

/** The first name is its name. What follows are names of parameters. */
function nameDraft(
  draft: Draft,
  { kind, node, reading }: { kind: DefinitionKind; node: Node; reading: Reading },
): void {
  if (draft.name !== '') return
  draft.name = nameOf(reading, node)
  draft.kind = kind
  draft.nameAt = node.startIndex
  reading.namedAt = node.startIndex
}

function takeImport({ source, imports }: Reading, { name, node }: { name: string; node: Node }): void {
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
function openDraft(reading: Reading, { kind, node }: { kind: DefinitionKind; node: Node }): void {
  const { drafts, open, exportedUntil, nextDoc } = reading
  const last = open.at(-1) ?? null
  if (last?.node.id === node.id) return
  const isUnnamed = last?.name === ''
  const draft: Draft = {
    kind,
    node,
    end: node.endIndex,
    // What stands in the type of a value is beside the value.
    parent: isUnnamed && VALUES.has(last.kind) ? last.parent : last,
    wrapper: isUnnamed && last.kind === kind && last.bodyAt === null ? last : null,
    isInExport: node.startIndex < exportedUntil,
    name: '',
    nameAt: -1,
    holder: null,
    headAt: node.startIndex,
    bodyAt: null,
    doc: nextDoc,
    isPublic: false,
    isHidden: last?.hidesRest === true || (isUnnamed && last.isHidden),
    hidesRest: false,
  }
  reading.nextDoc = null
  drafts.push(draft)
  open.push(draft)
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

/** Parents are finished first, wherever in the file they stand. */
function finishAll(reading: Reading): Definition[] {
  const { source, drafts } = reading
  for (const draft of drafts) wrap(draft)
  const kept = keptOf(reading)
  const places = new Map(kept.map((draft, place) => [draft, place]))
  const holders = new Map<string, Draft>()
  for (const draft of kept) if (mayHold(draft) && !holders.has(draft.name)) holders.set(draft.name, draft)
  const lines = source.split('\n')
  const definitions: Definition[] = new Array(kept.length)
  const finishOne = (draft: Draft, place: number): Definition => {
    const known = definitions[place]
    if (known !== undefined) return known
    const around = parentOf(draft, { places, holders })
    const parentPlace = around === null ? undefined : places.get(around)
    const parent = around === null || parentPlace === undefined ? undefined : finishOne(around, parentPlace)
    const definition = finish(draft, { lines, reading, parent }, parentPlace)
    definitions[place] = definition
    return definition
  }
  for (const [place, draft] of kept.entries()) finishOne(draft, place)
  return definitions
}

function wrap({ wrapper, kind, name, bodyAt, isHidden }: Draft): void {
  if (wrapper === null) return
  wrapper.kind = kind
  if (wrapper.name === '') wrapper.name = name
  wrapper.bodyAt ??= bodyAt
  wrapper.isHidden ||= isHidden
}

function keptOf({ drafts, language, source }: Reading): Draft[] {
  const seen = new Map<Draft | null, Set<string>>()
  return drafts.filter(({ name, kind, parent, wrapper, headAt, bodyAt, end }) => {
    if (name === '' || wrapper !== null) return false
    const key = language.once?.({ name, kind, head: source.slice(headAt, bodyAt ?? end) }) ?? null
    if (key === null) return true
    const keys = seen.get(parent) ?? new Set()
    seen.set(parent, keys)
    return !keys.has(key) && keys.add(key)
  })
}

/** The definition around it that is kept, or the one that it says it belongs to. */
function parentOf(
  draft: Draft,
  { places, holders }: { places: ReadonlyMap<Draft, number>; holders: ReadonlyMap<string, Draft> },
): Draft | null {
  let { parent } = draft
  while (parent !== null && !places.has(parent)) parent = parent.wrapper ?? parent.parent
  if (draft.holder === null || (parent !== null && HOLDERS.has(parent.kind))) return parent
  return holders.get(draft.holder) ?? parent
}

/** What is itself in something that it only names would go round in circles. */
function mayHold({ kind, holder, parent }: Draft): boolean {
  let around = parent
  while (around !== null && around.holder === null) around = around.parent
  return !CALLED.has(kind) && holder === null && around === null
}

/** What nothing belongs to by its name. */
const CALLED: ReadonlySet<DefinitionKind> = new Set(['function', 'method', 'property', 'macro'])

type Surroundings = {
  readonly lines: readonly string[]
  readonly reading: Reading
  readonly parent: Definition | undefined
}

function finish(draft: Draft, around: Surroundings, place: number | undefined): Definition {
  const { reading, parent } = around
  const { language, source } = reading
  const { name, nameAt, kind, node, headAt, bodyAt, doc, isPublic, isHidden } = draft
  const line = lineOf(node)
  const headEnd = bodyAt === null || bodyAt < headAt ? draft.end : bodyAt
  const signature = signatureOf(source.slice(headAt, headEnd))
  const hasExport =
    isPublic || (parent === undefined && (draft.isInExport || reading.exportedNames.has(name)))
  return {
    name,
    kind: kind === 'function' && parent !== undefined && HOLDERS.has(parent.kind) ? 'method' : kind,
    line,
    endLine: Math.max(line, endLineOf(node)),
    // The name of a type may come after its body.
    signature: nameAt < headEnd ? signature : `${signature} ${name}`,
    doc: docOf({ doc, line, isOnParentsLine: parent?.line === line }, around),
    exported: language.isExported({ name, kind, hasExport, isHidden, parent: parent ?? null }),
    parent: place ?? null,
  }
}

function docOf(
  { doc, line, isOnParentsLine }: { doc: Node | null; line: number; isOnParentsLine: boolean },
  { lines, reading: { source, language } }: Surroundings,
): string | null {
  if (doc !== null) return docInside(textOf(source, doc))
  return isOnParentsLine ? null : docAbove(lines, { line, ...language })
}

/** What has methods and not functions. */
const HOLDERS: ReadonlySet<DefinitionKind> = new Set(['class', 'interface', 'struct', 'enum', 'trait'])

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

function textOf(source: string, { startIndex, endIndex }: Node): string {
  return source.slice(startIndex, endIndex)
}

function nameOf({ language, source }: Reading, node: Node): string {
  const text = unquote(textOf(source, node))
  return language.nameOf?.(text) ?? text
}

function lineOf({ startPosition }: Node): number {
  return startPosition.row + 1
}

/** What ends with its line break does not reach into the next line. */
function endLineOf({ endPosition: { row, column } }: Node): number {
  return column === 0 ? row : row + 1
}

/** Angle brackets stay: they say that a header is none of the repository's own. */
function unquote(text: string): string {
  return text.replace(/^["'`](.*)["'`]$/s, '$1')
}
