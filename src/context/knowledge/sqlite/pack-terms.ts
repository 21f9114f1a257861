import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { byField } from '../by-field.ts'
import { type KnowledgeDocument, TERM_FIELDS, type TermField } from '../knowledge-store.ts'

type Terms = KnowledgeDocument['terms']

/** The fields in their order, each ended by a mark that no term has. A short text as it is: to pack it takes longer than to write it. */
export function packTerms(terms: Terms): Uint8Array {
  const text = TERM_FIELDS.map((field) => terms[field]).join(END)
  return text.length < LONG
    ? Buffer.from(PLAIN + text)
    : Buffer.concat([PACKED, deflateRawSync(text, { level: 1 })])
}

export function unpackTerms(packed: Uint8Array): Terms {
  const rest = packed.subarray(1)
  const bytes = packed[0] === PACKED[0] ? inflateRawSync(rest) : Buffer.from(rest)
  const texts = bytes.toString('utf8').split(END)
  const of = (field: TermField) => texts[TERM_FIELDS.indexOf(field)] ?? ''
  return byField(of)
}

const END = '\n'
const LONG = 2000
const PLAIN = 'p'
const PACKED = Buffer.from('z')

export function lengthsOf(terms: Terms): Record<TermField, number> {
  const of = (field: TermField) => countOf(terms[field])
  return byField(of)
}

function countOf(text: string): number {
  if (text === '') return 0
  let count = 1
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) count += 1
  return count
}
