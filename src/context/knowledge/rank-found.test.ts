import { expect, it } from 'vitest'
import { fuse } from './fuse.ts'
import type { Found, FoundDocument } from './knowledge-store.ts'
import { rankFound } from './rank-found.ts'

const NONE = { path: 0, symbols: 0, signatures: 0, documentation: 0, body: 0 }

it('trusts a name more than a body, a short document more than a long one, and a rare term more than a common one', () => {
  expect(
    order([hit('body.ts', { counts: { body: 1 } }), hit('name.ts', { counts: { symbols: 1 } })]),
  ).toEqual(['name.ts', 'body.ts'])
  expect(
    order([hit('long.ts', { counts: { body: 1 }, length: 900 }), hit('short.ts', { counts: { body: 1 } })]),
  ).toEqual(['short.ts', 'long.ts'])
  expect(
    order([
      hit('common.ts', { term: 'common', counts: { body: 1 } }),
      hit('rare.ts', { counts: { body: 1 } }),
    ]),
  ).toEqual(['rare.ts', 'common.ts'])
})

it('puts equals in the order of their paths, whichever came first', () => {
  const same = ['c.ts', 'a.ts', 'b.ts'].map((path) => hit(path, { counts: { body: 1 } }))
  expect(order(same)).toEqual(['a.ts', 'b.ts', 'c.ts'])
  expect(order([...same].reverse())).toEqual(['a.ts', 'b.ts', 'c.ts'])
})

it('fuses lists by shares of their best, so that neither is drowned by the size of the other’s numbers', () => {
  const [one, two, three] = ['1.ts', '2.ts', '3.ts'].map((path) => hit(path, { counts: {} }))
  if (one === undefined || two === undefined || three === undefined) throw new Error('three were made')
  const large = [
    { document: one, score: 1000 },
    { document: two, score: 900 },
  ]
  const small = [
    { document: two, score: 0.5 },
    { document: three, score: -0.2 },
  ]
  const fused = fuse([
    { scored: large, weight: 1 },
    { scored: small, weight: 0.5 },
  ])
  expect(fused.map(({ document, score }) => [document.id, score])).toEqual([
    ['2.ts', 1.4],
    ['1.ts', 1],
    ['3.ts', 0],
  ])
  expect(fuse([{ scored: [], weight: 1 }])).toEqual([])
})

type Wish = { readonly term?: string; readonly counts: Partial<typeof NONE>; readonly length?: number }

function hit(path: string, { term = 'rare', counts, length = 10 }: Wish): FoundDocument {
  const about = { kind: 'file', language: null, symbols: [], exports: [], needs: [] } as const
  return {
    id: path,
    path,
    content: '',
    about,
    lengths: { ...NONE, body: length },
    counts: new Map([[term, counts]]),
  }
}

function order(hits: readonly FoundDocument[]): string[] {
  const found: Found = {
    documents: 1000,
    frequencies: new Map([
      ['rare', 3],
      ['common', 700],
    ]),
    meanLengths: { ...NONE, body: 50 },
    hits,
  }
  const terms = new Map([
    ['rare', 1],
    ['common', 1],
  ])
  return rankFound(found, terms).map(({ document }) => document.path)
}
