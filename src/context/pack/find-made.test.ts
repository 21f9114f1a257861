import { describe, expect, it } from 'vitest'
import { buildGraph } from '#context/code/graph/build-graph.ts'
import { codeOf } from '../../../test/contracts/code.ts'
import { findMade } from './find-made.ts'
import { openWords } from './words/open-words.ts'

type Tree = Readonly<Record<string, string>>

/** The paths of what was made by a tool. */
async function madeOf(tree: Tree): Promise<string[]> {
  const code = await codeOf(tree)
  const graph = buildGraph(code, (path) => tree[path] ?? null)
  const words = await openWords({
    root: '',
    listedAt: 0,
    files: graph.paths.map((path) => ({ path, blob: path })),
    read: (path) => ({ kind: 'text', text: tree[path] ?? '' }),
    folder: null,
  }).finish({ definitionsOf: graph.definitionsOf, isLasting: () => true })
  const made = findMade({ graph, words, files: graph.paths.map((_, file) => file) })
  return graph.paths.filter((_, file) => made[file] === 1)
}

const PARTS: Tree = Object.fromEntries(
  ['lexer', 'parser', 'printer', 'rules'].map((name) => [
    `src/${name}.js`,
    ['open', 'close'].map((verb) => `export function ${verb}${name}(text) {\n  return text\n}\n`).join('\n'),
  ]),
)

describe('what a tool has made of other files', () => {
  it('is what lies where such files do', async () => {
    expect(await madeOf({ ...PARTS, 'dist/all.js': 'var a = 1\n' })).toEqual(['dist/all.js'])
  })

  it('is a bundle, which defines what several smaller files define, wherever it lies', async () => {
    const bundle = Object.values(PARTS).join('\n').replaceAll('export ', '')
    expect(await madeOf({ ...PARTS, 'lib/all.js': bundle })).toEqual(['lib/all.js'])
  })

  it('is not a large file with names of its own', async () => {
    const own = Object.values(PARTS).join('\n').replaceAll('export function ', 'export function own')
    expect(await madeOf({ ...PARTS, 'lib/all.js': own })).toEqual([])
  })

  it('is not what is called as many others call it', async () => {
    const widget = ['a', 'b', 'c', 'd', 'e', 'f']
      .map((name) => `export function ${name}Props() {\n  return 1\n}\n`)
      .join('')
    const tree = Object.fromEntries(['one', 'two', 'three', 'four'].map((name) => [`${name}.js`, widget]))
    expect(await madeOf({ ...tree, 'all.js': widget.repeat(3) })).toEqual([])
  })
})
