import {
  type FoundDocument,
  type KnowledgeDocument,
  type KnowledgeStore,
  TERM_FIELDS,
  type TermField,
  type TermQuestion,
} from '#context/knowledge/knowledge-store.ts'
import type { StoreMaker } from './knowledge-store.ts'

/** The contract as plainly as it can be said, to compare others with: a list that is looked through from end to end. */
export const memoryMaker: StoreMaker = {
  name: 'memory',
  make: async () => {
    const documents = new Map<string, KnowledgeDocument>()
    return { open: async () => storeOf(documents) }
  },
}

function storeOf(documents: Map<string, KnowledgeDocument>): KnowledgeStore {
  const of = ({ kinds, under = '' }: Pick<TermQuestion, 'kinds' | 'under'>) => {
    const all = [...documents.values()].filter(({ about }) => kinds?.includes(about.kind) ?? true)
    return { all, under: all.filter(({ path }) => path.startsWith(under)) }
  }
  return {
    index: async (some) => {
      for (const document of some) documents.set(document.id, document)
    },
    search: async (question) => {
      const { all, under } = of(question)
      const terms = [...question.terms.keys()]
      const seen = new Map(all.map((document) => [document.id, countsOf(document, terms)]))
      const frequencies = new Map(
        terms.map((term) => [term, [...seen.values()].filter((counts) => counts.has(term)).length]),
      )
      const countsIn = ({ id }: KnowledgeDocument) => seen.get(id) ?? new Map()
      const rarest = (document: KnowledgeDocument) =>
        Math.min(...[...countsIn(document).keys()].map((term) => frequencies.get(term) ?? 0))
      const hits = under.filter((document) => countsIn(document).size > 0)
      return {
        documents: all.length,
        frequencies,
        meanLengths: byField(
          (field) => all.reduce((sum, one) => sum + termsIn(one, field).length, 0) / Math.max(1, all.length),
        ),
        hits: hits
          .sort((one, other) => rarest(one) - rarest(other))
          .slice(0, question.most)
          .map(({ terms: own, vector: _, ...rest }) => ({
            ...rest,
            lengths: byField((field) => termsIn({ terms: own }, field).length),
            counts: seen.get(rest.id) ?? new Map(),
          })),
      }
    },
    nearest: async ({ vector, most, ...question }) =>
      of(question)
        .under.flatMap(({ vector: own, terms: _, ...document }) =>
          own === null ? [] : [{ ...document, closeness: cosine(vector, own) }],
        )
        .sort((one, other) => other.closeness - one.closeness)
        .slice(0, most),
    get: async (id) => documents.get(id) ?? null,
    deleteFiles: async (paths) => {
      const gone = new Set(paths)
      for (const { id, path } of [...documents.values()]) if (gone.has(path)) documents.delete(id)
    },
    files: async () => new Map(of({ kinds: ['file'] }).all.map(({ path, content }) => [path, content])),
    health: async () => ({ kind: 'up', documents: documents.size, says: 'memory' }),
    close: async () => {},
  }
}

function termsIn({ terms }: Pick<KnowledgeDocument, 'terms'>, field: TermField): string[] {
  return terms[field] === '' ? [] : terms[field].split(' ')
}

function byField(numberOf: (field: TermField) => number): Record<TermField, number> {
  return Object.fromEntries(TERM_FIELDS.map((field) => [field, numberOf(field)])) as Record<TermField, number>
}

function countsOf(document: KnowledgeDocument, terms: readonly string[]): FoundDocument['counts'] {
  const wanted = new Set(terms)
  const counts = new Map<string, Partial<Record<TermField, number>>>()
  for (const field of TERM_FIELDS)
    for (const term of termsIn(document, field)) {
      if (!wanted.has(term)) continue
      const fields = counts.get(term) ?? {}
      counts.set(term, { ...fields, [field]: (fields[field] ?? 0) + 1 })
    }
  return counts
}

function cosine(one: Float32Array, other: Float32Array): number {
  const product = (left: Float32Array, right: Float32Array) =>
    left.reduce((sum, number, place) => sum + number * (right[place] ?? 0), 0)
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other))
}
