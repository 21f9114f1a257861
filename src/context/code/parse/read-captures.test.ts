import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Language as Grammar, type Node, Parser, Query } from 'web-tree-sitter'
import { packageFile } from '#kit/package-file.ts'
import { languageOf, languages } from '../languages/all.ts'
import {
  compileModule,
  type Instantiate,
  instantiateWith,
  readGrammar,
  readRuntime,
} from './compile-module.ts'
import { handText } from './hand-text.ts'
import { openCaptures, type ReadCaptures } from './read-captures.ts'

const GRAMMARS = packageFile('dist/grammars')
const FIXTURES = packageFile('test/fixtures/code')

/** What reads captures, and how many pieces of text were handed until then. */
async function start(): Promise<{ readonly read: ReadCaptures; readonly handed: () => number }> {
  const instantiate = instantiateWith(compileModule(readRuntime(GRAMMARS)))
  let pieces = 0
  const started: { readonly instantiateWasm: Instantiate } = {
    instantiateWasm: (imports, receive) => {
      const { env } = handText(imports, started) as {
        readonly env: Record<string, (...words: number[]) => void>
      }
      const hand = (...words: number[]) => {
        pieces += 1
        env['tree_sitter_parse_callback']?.(...words)
      }
      return instantiate({ ...imports, env: { ...env, tree_sitter_parse_callback: hand } }, receive)
    },
  }
  await Parser.init(started)
  return { read: openCaptures(started), handed: () => pieces }
}

type Own = { readonly name: string; readonly node: Node; readonly patternIndex: number }

/** Of those by the same name, of the same pattern and the same node. */
function isFirst(): (one: Own) => boolean {
  const seen = new Set<string>()
  return ({ name, node, patternIndex }) => {
    const { size } = seen
    return seen.add(`${name} ${node.id} ${patternIndex}`).size > size
  }
}

describe('captures', () => {
  it('are those that the runtime would tell of, once and in order, in every language, however long the text', async () => {
    const { read, handed } = await start()
    const parser = new Parser()
    for (const { name, grammar, query: patterns } of languages) {
      const folder = join(FIXTURES, grammar)
      const sample = readdirSync(folder).find((file) => languageOf(file)?.grammar === grammar) ?? ''
      const text = `${readFileSync(join(folder, sample), 'utf8')}\n# 🧺\n`.repeat(6)
      const loaded = Grammar.loadSync(compileModule(readGrammar(GRAMMARS, grammar)).module)
      const query = new Query(loaded, patterns)
      const tree = parser.setLanguage(loaded).parse(text)
      if (tree === null) throw new Error('it was not parsed')
      const before = handed()
      const { names, words } = read({ query, tree, text, isLate: () => false })
      const own = query
        .matches(tree.rootNode)
        .flatMap(({ patternIndex, captures }) => captures.map((capture) => ({ ...capture, patternIndex })))
        .sort(
          (a, b) =>
            a.node.startIndex - b.node.startIndex ||
            b.node.endIndex - a.node.endIndex ||
            a.patternIndex - b.patternIndex,
        )
        .filter(isFirst())
        .flatMap(({ name: called, node }) => [
          query.captureNames.indexOf(called),
          node.id,
          node.startIndex,
          node.endIndex,
          node.startPosition.row,
          node.endPosition.row,
          node.endPosition.column,
        ])
      expect(own.length, name).toBeGreaterThan(0)
      expect(names, name).toEqual(query.captureNames)
      expect([...words], name).toEqual(own)
      expect(before, name).toBeGreaterThan(1)
      // What was read is what the text is made of, to its last letter.
      expect(tree.rootNode.endIndex, name).toBe(text.length)
    }
  })
})
