import { type Found, type FoundDocument, type KnowledgeDocument, TERM_FIELDS } from './knowledge-store.ts'

/** What every answer of a store has of a document. */
export type Located = Pick<KnowledgeDocument, 'id' | 'path' | 'content' | 'about'>

export type Scored<Document extends Located = Located> = {
  readonly document: Document
  readonly score: number
}

/**
 * What a term counts in each field (BM25F). Names and paths tell what a thing is about; documentation repeats itself. A path
 * is not measured against its length: deep folders are no fault.
 */
const WEIGHTS = { path: 5, symbols: 5, signatures: 1, documentation: 0.7, body: 1 }
/** How soon more of a term is no news, and how much a long document has to have more of it. */
const SATURATION = 1.5
const LENGTH = 0.7

/** The best first, by keel's own measure: whichever store has found them, the order is the same. */
export function rankFound(
  found: Found,
  terms: ReadonlyMap<string, number>,
): readonly Scored<FoundDocument>[] {
  const mean = lengthOf(found.meanLengths) || 1
  const rarity = new Map([...terms.keys()].map((term) => [term, rarityOf(found, term)]))
  return found.hits
    .map((document) => {
      const longer = 1 - LENGTH + (LENGTH * lengthOf(document.lengths)) / mean
      let score = 0
      for (const [term, worth] of terms) {
        const counts = document.counts.get(term)
        if (counts === undefined) continue
        const inText = TEXT_FIELDS.reduce((sum, field) => sum + WEIGHTS[field] * (counts[field] ?? 0), 0)
        const much = inText / longer + WEIGHTS.path * (counts.path ?? 0)
        score += (worth * (rarity.get(term) ?? 0) * much * (SATURATION + 1)) / (much + SATURATION)
      }
      return { document, score }
    })
    .sort(byScore)
}

const TEXT_FIELDS = TERM_FIELDS.filter((field) => field !== 'path')

function lengthOf(lengths: FoundDocument['lengths']): number {
  return TEXT_FIELDS.reduce((sum, field) => sum + lengths[field], 0)
}

function rarityOf({ documents, frequencies }: Found, term: string): number {
  const frequency = frequencies.get(term) ?? 0
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))
}

/** The better first; of equals, the first by path and line. */
export function byScore(one: Scored, other: Scored): number {
  return other.score - one.score || byPlace(one.document, other.document)
}

function byPlace(one: Located, other: Located): number {
  return compare(one.path, other.path) || lineOf(one) - lineOf(other) || compare(one.id, other.id)
}

function lineOf({ about }: Located): number {
  return about.kind === 'symbol' ? about.line : 0
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
