import * as z from 'zod'
import type { TermQuestion } from '../knowledge-store.ts'
import type { AskServer } from './ask-server.ts'
import type { DocumentRecord } from './document-record.ts'

/** An index to be asked. The alias may stand for none yet. */
export type SearchPlace = { readonly ask: AskServer; readonly alias: string }

const searchAnswer = z.object({
  hits: z.object({
    total: z.object({ value: z.number() }).optional(),
    hits: z.array(
      z.object({
        _id: z.string(),
        _score: z.number().nullish(),
        _source: z.custom<DocumentRecord>().optional(),
        fields: z.record(z.string(), z.array(z.string())).optional(),
        sort: z.array(z.string()).optional(),
      }),
    ),
  }),
  aggregations: z
    .record(
      z.string(),
      z.object({
        value: z.number().optional(),
        buckets: z.record(z.string(), z.object({ doc_count: z.number() })).optional(),
      }),
    )
    .optional(),
})

export type SearchAnswer = z.infer<typeof searchAnswer>

/** Null where there is no index yet. An answer of some parts of it alone is none. */
export async function searchIndex({ ask, alias }: SearchPlace, search: object): Promise<SearchAnswer | null> {
  const { status, body } = await ask({
    method: 'POST',
    path: `/${alias}/_search`,
    query: { allow_partial_search_results: 'false' },
    body: search,
    accept: [404],
  })
  return status === 404 ? null : searchAnswer.parse(body)
}

/** The documents that a question is about. */
export function filtersOf({ kinds, under }: Pick<TermQuestion, 'kinds' | 'under'>): object[] {
  return [
    ...(kinds === undefined ? [] : [{ terms: { kind: kinds } }]),
    ...(under === undefined || under === '' ? [] : [{ prefix: { path: under } }]),
  ]
}

/** What every answer has of a document. */
export const PARTS = ['id', 'path', 'content', 'about']
