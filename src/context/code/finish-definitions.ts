import { docAbove } from './doc-above.ts'
import { docInside } from './doc-inside.ts'
import type { Draft } from './draft.ts'
import type { Language } from './language.ts'
import type { Place } from './place.ts'
import { resolveParents } from './resolve-parents.ts'
import { signatureOf } from './signature-of.ts'
import { type Definition, type DefinitionKind, HOLDERS } from './tags.ts'
import { withoutSecrets } from './without-secrets.ts'

export type Drafted = {
  readonly language: Language
  readonly source: string
  readonly drafts: readonly Draft[]
  readonly exportedNames: ReadonlySet<string>
}

/** Makes definitions of drafts, in their order. */
export function finishDefinitions(drafted: Drafted): Definition[] {
  for (const draft of drafted.drafts.toReversed()) wrap(draft)
  const kept = keptOf(drafted)
  resolveParents(kept)
  const places = placesOf(kept)
  const lines = drafted.source.split('\n')
  const finished = new Map<Draft, Definition[]>()
  // What is known of a parent says something of what is in it, and a type may come after what belongs to it.
  const complete = (draft: Draft): Definition[] => {
    const known = finished.get(draft)
    if (known !== undefined) return known
    const place = draft.parent === null ? null : (places.get(draft.parent) ?? null)
    const parent = draft.parent === null ? null : (complete(draft.parent)[0] ?? null)
    const made = finish(draft, { drafted, lines, parent, place })
    finished.set(draft, made)
    return made
  }
  return kept.flatMap(complete)
}

/** A `typedef` may have names of its own; a template has those of what it is a template of. */
function wrap({ wrapper, kind, names, holder, bodyAt, isHidden }: Draft): void {
  if (wrapper === null) return
  wrapper.kind = kind
  wrapper.holder ??= holder
  wrapper.isHidden ||= isHidden
  if (wrapper.names.length > 0) return
  wrapper.names = names
  wrapper.bodyAt = bodyAt
}

/** Those that have a name, and one that was not seen before if it counts once. */
function keptOf({ drafts, language: { once }, source }: Drafted): Draft[] {
  const named = drafts.filter(({ names, wrapper }) => names.length > 0 && wrapper === null)
  if (once === undefined) return named
  const seen = new Map<Draft | null, Set<string>>()
  return named.filter((draft) => {
    const { names, kind, parent } = draft
    const keys = seen.get(parent) ?? new Set()
    seen.set(parent, keys)
    draft.names = names.filter((name) => {
      const key = once({ name, kind, head: headOf(draft, source) })
      return key === null || (!keys.has(key) && keys.add(key))
    })
    return draft.names.length > 0
  })
}

function placesOf(kept: readonly Draft[]): Map<Draft, number> {
  const places = new Map<Draft, number>()
  let count = 0
  for (const draft of kept) {
    places.set(draft, count)
    count += draft.names.length
  }
  return places
}

type Surroundings = {
  readonly drafted: Drafted
  readonly lines: readonly string[]
  readonly parent: Definition | null
  readonly place: number | null
}

/** A definition for each name. */
function finish(draft: Draft, around: Surroundings): Definition[] {
  const { drafted, lines, parent, place } = around
  const { language, source, exportedNames } = drafted
  const { node, isPublic, isHidden } = draft
  const kind = kindOf(draft, parent)
  const shared = {
    kind,
    line: node.startRow + 1,
    endLine: endLineOf(node, lines),
    signature: signatureOf(plainHeadOf(draft, { language, source }), language.literal),
    doc: safeDoc(docOf(draft, around)),
    parent: place,
    ...(draft.holder === null ? {} : { holder: draft.holder }),
  }
  return draft.names.map((name) => {
    const hasExport = isPublic || (parent === null && (draft.isInExport || exportedNames.has(name)))
    const exported = language.isExported({ name, kind, hasExport, isHidden, parent })
    // A heading is any text at all.
    return { name: kind === 'heading' ? withoutSecrets(name) : name, ...shared, exported }
  })
}

function safeDoc(doc: string | null): string | null {
  return doc === null ? null : withoutSecrets(doc)
}

function kindOf({ kind, isInBlock }: Draft, parent: Definition | null): DefinitionKind {
  const isInHolder = isInBlock || (parent !== null && HOLDERS.has(parent.kind))
  return kind === 'function' && isInHolder ? 'method' : kind
}

/** What ends by its indent may go on until the next thing begins. */
function endLineOf({ startRow, endRow, endColumn }: Place, lines: readonly string[]): number {
  let endLine = endColumn === 0 ? endRow : endRow + 1
  while (endColumn === 0 && lines[endLine - 1]?.trim() === '') endLine -= 1
  return Math.max(startRow + 1, endLine)
}

function plainHeadOf(draft: Draft, { language, source }: Pick<Drafted, 'language' | 'source'>): string {
  const head = headOf(draft, source)
  return language.headOf?.(head) ?? head
}

function headOf({ node, bodyAt, end, asides }: Draft, source: string): string {
  const stop = bodyAt ?? end
  let head = ''
  let from = node.startIndex
  for (const aside of asides) {
    if (aside.startIndex < from || aside.startIndex >= stop) continue
    head += source.slice(from, aside.startIndex)
    from = aside.endIndex
  }
  return head + source.slice(from, stop)
}

function docOf({ doc, node }: Draft, { drafted, lines, parent }: Surroundings): string | null {
  if (doc !== null) return docInside(drafted.source.slice(doc.startIndex, doc.endIndex))
  const line = node.startRow + 1
  return parent?.line === line ? null : docAbove(lines, { line, ...drafted.language })
}
