import { type SearchPlace, searchIndex } from './search-index.ts'

/** The content of every file whose own document is in, by path. Page by page: a server gives no more than some thousands at once. */
export async function listIndexedFiles(place: SearchPlace): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  let after: readonly string[] = []
  for (;;) {
    const answer = await searchIndex(place, {
      size: PAGE,
      track_total_hits: false,
      query: { bool: { filter: [{ term: { kind: 'file' } }] } },
      sort: [{ path: 'asc' }],
      ...(after.length > 0 && { search_after: after }),
      _source: false,
      docvalue_fields: ['path', 'content'],
    })
    const hits = answer?.hits.hits ?? []
    for (const { fields } of hits) files.set(fields?.['path']?.[0] ?? '', fields?.['content']?.[0] ?? '')
    after = hits.at(-1)?.sort ?? []
    if (hits.length < PAGE) return files
  }
}

const PAGE = 10_000
