import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Language, Parser, Query } from 'web-tree-sitter'

/** What the queries find in the files where keel runs them, for each grammar: C must find the same. */
export async function countCaptures(files, queries) {
  const folder = join(import.meta.dirname, '../../dist/grammars')
  await Parser.init({ locateFile: (name) => join(folder, name) })
  const parser = new Parser()
  const tools = new Map()
  const counts = new Map()
  for (const { grammar, text } of files) {
    if (!tools.has(grammar)) tools.set(grammar, await load({ folder, grammar, query: queries.get(grammar) }))
    const { language, query } = tools.get(grammar)
    parser.setLanguage(language)
    const tree = parser.parse(text)
    counts.set(grammar, (counts.get(grammar) ?? 0) + query.captures(tree.rootNode).length)
    tree.delete()
  }
  return counts
}

async function load({ folder, grammar, query }) {
  const language = await Language.load(readFileSync(join(folder, `tree-sitter-${grammar}.wasm`)))
  return { language, query: new Query(language, query) }
}
