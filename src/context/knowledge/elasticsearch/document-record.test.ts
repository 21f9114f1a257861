import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { KnowledgeDocument } from '../knowledge-store.ts'
import { countKey, documentOf, recordOf } from './document-record.ts'

const term = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }).filter((text) => !/\s/.test(text))
const text = fc.array(term, { maxLength: 5 }).map((terms) => terms.join(' '))

it('a document comes back from its record as it was, through JSON', () => {
  const document: fc.Arbitrary<KnowledgeDocument> = fc.record({
    id: fc.string(),
    path: fc.string(),
    content: fc.string(),
    about: fc.constant({ kind: 'module', needs: [] } as const),
    terms: fc.record({ path: text, symbols: text, signatures: text, documentation: text, body: text }),
    vector: fc.option(fc.float32Array({ minLength: 1, noNaN: true })),
  })
  fc.assert(
    fc.property(document, (one) => {
      expect(documentOf(JSON.parse(JSON.stringify(recordOf(one))))).toEqual(one)
    }),
  )
})

it('no two terms are counted under one name, and none under a name that asks for others', () => {
  fc.assert(
    fc.property(term, term, (one, other) => {
      expect(countKey(one) === countKey(other)).toBe(one === other)
      expect(countKey(one)).not.toMatch(/[.*\\]/)
    }),
  )
  expect(countKey('a.b')).not.toBe(countKey('a%2e;b'))
})
