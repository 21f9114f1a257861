import { sha256 } from '#kit/sha256.ts'
import { TERM_FIELDS } from '../knowledge-store.ts'
import { vectorField } from './document-record.ts'
import type { ServerProduct } from './server-address.ts'

/** What an index is like. Two that differ in any of it have different ids, and what is in the one is moved to the other. */
export type IndexLayout = {
  readonly id: string
  readonly settings: object
  readonly mappings: object
  /** Null where the server cannot compare vectors. */
  readonly fieldOfVectors: ((length: number) => object) | null
}

/** `vectors`: how a server compares them, if it does. OpenSearch needs a plugin for it. */
export type VectorKind = ServerProduct | 'none'

export function indexLayout(vectors: VectorKind): IndexLayout {
  const settings = {
    // One is enough for millions of documents, and counts exactly. As soon as there is a second node it has a copy.
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    codec: 'best_compression',
    max_result_window: HITS_MAX,
    ...(vectors === 'opensearch' && { knn: true }),
  }
  const mappings = {
    dynamic: false,
    // Derived from `packed`, and large.
    _source: { excludes: ['near.*'] },
    properties: {
      path: { type: 'keyword' },
      kind: { type: 'keyword' },
      content: { type: 'keyword', index: false },
      terms: { properties: forEachField({ ...TERMS, index_options: 'freqs', copy_to: 'any' }) },
      any: { ...TERMS, index_options: 'docs', norms: false },
      lengths: { properties: forEachField({ type: 'integer', index: false }) },
      near: { type: 'object', dynamic: false },
    },
  }
  const fieldOfVectors = FIELDS_OF_VECTORS[vectors]
  const id = sha256(JSON.stringify([FORM, settings, mappings, fieldOfVectors?.(1)])).slice(0, 12)
  return { id, settings, mappings, fieldOfVectors }
}

/** How many may be asked for at once. */
export const HITS_MAX = 100_000

/** Goes up when a document is kept in another way than before. */
const FORM = 1

/** Terms are keel’s own: a server parts them at blanks and does nothing else to them. */
const TERMS = { type: 'text', analyzer: 'whitespace' }

function forEachField(mapping: object): object {
  return Object.fromEntries(TERM_FIELDS.map((field) => [field, mapping]))
}

const FIELDS_OF_VECTORS = {
  // Numbers as they are: those that Elasticsearch makes smaller by itself give a cosine that is a little off.
  elasticsearch: (dims: number) => ({
    type: 'dense_vector',
    dims,
    index: true,
    similarity: 'cosine',
    index_options: { type: 'hnsw', m: 16, ef_construction: 100 },
  }),
  opensearch: (dimension: number) => ({
    type: 'knn_vector',
    dimension,
    method: { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' },
  }),
  none: null,
}

/** A mapping that adds the field for vectors of a length. */
export function vectorMapping({ fieldOfVectors }: IndexLayout, length: number): object | null {
  if (fieldOfVectors === null) return null
  return { properties: { near: { properties: { [vectorField(length)]: fieldOfVectors(length) } } } }
}
