import { isStanding } from '#context/code/is-standing.ts'
import { languageOf } from '#context/code/languages/all.ts'
import { qualifiedNameOf } from '#context/code/qualified-name-of.ts'
import type { Definition } from '#context/code/tags.ts'
import { withoutSecrets } from '#context/code/without-secrets.ts'
import { chunkFile, FIELDS } from '#context/pack/words/chunk-file.ts'
import type { KnowledgeDocument, SymbolSummary } from '../knowledge-store.ts'
import { joinTerms, type LineTerms } from './line-terms.ts'

/** A document with the text that says what it means, for who embeds it. */
export type Described = { readonly document: KnowledgeDocument; readonly text: string }

export type DescribedFile = { readonly file: Described; readonly symbols: readonly Described[] }

export type FileRequest = {
  readonly path: string
  readonly content: string
  readonly text: string
  readonly definitions: readonly Definition[]
  /** Paths of the files that it needs. */
  readonly needs: readonly string[]
  readonly termsOfLine: LineTerms
}

/** What is to be known of a file and of each definition in it. What a function has inside is a part of it. */
export function describeFile(request: FileRequest): DescribedFile {
  const { path, content, definitions, termsOfLine } = request
  const lines = request.text.split('\n')
  const { chunks, chunkOf, fieldOf } = chunkFile({ path, lines, definitions })
  const sums = chunks.map(() => [[], [], []] as [string[], string[], string[]])
  for (const [place, line] of lines.entries())
    sums[chunkOf[place] ?? 0]?.[fieldOf[place] ?? FIELDS.body]?.push(termsOfLine(line))
  const termsIn = (chunk: number, field: number) => joinTerms(sums[chunk]?.[field] ?? [])
  const everywhere = (field: number) => joinTerms(chunks.map((_, chunk) => termsIn(chunk, field)))
  const chunkOfDefinition = new Map(chunks.map(({ definition }, chunk) => [definition, chunk]))
  const pathTerms = termsOfLine(path)
  const seen = new Set<string>()
  const symbols: Described[] = []
  for (const [place, definition] of definitions.entries()) {
    if (isInside(definition, definitions)) continue
    const about = symbolOf(definition, definitions)
    const id = `${path}#${about.qualifiedName}:${about.line}`
    if (seen.has(id)) continue
    seen.add(id)
    const chunk = chunkOfDefinition.get(place) ?? -1
    const terms = {
      path: pathTerms,
      symbols: termsOfLine(about.qualifiedName),
      signatures: termsOfLine(about.signature),
      documentation: termsIn(chunk, FIELDS.doc) || termsOfLine(definition.doc ?? ''),
      body: termsIn(chunk, FIELDS.body),
    }
    const document = { id, path, content, about, terms, vector: null }
    symbols.push({ document, text: meaningOf(path, { about, doc: definition.doc, lines }) })
  }
  const named = definitions.filter(
    (definition) => definition.kind !== 'heading' && !isInside(definition, definitions),
  )
  const names = [...new Set(named.map(({ name }) => withoutSecrets(name)))]
  const document: KnowledgeDocument = {
    id: path,
    path,
    content,
    about: {
      kind: 'file',
      language: languageOf(path)?.name ?? null,
      symbols: names,
      exports: [
        ...new Set(
          named
            .filter((one) => one.exported && isStanding(one, definitions))
            .map(({ name }) => withoutSecrets(name)),
        ),
      ],
      needs: request.needs,
    },
    terms: {
      path: pathTerms,
      symbols: joinTerms(names.map(termsOfLine)),
      signatures: everywhere(FIELDS.head),
      documentation: everywhere(FIELDS.doc),
      body: everywhere(FIELDS.body),
    },
    vector: null,
  }
  return { file: { document, text: `${path}\n${names.join(' ')}\n${opening(lines)}` }, symbols }
}

function isInside({ parent }: Definition, definitions: readonly Definition[]): boolean {
  const around = parent === null ? undefined : definitions[parent]
  if (around === undefined) return false
  return (
    around.kind === 'function' ||
    around.kind === 'method' ||
    around.kind === 'macro' ||
    isInside(around, definitions)
  )
}

function symbolOf(definition: Definition, definitions: readonly Definition[]): SymbolSummary {
  const { kind, line, endLine, signature } = definition
  const qualifiedName = withoutSecrets(qualifiedNameOf(definition, definitions))
  return {
    kind: 'symbol',
    symbolKind: kind,
    qualifiedName,
    signature: withoutSecrets(signature),
    line,
    endLine,
  }
}

type Meaning = {
  readonly about: SymbolSummary
  readonly doc: string | null
  readonly lines: readonly string[]
}

function meaningOf(path: string, { about, doc, lines }: Meaning): string {
  const head = [path, about.qualifiedName, about.signature, ...(doc === null ? [] : [withoutSecrets(doc)])]
  return `${head.join('\n')}\n${opening(lines.slice(about.line, about.endLine))}`
}

/** As much as tells what it is about. Models take a few thousand characters, and are paid by them. */
function opening(lines: readonly string[]): string {
  return lines.slice(0, OPENING_LINES).map(withoutSecrets).join('\n').slice(0, OPENING_MAX)
}

const OPENING_LINES = 40
const OPENING_MAX = 1500
