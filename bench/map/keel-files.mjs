/**
 * What keel parses of a tree, and with which queries, by keel's own rules. Bundled when the bench runs (load-keel.mjs),
 * since these are modules of its sources.
 */
import { join } from 'node:path'
import { languageOf, languages } from '../../src/context/code/languages/all.ts'
import { legible } from '../../src/context/code/parse/legible.ts'
import { readSource } from '../../src/context/code/parse/read-source.ts'
import { listTree } from '../../src/context/code/walk/list-tree.ts'
import { roleOf } from '../../src/context/code/walk/role-of.ts'
import { leavesOut } from '../../src/verbs/leaves-out.ts'

/** Each content that keel parses, once, as keel reads it. */
export async function keelFiles(root) {
  const tree = await listTree({ root })
  const isLeftOut = leavesOut({ root, globs: [], written: null })
  const seen = new Set()
  const files = []
  for (const { path, blob } of tree.files) {
    const language = languageOf(path)
    if (!isParsed(path) || isLeftOut(path)) continue
    const key = `${blob} ${language.grammar}`
    if (seen.has(key)) continue
    seen.add(key)
    const source = await readSource(join(root, path))
    if (source.kind === 'unread') continue
    const text = legible(source.text, language.blank)
    files.push({ path, grammar: language.grammar, text, isBlanked: text !== source.text })
  }
  return { total: tree.files.length, files }
}

export function keelQueries() {
  return new Map(languages.map(({ grammar, query }) => [grammar, query]))
}

/** Whether a file of this name is one that keel parses. */
export function isParsed(path) {
  return languageOf(path) !== null && roleOf(path) !== 'vendored'
}
