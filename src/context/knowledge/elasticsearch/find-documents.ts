import { byField } from '../by-field.ts'
import { isTerm } from '../is-term.ts'
import {
  type Found,
  type FoundDocument,
  TERM_FIELDS,
  type TermField,
  type TermQuestion,
} from '../knowledge-store.ts'
import { countKey, type DocumentRecord, indexedTerm } from './document-record.ts'
import { HITS_MAX } from './index-layout.ts'
import { filtersOf, PARTS, type SearchAnswer, type SearchPlace, searchIndex } from './search-index.ts'

/**
 * Three questions at once: how much there is, how often each term is there, and what has any of them. The first is the
 * same every time and so in the server’s cache.
 */
export async function findDocuments(place: SearchPlace, question: TermQuestion): Promise<Found> {
  const asked = [...question.terms.keys()].filter(isTerm)
  const [totals, frequencies, hits] = await Promise.all([
    searchIndex(place, totalsSearch(question)),
    asked.length === 0 ? null : searchIndex(place, frequenciesSearch(question, asked)),
    asked.length === 0 ? null : searchIndex(place, hitsSearch(question, asked)),
  ])
  const counts = frequencies?.aggregations?.['having']?.buckets ?? {}
  return {
    ...totalsIn(totals),
    frequencies: new Map(
      [...question.terms.keys()].map((term) => [term, counts[countKey(indexedTerm(term))]?.doc_count ?? 0]),
    ),
    hits: (hits?.hits.hits ?? []).flatMap(({ _source }) =>
      _source === undefined ? [] : [hitOf(_source, asked)],
    ),
  }
}

function totalsSearch({ kinds }: TermQuestion): object {
  return {
    size: 0,
    track_total_hits: true,
    query: { bool: { filter: filtersOf(kinds === undefined ? {} : { kinds }) } },
    aggs: Object.fromEntries(TERM_FIELDS.map((field) => [field, { sum: { field: `lengths.${field}` } }])),
  }
}

function totalsIn(answer: SearchAnswer | null): Pick<Found, 'documents' | 'meanLengths'> {
  const documents = answer?.hits.total?.value ?? 0
  const meanOf = (field: TermField) =>
    documents === 0 ? 0 : (answer?.aggregations?.[field]?.value ?? 0) / documents
  return {
    documents,
    meanLengths: byField(meanOf),
  }
}

function frequenciesSearch({ kinds }: TermQuestion, asked: readonly string[]): object {
  const filters = Object.fromEntries(
    asked.map(indexedTerm).map((term) => [countKey(term), { term: { any: term } }]),
  )
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: filtersOf(kinds === undefined ? {} : { kinds }) } },
    aggs: { having: { filters: { filters } } },
  }
}

function hitsSearch({ terms, most, kinds, under }: TermQuestion, asked: readonly string[]): object {
  // Servers bound how much a question may weigh. Beyond this, what is worth least finds documents and does not order them.
  const weighed = [...asked]
    .sort((one, other) => (terms.get(other) ?? 0) - (terms.get(one) ?? 0))
    .slice(0, WEIGHED_MAX)
  const should = weighed.flatMap((term) =>
    TERM_FIELDS.map((field) => ({
      term: {
        [`terms.${field}`]: {
          value: indexedTerm(term),
          boost: Math.max(terms.get(term) ?? 0, 0) * WEIGHTS[field],
        },
      },
    })),
  )
  const filter = [
    { terms: { any: asked.map(indexedTerm) } },
    ...filtersOf({ ...(kinds && { kinds }), ...(under !== undefined && { under }) }),
  ]
  return {
    size: Math.min(most, HITS_MAX),
    track_total_hits: false,
    query: { bool: { filter, should } },
    _source: [...PARTS, 'lengths', ...countsWanted(asked)],
  }
}

const WEIGHED_MAX = 150

/** Much as `rank-found.ts` sees it, so that what is cut off would not have come far. */
const WEIGHTS = { path: 5, symbols: 5, signatures: 1, documentation: 0.7, body: 1 }

/** Few are picked from each document; where many are asked for, all of them take less time. */
function countsWanted(asked: readonly string[]): string[] {
  return asked.length > PICKED_MAX ? ['counts'] : asked.map((term) => `counts.${countKey(indexedTerm(term))}`)
}

const PICKED_MAX = 200

function hitOf(
  { id, path, content, about, lengths, counts }: DocumentRecord,
  asked: readonly string[],
): FoundDocument {
  const found = new Map<string, Partial<Record<TermField, number>>>()
  for (const term of asked) {
    const row = counts?.[countKey(indexedTerm(term))]
    if (row === undefined) continue
    const there = TERM_FIELDS.flatMap((field, place) => ((row[place] ?? 0) > 0 ? [[field, row[place]]] : []))
    found.set(term, Object.fromEntries(there))
  }
  return { id, path, content, about, lengths, counts: found }
}
