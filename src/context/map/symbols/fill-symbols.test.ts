import { expect, it } from 'vitest'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import { rankSymbols } from '#context/code/rank/rank-symbols.ts'
import { codeOf } from '../../../../test/contracts/code.ts'
import { chooseSymbols } from './choose-symbols.ts'
import { fillSymbols } from './fill-symbols.ts'

async function namesIn(files: Record<string, string>, count: number): Promise<string[]> {
  const graph = buildGraph(await codeOf(files), () => null)
  const ranking = rankSymbols({ ...graph, focus: new Set() })
  if (ranking.kind === 'failed') throw new Error(ranking.because)
  const symbols = chooseSymbols(graph, { ...ranking, count })
  return fillSymbols(graph, { symbols, ranks: ranking.files, count }).map(({ definition }) => definition.name)
}

it('a program whose definitions are used in their own file alone is shown by them, the largest first', async () => {
  const files = {
    'nvm.sh': 'small() {\n  echo 1\n}\nlarge() {\n  small\n  small\n  small\n}\nlarge\n',
    'alone.py': 'def alone():\n    return 1\n',
    'test/test_alone.py': 'def test_alone():\n    return 1\n',
    'README.md': '# The title\n',
  }
  const names = await namesIn(files, 10)
  expect(names.toSorted()).toEqual(['alone', 'large', 'small'])
  expect(names.indexOf('large')).toBeLessThan(names.indexOf('small'))
})

it('of a long file all is shown where there is room, after the first of the others', async () => {
  const functions = Array.from({ length: 60 }, (_, place) => `f${place}() {\n  echo\n}\n`)
  const files = { 'install.sh': 'install() {\n  echo\n}\n', 'nvm.sh': functions.join('') }
  const names = await namesIn(files, 100)
  expect(names).toHaveLength(61)
  expect(names[0]).toBe('f0')
  expect(names.indexOf('install')).toBe(40)
  expect(await namesIn(files, 50)).toHaveLength(50)
})

it.each([
  ['a.ex', 'defmodule Shop do\n  def hello(n), do: n\nend\n', ['hello']],
  ['a.cpp', 'namespace shop {\nnamespace inner {\nint total(int a) { return a; }\n}\n}\n', ['total']],
  ['a.rb', 'module Shop\n  class Cart\n    def total\n    end\n  end\nend\n', ['Cart']],
  ['a.rs', 'pub mod shop {\n    pub struct Cart {}\n}\n', ['Cart']],
  ['a.ts', 'export namespace Shop {\n  export class Cart {}\n}\n', ['Cart']],
])('what lies in a frame around it is shown: %s', async (path, text, names) => {
  expect(await namesIn({ [path]: text }, 10)).toEqual(names)
})
