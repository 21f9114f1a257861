import { expect, it } from 'vitest'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import { rankSymbols } from '#context/code/rank/rank-symbols.ts'
import { codeOf } from '../../../../test/contracts/code.ts'
import { chooseSymbols } from '../symbols/choose-symbols.ts'
import { surroundFocus } from './surround-focus.ts'

it('a file in focus is shown by what it has, also where that is in a namespace', async () => {
  const files = {
    'admin/base.rb': 'module Admin\n  class Base\n    def open; end\n  end\nend\n',
    'shop.h': '#if A\n#define LIMIT 1\n#else\n#define LIMIT 2\n#endif\nint total(void);\n',
  }
  const graph = buildGraph(await codeOf(files), () => null)
  const { symbols } = surroundFocus(graph, { focus: new Set([0, 1]), symbols: [] })
  expect(
    symbols.map(({ definition, around }) =>
      [definition.name, ...around.map(({ name }) => name)].join(' in '),
    ),
  ).toEqual(['Base in Admin', 'total', 'LIMIT'])
})

it('a namespace of many files that is imported is there by the file of which most is used', async () => {
  const wares = Array.from({ length: 40 }, (_, at) => [
    `Wares/Ware${at}.cs`,
    `namespace Shop.Wares;\npublic class Ware${at} {}\n`,
  ])
  const files = {
    'App/Till.cs':
      'using Shop.Wares;\nnamespace Shop.App;\npublic class Till {\n  Ware7 a;\n  Ware9 b = new Ware9();\n  Ware9 Sell() => b;\n}\n',
    ...Object.fromEntries(wares),
  }
  const graph = buildGraph(await codeOf(files), () => null)
  const { paths } = surroundFocus(graph, { focus: new Set([0]), symbols: [] })
  expect(paths).toEqual(['App/Till.cs', 'Wares/Ware9.cs'])
})

it('of a file in focus is shown first what others need of it', async () => {
  const files = {
    'shop.ts': 'export const LIMIT = 1\nexport const SIZE = 2\nexport class Basket {\n  add() {}\n}\n',
    'use.ts': "import { Basket } from './shop'\nnew Basket().add()\n",
  }
  const graph = buildGraph(await codeOf(files), () => null)
  const ranking = rankSymbols({ ...graph, focus: new Set([0]) })
  if (ranking.kind === 'failed') throw new Error(ranking.because)
  const needed = chooseSymbols(graph, { ...ranking, count: 10 })
  const { symbols } = surroundFocus(graph, { focus: new Set([0]), symbols: needed })
  expect(symbols.map(({ definition }) => definition.name).slice(0, 3)).toEqual(['Basket', 'LIMIT', 'SIZE'])
})
