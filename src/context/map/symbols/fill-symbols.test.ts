import { expect, it } from 'vitest'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import { rankSymbols } from '#context/code/rank/rank-symbols.ts'
import { codeOf } from '../../../../test/contracts/code.ts'
import { chooseSymbols } from './choose-symbols.ts'
import { fillSymbols } from './fill-symbols.ts'

it('a program whose definitions are used in their own file alone is shown by them, the largest first', async () => {
  const files = {
    'nvm.sh': 'small() {\n  echo 1\n}\nlarge() {\n  small\n  small\n  small\n}\nlarge\n',
    'alone.py': 'def alone():\n    return 1\n',
    'test/test_alone.py': 'def test_alone():\n    return 1\n',
    'README.md': '# The title\n',
  }
  const graph = buildGraph(await codeOf(files), () => null)
  const ranking = rankSymbols({ ...graph, focus: new Set() })
  if (ranking.kind === 'failed') throw new Error(ranking.because)
  const namesOf = (count: number) => {
    const symbols = chooseSymbols(graph, { ...ranking, count })
    return fillSymbols(graph, { symbols, ranks: ranking.files, count }).map(
      ({ definition }) => definition.name,
    )
  }
  expect(namesOf(10).toSorted()).toEqual(['alone', 'large', 'small'])
  expect(namesOf(10).indexOf('large')).toBeLessThan(namesOf(10).indexOf('small'))
})
