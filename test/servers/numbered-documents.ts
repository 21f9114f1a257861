import type { KnowledgeDocument } from '#context/knowledge/knowledge-store.ts'

export type Numbers = {
  readonly from?: number
  readonly to: number
  /** How many words each has beside its own. */
  readonly words?: number
  readonly folder?: string
}

/** Files that are told from one another by their numbers, each with a small vector. */
export function* numberedDocuments({
  from = 0,
  to,
  words = 50,
  folder = 'src',
}: Numbers): Generator<KnowledgeDocument> {
  for (let number = from; number < to; number += 1) {
    const path = `${folder}/${number}.ts`
    const body = `shared term${number} ${'filling '.repeat(words).trim()}`
    const terms = { path: '', symbols: '', signatures: '', documentation: '', body }
    const about = { kind: 'file', language: null, symbols: [], exports: [], needs: [] } as const
    const vector = Float32Array.of(1, number, 0)
    yield { id: path, path, content: `${number}`, about, terms, vector }
  }
}
