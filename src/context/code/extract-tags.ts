import type { Node, QueryCapture } from 'web-tree-sitter'
import type { Draft } from './draft.ts'
import { finishDefinitions } from './finish-definitions.ts'
import type { Language } from './language.ts'
import type { DefinitionKind, Import, ReferenceKind, Tags } from './tags.ts'

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
  const found = imports.flatMap((draft) => finishImport(draft, language))
  for (const { names, line } of found)
    for (const name of names)
      if (name !== '*' && name !== 'default') note(references, { name, kind: 'import', line })
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
  readonly references: Map<string, { name: string; kind: ReferenceKind; lines: number[] }>
  readonly exportedNames: Set<string>
  exportedUntil: number
  /** Where the last name began of which is known what it is for. */
  knownAt: number
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
    knownAt: -1,
    module: null,
  }
}

function take(reading: Reading, { name, node }: { name: string; node: Node }): void {
  if (name.startsWith('ref.')) {
    takeReference(reading, { kind: name.slice(4) as ReferenceKind, node })
    return
  }
  const { source, open } = reading
  while (open.length > 0 && (open.at(-1)?.end ?? 0) <= node.startIndex) open.pop()
  const inside = open.at(-1)
  if (name.startsWith('def.')) openDraft(reading, { kind: name.slice(4) as DefinitionKind, node })
  else if (name === 'block') openDraft(reading, { kind: null, node })
  else if (name.startsWith('import')) takeImport(reading, { name, node })
  else if (name === 'exported') reading.exportedUntil = node.endIndex
  else if (name === 'exported.name') reading.exportedNames.add(textOf(source, node))
  else if (name === 'module') reading.module ??= textOf(source, node)
  else if (name === 'module.inner') reading.module = `${reading.module}.${textOf(source, node)}`
  else if (inside !== undefined) takeInside(reading, { draft: inside, name, node })
}

function takeReference(reading: Reading, { kind, node }: { kind: ReferenceKind; node: Node }): void {
  if (node.startIndex === reading.knownAt) return
  reading.knownAt = node.startIndex
  const name = textOf(reading.source, node)
  if (reading.language.ignores?.({ name, kind }) !== true)
    note(reading.references, { name, kind, line: lineOf(node) })
}

/** What a capture says about the definition that it lies in. */
function takeInside(
  reading: Reading,
  { draft, name, node }: { draft: Draft; name: string; node: Node },
): void {
  switch (name) {
    case 'name':
      takeName(draft, unquote(textOf(reading.source, node)))
      reading.knownAt = node.startIndex
      break
    case 'holder':
      draft.holder ??= textOf(reading.source, node)
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
  }
}

/** Nothing can be called `_`. */
function takeName(draft: Draft, name: string): void {
  if (draft.isBlock || name === '' || name === '_' || draft.names.includes(name)) return
  draft.names.push(name)
  // In `int x = 1, y = 2` what seemed to be the body of it all is that of the first.
  draft.bodyAt = null
}

function takeImport(reading: Reading, { name, node }: { name: string; node: Node }): void {
  const { source, imports } = reading
  reading.knownAt = node.startIndex
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
  { kind, node }: { kind: DefinitionKind | null; node: Node },
): void {
  const last = open.at(-1)
  if (last?.node.id === node.id) return
  const draft: Draft = {
    kind: kind ?? 'module',
    isBlock: kind === null,
    node,
    end: node.endIndex,
    isInExport: node.startIndex < exportedUntil,
    parent: last ?? null,
    names: [],
    holder: null,
    bodyAt: null,
    asides: [],
    doc: null,
    isPublic: false,
    isHidden: false,
    isMember: false,
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

function finishImport({ text, line, specifier, names }: ImportDraft, { readImport }: Language): Import[] {
  if (readImport !== undefined) return readImport(text).map((found) => ({ ...found, line }))
  return specifier === null ? [] : [{ specifier, names, line }]
}

function note(
  references: Reading['references'],
  { name, kind, line }: { name: string; kind: ReferenceKind; line: number },
): void {
  const key = `${kind} ${name}`
  const known = references.get(key)
  if (known === undefined) references.set(key, { name, kind, lines: [line] })
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
