import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Language as Grammar, Parser, Query } from 'web-tree-sitter'
import { extractTags } from '../extract-tags.ts'
import type { Language } from '../language.ts'
import type { Tags } from '../tags.ts'
import { compileRuntime, instantiateWith } from './compile-runtime.ts'
import { legible } from './legible.ts'

export type ParseOutcome =
  | {
      readonly kind: 'parsed'
      readonly tags: Tags /** Part of the file is in no form that the grammar knows. */
      readonly hasErrors: boolean
    }
  | { readonly kind: 'timeout' }
  /** The grammar is missing or broken. */
  | { readonly kind: 'no-grammar' }

/** Parses source text within a limit. */
export type Parse = (request: {
  readonly language: Language
  readonly source: string
  readonly limitMs: number
}) => Promise<ParseOutcome>

/** Starts the one runtime that a thread has, with the folder of the grammars. Grammars are loaded when the first file needs them. */
export async function startParsing(folder: string, runtime = compileRuntime(folder)): Promise<Parse> {
  if (runtime === null) return async () => ({ kind: 'no-grammar' })
  await Parser.init({ instantiateWasm: instantiateWith(runtime) })
  const parser = new Parser()
  const tools = new Map<Language, Promise<Tools | null>>()
  return async ({ language, source, limitMs }) => {
    const ready = await (tools.get(language) ?? prepare({ tools, folder, language }))
    if (ready === null) return { kind: 'no-grammar' }
    const { grammar, query } = ready
    parser.setLanguage(grammar)
    const deadline = performance.now() + limitMs
    const isLate = () => performance.now() > deadline
    const tree = parser.parse(legible(source, language.blank), null, { progressCallback: isLate })
    if (tree === null) {
      // Else the next parse would go on with this text.
      parser.reset()
      return { kind: 'timeout' }
    }
    try {
      const captures = query.captures(tree.rootNode, { progressCallback: isLate })
      if (isLate()) return { kind: 'timeout' }
      return {
        kind: 'parsed',
        tags: extractTags({ language, source, captures }),
        hasErrors: tree.rootNode.hasError,
      }
    } finally {
      tree.delete()
    }
  }
}

type Tools = { readonly grammar: Grammar; readonly query: Query }

type Preparation = {
  readonly tools: Map<Language, Promise<Tools | null>>
  readonly folder: string
  readonly language: Language
}

function prepare({ tools, folder, language }: Preparation): Promise<Tools | null> {
  const made = load(join(folder, `tree-sitter-${language.grammar}.wasm`), language.query)
  tools.set(language, made)
  return made
}

async function load(path: string, query: string): Promise<Tools | null> {
  try {
    const grammar = await Grammar.load(readFileSync(path))
    return { grammar, query: new Query(grammar, query) }
  } catch {
    return null
  }
}
