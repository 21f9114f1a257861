import { describe, expect, it } from 'vitest'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import { codeOf } from '../../../test/contracts/code.ts'
import { rankDefinitions } from './rank-definitions.ts'
import type { RankedFile } from './rank-files.ts'
import { readTask } from './task/read-task.ts'
import { openWords } from './words/open-words.ts'

/** The names of all that a tree defines, in their order. */
async function namesIn(tree: Readonly<Record<string, string>>): Promise<string[]> {
  const graph = buildGraph(await codeOf(tree), (path) => tree[path] ?? null)
  const words = openWords({
    files: graph.paths.map((path) => ({ path, blob: path })),
    definitionsOf: graph.definitionsOf,
    read: (path) => ({ kind: 'text', text: tree[path] ?? '' }),
    isLasting: () => true,
    folder: null,
  })
  const files = graph.paths.map((_, file) => ({ file, score: 1 }) as RankedFile)
  const task = readTask('The total is free')
  const ranked = rankDefinitions({ task, graph, words, definersOf: () => [], files })
  return ranked.map(({ qualifiedName }) => qualifiedName).sort()
}

describe('a definition', () => {
  it('goes by the type that it belongs to, in whichever file that is', async () => {
    const names = await namesIn({
      'shop/basket.go': 'package shop\n\ntype Basket struct {\n\tprices []int\n}\n',
      'shop/total.go':
        'package shop\n\nfunc (b *Basket) Total() int {\n\treturn 0\n}\n\nfunc Free() int {\n\treturn 0\n}\n',
    })
    expect(names).toEqual(['Basket', 'Basket.Total', 'Free'])
  })

  it('goes by what it is put into, as it is written there', async () => {
    const names = await namesIn({
      'basket.js': [
        'shop.Basket.prototype.total = function (prices) { return prices }',
        'shop.free = () => 0',
        'exports.open = function () {}',
        'module.exports.close = function () {}',
        'class Price { round = () => 0 }',
      ].join('\n'),
    })
    expect(names).toEqual([
      'Price',
      'Price.round',
      'close',
      'open',
      'shop.Basket.prototype.total',
      'shop.free',
    ])
  })
})
