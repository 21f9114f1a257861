import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Language as Grammar, Parser, Query } from 'web-tree-sitter'
import { extractTags } from '../extract-tags.ts'
import type { Language } from '../language.ts'
import type { Tags } from '../tags.ts'
import { compileRuntime, instantiateWith, type Runtime } from './compile-runtime.ts'
import { legible } from './legible.ts'
import { openQueryMemory, type QueryMemory } from './query-memory.ts'

/** Parses source text of one language within a limit. */
export type Parse = (request: { readonly source: string; readonly limitMs: number }) => ParseOutcome

export type ParseOutcome =
  | {
      readonly kind: 'parsed'
      readonly tags: Tags
      /** Part of the file is in no form that the grammar knows. */
      readonly hasErrors: boolean
    }
  | { readonly kind: 'timeout' }

/** A grammar is loaded when the first file needs it. Null where it is missing or broken. */
export type Parsers = (language: Language) => Promise<Parse | null>

export type ParsingRequest = {
  /** The folder of the grammars. */
  readonly grammars: string
  readonly runtime?: Runtime | null
  /** Where a compiled query may be kept, see `QueryMemory`. */
  readonly queryFile?: ((language: Language) => string) | undefined
}

/** Starts the one runtime that a thread has. */
export async function startParsing({ grammars, runtime, queryFile }: ParsingRequest): Promise<Parsers> {
  const compiled = runtime === undefined ? compileRuntime(grammars) : runtime
  if (compiled === null) return async () => null
  const started = { instantiateWasm: instantiateWith(compiled) }
  await Parser.init(started)
  const memory = openQueryMemory(started)
  const parser = new Parser()
  const tools = new Map<Language, Promise<Tools | null>>()
  return async (language) => {
    const loading = tools.get(language) ?? load(language, { grammars, memory, queryFile })
    tools.set(language, loading)
    const ready = await loading
    return ready === null ? null : (request) => parse({ ...request, ...ready, parser, language })
  }
}

type Tools = { readonly grammar: Grammar; readonly query: Query }

type Loading = Pick<ParsingRequest, 'grammars' | 'queryFile'> & { readonly memory: QueryMemory }

async function load(language: Language, { grammars, memory, queryFile }: Loading): Promise<Tools | null> {
  try {
    const grammar = await Grammar.load(readFileSync(join(grammars, `tree-sitter-${language.grammar}.wasm`)))
    const compile = () => new Query(grammar, language.query)
    const file = queryFile?.(language)
    return { grammar, query: file === undefined ? compile() : memory.through(file, compile) }
  } catch {
    return null
  }
}

type Job = Tools & {
  readonly parser: Parser
  readonly language: Language
  readonly source: string
  readonly limitMs: number
}

function parse({ parser, grammar, query, language, source, limitMs }: Job): ParseOutcome {
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
