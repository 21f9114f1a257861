import { Language as Grammar, Parser, Query } from 'web-tree-sitter'
import { extractTags } from '../extract-tags.ts'
import type { Language } from '../language.ts'
import type { Tags } from '../tags.ts'
import type { Grammars } from './compile-grammars.ts'
import {
  type Compiled,
  compileModule,
  type Instantiate,
  instantiateWith,
  readGrammar,
} from './compile-module.ts'
import { compileRuntime } from './compile-runtime.ts'
import { giveCleanMemory } from './give-clean-memory.ts'
import { handText } from './hand-text.ts'
import { legible } from './legible.ts'
import { openQueryMemory, type QueryMemory } from './query-memory.ts'
import { openCaptures, type ReadCaptures } from './read-captures.ts'

/** Takes a source text of one language in hand. What is given back parses it within the limit. */
export type Parse = (request: ParseRequest) => () => ParseOutcome

export type ParseRequest = {
  readonly source: string
  /** The same in UTF-8, where it came from there and nothing was lost on the way. */
  readonly bytes?: Uint8Array | undefined
  readonly limitMs: number
}

export type ParseOutcome =
  | {
      readonly kind: 'parsed'
      readonly tags: Tags
      /** Part of the file is in no form that the grammar knows. */
      readonly hasErrors: boolean
    }
  | { readonly kind: 'failed'; readonly why: 'timeout' | 'hang' | 'crash' }

/** A grammar is loaded when the first file needs it. Null where it is missing or broken. */
export type Parsers = (language: Language) => Promise<Parse | null>

export type ParsingRequest = {
  /** The folder of the grammars. */
  readonly grammars: string
  readonly runtime?: Compiled | null
  /** Those that are compiled already. */
  readonly compiled?: Grammars
  /** Where a compiled query may be kept, see `QueryMemory`. */
  readonly queryFile?: ((language: Language) => string) | undefined
}

/** Starts the one runtime that a thread has. */
export async function startParsing({ runtime, ...request }: ParsingRequest): Promise<Parsers> {
  const base = runtime === undefined ? compileRuntime(request.grammars) : runtime
  if (base === null) return async () => null
  const instantiate = instantiateWith(base)
  let imported = {}
  const started: Started = {
    instantiateWasm: (imports, receive) => {
      imported = imports
      return instantiate(handText(imports, started), receive)
    },
  }
  await Parser.init(started)
  giveCleanMemory(imported)
  const memory = openQueryMemory(started)
  const readCaptures = openCaptures(started)
  const parser = new Parser()
  const tools = new Map<Language, Tools | null>()
  return async (language) => {
    const known = tools.get(language)
    const ready = known === undefined ? load(language, { ...request, memory }) : known
    tools.set(language, ready)
    return ready === null
      ? null
      : (request) => () => parse({ ...request, ...ready, parser, readCaptures, language })
  }
}

/** The runtime puts itself into what it was started with. */
type Started = { readonly instantiateWasm: Instantiate }

type Tools = { readonly grammar: Grammar; readonly query: Query }

type Loading = Omit<ParsingRequest, 'runtime'> & { readonly memory: QueryMemory }

function load(language: Language, { grammars, compiled, memory, queryFile }: Loading): Tools | null {
  try {
    const { module } =
      compiled?.get(language.grammar) ?? compileModule(readGrammar(grammars, language.grammar))
    const grammar = Grammar.loadSync(module)
    const compile = () => new Query(grammar, language.query)
    const file = queryFile?.(language)
    return { grammar, query: file === undefined ? compile() : memory.through(file, compile) }
  } catch {
    return null
  }
}

type Job = Tools & {
  readonly parser: Parser
  readonly readCaptures: ReadCaptures
  readonly language: Language
  readonly source: string
  readonly limitMs: number
}

function parse({ parser, readCaptures, grammar, query, language, source, limitMs }: Job): ParseOutcome {
  parser.setLanguage(grammar)
  const deadline = performance.now() + limitMs
  const isLate = () => performance.now() > deadline
  const text = legible(source, language.blank)
  const tree = parser.parse(text, null, { progressCallback: isLate })
  if (tree === null) {
    // Else the next parse would go on with this text.
    parser.reset()
    return { kind: 'failed', why: 'timeout' }
  }
  try {
    const captures = readCaptures({ query, tree, text, isLate })
    if (isLate()) return { kind: 'failed', why: 'timeout' }
    return {
      kind: 'parsed',
      tags: extractTags({ language, source, captures }),
      hasErrors: tree.rootNode.hasError,
    }
  } finally {
    tree.delete()
  }
}
