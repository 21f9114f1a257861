import { describe, expect, it } from 'vitest'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import { codeOf } from '../../../test/contracts/code.ts'
import { rankDefinitions } from './rank-definitions.ts'
import type { RankedFile } from './rank-files.ts'
import { readTask } from './task/read-task.ts'
import { openWords } from './words/open-words.ts'

type Tree = Readonly<Record<string, string>>

/** All that a tree defines, as `file.py:Type.name`: those first that a task is most likely about. */
async function rankedIn(tree: Tree, text: string): Promise<string[]> {
  const graph = buildGraph(await codeOf(tree), (path) => tree[path] ?? null)
  const words = await openWords({
    root: '',
    listedAt: 0,
    files: graph.paths.map((path) => ({ path, blob: path })),
    read: (path) => ({ kind: 'text', text: tree[path] ?? '' }),
    folder: null,
  }).finish({ definitionsOf: graph.definitionsOf, isLasting: () => true })
  const files = graph.paths.map((_, file) => ({ file, score: 1 }) as RankedFile)
  const ranked = rankDefinitions({ task: readTask(text), graph, words, definersOf: () => [], files })
  return ranked.map(({ file, qualifiedName }) => `${graph.paths[file]}:${qualifiedName}`)
}

async function namesIn(tree: Tree): Promise<string[]> {
  return (await rankedIn(tree, 'The total is free')).map((name) => name.replace(/.*:/, '')).sort()
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
  it('comes first if it is named with the type or the file that it is in', async () => {
    const sum = (type: string) => `class ${type}:\n  def total(self):\n    return sum(self.prices)\n`
    const tree = {
      'basket.py': `${sum('Basket')}\n${sum('Offer')}\n${sum('Price')}`,
      'bill.py': 'def total(prices):\n  return sum(prices)\n',
      'card.py': 'def total(prices):\n  return sum(prices)\n',
      'cash.py': 'def total(prices):\n  return sum(prices)\n',
    }
    const firstOf = async (text: string) => (await rankedIn(tree, text))[0]
    expect(await firstOf('A wrong sum\n\nSee `shop.Offer.total`.')).toBe('basket.py:Offer.total')
    expect(await firstOf('A wrong sum\n\nSee `Price::total`.')).toBe('basket.py:Price.total')
    expect(await firstOf('A wrong sum\n\nSee `card.total`.')).toBe('card.py:total')
  })

  it('that makes something counts for more where the task speaks of what it makes', async () => {
    const type = (name: string) =>
      `class ${name}:\n  def __init__(self, rows):\n    self.rows = rows\n\n  def sort(self, rows):\n    self.rows = rows + rows\n`
    const tree = { 'shop.py': [type('Basket'), type('Offer'), type('Price')].join('\n') }
    const ranked = await rankedIn(tree, 'Rows are lost\n\n```\nshow(Offer)\n```')
    const leads = (one: string, other: string) =>
      ranked.indexOf(`shop.py:${one}`) < ranked.indexOf(`shop.py:${other}`)
    expect(leads('Offer.__init__', 'Offer.sort')).toBe(true)
    expect(leads('Basket.__init__', 'Basket.sort')).toBe(false)
    expect(leads('Price.__init__', 'Price.sort')).toBe(false)
  })

  it('is as long as its code, whatever is written about it', async () => {
    const note = `  """\n${'  Nobody knows when any of this was seen.\n'.repeat(40)}  """\n`
    const code = '  seen = prices + prices + prices\n'.repeat(3)
    const tree = {
      'shop.py': `def noted(prices):\n${note}  return prices\n\ndef plain(prices):\n${code}  return prices\n`,
    }
    expect(await rankedIn(tree, 'Baskets are late')).toEqual(['shop.py:plain', 'shop.py:noted'])
  })
})
