import { expect, it } from 'vitest'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import { codeOf } from '../../../../test/contracts/code.ts'
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
