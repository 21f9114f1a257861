import { Fault } from '#words/fault.ts'
import { byCloseness, cosine } from '../cosine.ts'
import type { Near, VectorQuestion } from '../knowledge-store.ts'
import { isZero, short, unpackVector, vectorField } from './document-record.ts'
import type { VectorKind } from './index-layout.ts'
import { filtersOf, PARTS, type SearchPlace, searchIndex } from './search-index.ts'

export type NearPlace = SearchPlace & { readonly vectors: VectorKind }

export async function nearestDocuments(place: NearPlace, question: VectorQuestion): Promise<readonly Near[]> {
  const { vector } = question
  if (place.vectors === 'none') throw noVectors()
  if (isZero(vector) || !(await hasField(place, vectorField(vector.length)))) return []
  const search =
    place.vectors === 'elasticsearch' ? elasticsearchSearch(question) : opensearchSearch(question)
  const wanted = { ...search, _source: [...PARTS, 'packed'], track_total_hits: false }
  const answer = await searchIndex(place, wanted)
  return (answer?.hits.hits ?? [])
    .flatMap(({ _source }) => {
      if (_source?.packed === undefined) return []
      const { id, path, content, about, packed } = _source
      return [{ id, path, content, about, closeness: cosine(vector, unpackVector(packed)) }]
    })
    .sort(byCloseness)
    .slice(0, question.most)
}

/** One is there as soon as there is a vector of this length; a question for a field that is not there is an error. */
async function hasField({ ask, alias }: SearchPlace, field: string): Promise<boolean> {
  const { status, body } = await ask({
    method: 'GET',
    path: `/${alias}/_mapping/field/near.${field}`,
    accept: [404],
  })
  return status !== 404 && JSON.stringify(body).includes(`near.${field}`)
}

function elasticsearchSearch({ vector, most, ...question }: VectorQuestion): object {
  const fetched = fetchedFor(most)
  return {
    size: fetched,
    knn: {
      field: `near.${vectorField(vector.length)}`,
      query_vector: [...vector].map(short),
      k: fetched,
      num_candidates: candidatesFor(fetched),
      filter: filtersOf(question),
    },
  }
}

function opensearchSearch({ vector, most, ...question }: VectorQuestion): object {
  const filter = filtersOf(question)
  const fetched = fetchedFor(most)
  const knn = {
    vector: [...vector].map(short),
    // What it looks at is what it is asked for.
    k: candidatesFor(fetched),
    ...(filter.length > 0 && { filter: { bool: { filter } } }),
  }
  return { size: fetched, query: { knn: { [`near.${vectorField(vector.length)}`]: knn } } }
}

/** Some more than wanted: of those that are equally near the last, a server chooses others than keel. */
function fetchedFor(most: number): number {
  return Math.min(most * 2, CANDIDATES_MAX)
}

/** The more are looked at, the fewer are missed. Few documents are all looked at, and more cost some milliseconds. */
function candidatesFor(fetched: number): number {
  return Math.min(Math.max(fetched * 2, CANDIDATES_MIN), CANDIDATES_MAX)
}

const CANDIDATES_MIN = 2000
const CANDIDATES_MAX = 10_000

function noVectors(): Fault {
  return new Fault({
    kind: 'config',
    code: 'store-without-vectors',
    message: 'This OpenSearch cannot compare vectors: its k-NN plugin is not installed.',
    hint: 'bin/opensearch-plugin install opensearch-knn, on every node',
  })
}
