import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type KnowledgeDocument, TERM_FIELDS, type TermField } from '../knowledge-store.ts'

type Terms = KnowledgeDocument['terms']

/** The fields in their order, each ended by a mark that no term has. */
export function packTerms(terms: Terms): Uint8Array {
  return deflateRawSync(TERM_FIELDS.map((field) => terms[field]).join(END), { level: 1 })
}

export function unpackTerms(packed: Uint8Array): Terms {
  const texts = inflateRawSync(packed).toString('utf8').split(END)
  const of = (field: TermField) => texts[TERM_FIELDS.indexOf(field)] ?? ''
  return {
    path: of('path'),
    symbols: of('symbols'),
    signatures: of('signatures'),
    documentation: of('documentation'),
    body: of('body'),
  }
}

const END = '\n'

export function lengthsOf(terms: Terms): Record<TermField, number> {
  const of = (field: TermField) => countOf(terms[field])
  return {
    path: of('path'),
    symbols: of('symbols'),
    signatures: of('signatures'),
    documentation: of('documentation'),
    body: of('body'),
  }
}

function countOf(text: string): number {
  return text === '' ? 0 : text.split(' ').length
}
