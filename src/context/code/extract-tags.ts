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
  const reading = startReading(source)
  for (const { name, node } of captures) take(reading, { name, node })
  const lines = source.split('\n')
  const { drafts, imports, references, module } = reading
  const definitions: Definition[] = []
  // A parent comes before what is in it, so that what is known of it is known in time.
  const places = new Map<Draft, number>()
  for (const draft of drafts.filter(({ name }) => name !== '')) {
    const parent = draft.parent === null ? undefined : places.get(draft.parent)
    places.set(draft, definitions.length)
    definitions.push(
      finish(draft, { language, source, lines, reading, parent: definitions[parent ?? -1] }, parent),
    )
  }
  const found = imports.flatMap((draft) => finishImport(draft, language))
  for (const { names, line } of found)
    for (const name of names)
      if (name !== '*' && name !== 'default')
        note(references, { name, kind: 'import', isMember: false, line })
  return { definitions, references: [...references.values()], imports: found, module }
}

/** A definition that is being read: captures inside of it tell the rest. */
type Draft = {
  readonly kind: DefinitionKind
  readonly node: Node
  readonly end: number
  readonly parent: Draft | null
  readonly isInExport: boolean
  name: string
  bodyAt: number | null
  doc: Node | null
  isPublic: boolean
  isHidden: boolean
}

type ImportDraft = { readonly text: string; readonly line: number; specifier: string | null; names: string[] }

type Reading = {
  readonly source: string
  readonly drafts: Draft[]
  /** Those that the next capture may lie in, the innermost last. */
  readonly open: Draft[]
  readonly imports: ImportDraft[]
  readonly references: Map<string, { name: string; kind: ReferenceKind; isMember: boolean; lines: number[] }>
  readonly exportedNames: Set<string>
  exportedUntil: number
  module: string | null
}

function startReading(source: string): Reading {
  return {
    source,
    drafts: [],
    open: [],
    imports: [],
    references: new Map(),
    exportedNames: new Set(),
    exportedUntil: -1,
    module: null,
  }
}

/** What stands before a member: `.`, the end of `->` and of `::`. */
const MEMBER = new Set(['.', '>', ':'])

function take(reading: Reading, { name, node }: { name: string; node: Node }): void {
  const { source, open } = reading
  if (name.startsWith('ref.')) {
    const kind = name.slice(4) as ReferenceKind
    const isMember = MEMBER.has(source[node.startIndex - 1] ?? '')
    note(reading.references, { name: textOf(source, node), kind, isMember, line: lineOf(node) })
    return
  }
  while (open.length > 0 && (open.at(-1)?.end ?? 0) <= node.startIndex) open.pop()
  const inside = open.at(-1)
  if (name.startsWith('def.')) openDraft(reading, { kind: name.slice(4) as DefinitionKind, node })
  else if (name.startsWith('import')) takeImport(reading, { name, node })
  else if (name === 'exported') reading.exportedUntil = node.endIndex
  else if (name === 'exported.name') reading.exportedNames.add(textOf(source, node))
  else if (name === 'module') reading.module ??= textOf(source, node)
  else if (inside !== undefined) takeInside(inside, { name, node, source })
}

/** What a capture says about the definition that it lies in. */
function takeInside(
  draft: Draft,
  { name, node, source }: { name: string; node: Node; source: string },
): void {
  switch (name) {
    case 'name':
      if (draft.name === '') draft.name = unquote(textOf(source, node))
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
  }
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
function openDraft(
  { drafts, open, exportedUntil }: Reading,
  { kind, node }: { kind: DefinitionKind; node: Node },
): void {
  const last = open.at(-1)
  if (last?.node.id === node.id) return
  const draft: Draft = {
    kind,
    node,
    end: node.endIndex,
    parent: last ?? null,
    isInExport: node.startIndex < exportedUntil,
    name: '',
    bodyAt: null,
    doc: null,
    isPublic: false,
    isHidden: false,
  }
  drafts.push(draft)
  open.push(draft)
}

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

type Surroundings = {
  readonly language: Language
  readonly source: string
  readonly lines: readonly string[]
  readonly reading: Reading
  readonly parent: Definition | undefined
}

function finish(draft: Draft, around: Surroundings, place: number | undefined): Definition {
  const { language, source, reading, parent } = around
  const { name, kind, node, bodyAt, doc, isPublic, isHidden } = draft
  const line = lineOf(node)
  const hasExport =
    isPublic || (parent === undefined && (draft.isInExport || reading.exportedNames.has(name)))
  return {
    name,
    kind: kind === 'function' && parent !== undefined && HOLDERS.has(parent.kind) ? 'method' : kind,
    line,
    endLine: node.endPosition.row + 1,
    signature: signatureOf(source.slice(node.startIndex, bodyAt ?? draft.end)),
    doc: docOf({ doc, line, isOnParentsLine: parent?.line === line }, around),
    exported: language.isExported({ name, kind, hasExport, isHidden, parent: parent ?? null }),
    parent: place ?? null,
  }
}

function docOf(
  { doc, line, isOnParentsLine }: { doc: Node | null; line: number; isOnParentsLine: boolean },
  { source, lines, language }: Surroundings,
): string | null {
  if (doc !== null) return docInside(textOf(source, doc))
  return isOnParentsLine ? null : docAbove(lines, { line, ...language })
}

/** What has methods and not functions. */
const HOLDERS: ReadonlySet<DefinitionKind> = new Set(['class', 'interface', 'struct', 'enum', 'trait'])

function finishImport({ text, line, specifier, names }: ImportDraft, { readImport }: Language): Import[] {
  if (readImport !== undefined) return readImport(text).map((found) => ({ ...found, line }))
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

function lineOf({ startPosition }: Node): number {
  return startPosition.row + 1
}

function unquote(text: string): string {
  return text.replace(/^["'`<](.*)["'`>]$/s, '$1')
}
