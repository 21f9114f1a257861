import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../../test/contracts/code.ts'
import { scratch } from '../../../../test/contracts/program.ts'
import type { Words } from './gather-words.ts'
import { openWords } from './open-words.ts'
import { scoreChunks, scoreFiles, scorePaths, scoreTerms } from './score-terms.ts'

type Tree = Readonly<Record<string, string>>

/** The words of a tree, remembered in a folder or not. */
async function wordsOf(tree: Tree, folder: string | null): Promise<Words & { readonly close: () => void }> {
  const code = await codeOf(tree)
  return openWords({
    root: '',
    listedAt: 0,
    files: code.map(({ path }) => ({ path, blob: Buffer.from(tree[path] ?? '').toString('hex') })),
    read: (path) => ({ kind: 'text', text: tree[path] ?? '' }),
    folder,
  }).finish({ definitionsOf: (place) => code[place]?.tags.definitions ?? [], isLasting: () => true })
}

/** All that can be asked, in a form that does not know of segments. */
function told(words: Words, query: ReadonlyMap<string, number>): unknown {
  const { parts: chunks } = scoreChunks(words)(query)
  const byFile = words.parts.flatMap(({ segment, placeOf }, part) =>
    [...placeOf].flatMap((place, file) =>
      place < 0
        ? []
        : [
            [
              place,
              [...(chunks[part] ?? []).slice(segment.chunkStarts[file], segment.chunkStarts[file + 1])],
            ] as const,
          ],
    ),
  )
  return {
    files: [...scoreFiles(words)(query)],
    paths: [...scorePaths(words, query)],
    chunks: byFile.sort(([one], [other]) => one - other),
    terms: Array.from(words.lengths, (_, file) => scoreTerms(words, query)(file)),
  }
}

const WORDS = ['basket', 'price', 'total', 'parse', 'open', 'user', 'token']
const query = new Map(WORDS.flatMap((word, place) => [[word, 1 + place / 10] as const]))
const content = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)), { maxLength: 5 })
  .map((parts) =>
    parts.map(([one, other]) => `# ${other}\ndef ${one}_${other}():\n    return ${other}\n`).join('\n'),
  )
const tree = fc.dictionary(
  fc.constantFrom('a.py', 'user/b.py', 'user/token.py', 'c.py', 'price.py', 'd/e.py'),
  content,
  { minKeys: 1 },
)

describe('the words of a tree', () => {
  it('tell the same whether they are read anew or remembered in parts, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 16 }), async (states) => {
        const folder = join(scratch().base, 'words')
        for (const state of states) {
          const [kept, anew] = [await wordsOf(state, folder), await wordsOf(state, null)]
          expect(told(kept, query)).toEqual(told(anew, query))
          kept.close()
        }
        expect(readdirSync(folder).length).toBeLessThan(30)
      }),
      { numRuns: 25 },
    )
  }, 60_000)

  it('find first what has most of a question, in fewest words, and in its name', async () => {
    const words = await wordsOf(
      {
        'basket.py': 'def total_price(items):\n    return sum(items)\n',
        'long.py': `# the price of a total\n${'x = 1\n'.repeat(400)}`,
        'other.py': 'def parse(text):\n    return text\n',
      },
      null,
    )
    const scores = scoreFiles(words)(
      new Map([
        ['total', 1],
        ['pric', 1],
      ]),
    )
    expect([...scores].map((score) => score > 0)).toEqual([true, true, false])
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 0)
  })

  it('are rare or not among those that are asked for', async () => {
    const words = await wordsOf(
      {
        'a.py': 'def total(items):\n    return items\n',
        'b.py': 'def price(items):\n    return items\n',
        'test_one.py': 'def total():\n    pass\n',
        'test_two.py': 'def total():\n    pass\n',
      },
      null,
    )
    const asked = new Map([
      ['total', 1],
      ['pric', 1],
    ])
    const [basket = 0, price = 0] = scoreFiles(words)(asked)
    expect(basket).toBeLessThan(price)
    const [one = 0, other = 0] = scoreFiles(words, { among: Uint8Array.of(1, 1, 0, 0) })(asked)
    expect(one).toBeCloseTo(other)
  })
  it('are as rare in paths as the paths that have them, however often each does', async () => {
    const words = await wordsOf(
      { 'shop/basket.py': '', 'shop/shop/price.py': '', 'shop/shop/shop/total.py': '' },
      null,
    )
    const [once = 0, ...more] = scorePaths(words, new Map([['shop', 1]]))
    expect(once).toBeGreaterThan(0)
    expect(more).toEqual([once, once])
  })
})
