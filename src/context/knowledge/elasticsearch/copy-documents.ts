import * as z from 'zod'
import type { KnowledgeDocument } from '../knowledge-store.ts'
import { type AskServer, WRITING } from './ask-server.ts'
import { type DocumentRecord, documentOf } from './document-record.ts'
import { type IndexLayout, vectorMapping } from './index-layout.ts'
import { writeDocuments } from './write-documents.ts'

export type CopyWish = {
  readonly ask: AskServer
  readonly layout: IndexLayout
  readonly from: string
  readonly to: string
  /** Of what changed since, as an earlier copying told; all where it is null. */
  readonly after: number | null
}

const pageAnswer = z.object({
  hits: z.object({
    hits: z.array(z.object({ _source: z.custom<DocumentRecord>(), sort: z.array(z.number()) })),
  }),
})

/**
 * Copies the documents of an index in the order in which they were written, and tells up to which: what is written
 * meanwhile comes last. Through keel, which knows how a document is kept: the servers’ own copying would leave vectors
 * behind, and not every server has it.
 */
export async function copyDocuments({ ask, layout, from, to, after }: CopyWish): Promise<number> {
  const beforeVectors = vectorsIn({ ask, layout, target: to })
  await ask({ ...WRITING, method: 'POST', path: `/${from}/_refresh` })
  let last = after ?? -1
  for (;;) {
    const { body } = await ask({
      ...WRITING,
      method: 'POST',
      path: `/${from}/_search`,
      query: { allow_partial_search_results: 'false' },
      body: { size: PAGE, sort: ['_seq_no'], search_after: [last] },
    })
    const { hits } = pageAnswer.parse(body).hits
    if (hits.length === 0) break
    const documents: KnowledgeDocument[] = hits.map(({ _source }) => documentOf(_source))
    await writeDocuments({ ask, target: to, isAlias: false, beforeVectors }, documents)
    last = hits.at(-1)?.sort[0] ?? last
  }
  await ask({ ...WRITING, method: 'POST', path: `/${to}/_refresh` })
  return last
}

const PAGE = 500

/** Adds the field for vectors of a length before the first of them is written. */
export function vectorsIn({
  ask,
  layout,
  target,
}: {
  ask: AskServer
  layout: IndexLayout
  target: string
}): (length: number) => Promise<void> {
  const known = new Set<number>()
  return async (length) => {
    if (known.has(length)) return
    const body = vectorMapping(layout, length)
    if (body !== null) await ask({ ...WRITING, method: 'PUT', path: `/${target}/_mapping`, body })
    known.add(length)
  }
}
