import { statSync } from 'node:fs'
import { join } from 'node:path'
import { buildId } from '#kit/build-id.ts'
import { calmWasm } from '#kit/calm-wasm.ts'
import { optimiseLater } from '#kit/optimise-later.ts'
import { sha256 } from '#kit/sha256.ts'
import { withinTime } from '#kit/within-time.ts'
import type { Language } from '../language.ts'
import { beginOne } from './begin-one.ts'
import { findNative } from './native/find-native.ts'
import { type NativeParsers, startNative } from './native/start-native.ts'
import type { ParsedFile } from './parse-files.ts'
import {
  type Parse,
  type ParseOutcome,
  type ParseRequest,
  type Parsers,
  startParsing,
} from './start-parsing.ts'

export type HereRequest = {
  /** Whole paths. */
  readonly files: readonly string[]
  /** Folders: what is parsed with in WebAssembly, and natively. Null to do all of it in WebAssembly. */
  readonly grammars: string
  readonly native: string | null
  /** Where something may be kept to be quicker the next time. */
  readonly cache: string
  readonly onOutcome: (parsed: ParsedFile) => void
}

/**
 * Parses a few small files without a thread for it: to start one takes longer. Gives those back that are too many, or take too
 * long, or break something: they are for a thread that can be ended.
 */
export async function parseHere({ files, native, ...request }: HereRequest): Promise<readonly string[]> {
  if (files.length > FILES_MAX || broken) return files
  const found = native === null ? null : findNative(native)
  const natively = found === null ? null : startNative(found)
  try {
    for (const [place, path] of files.entries()) {
      const parsed = sizeOf(path) > SIZE_MAX_BYTES ? null : await tryOne(path, { ...request, natively })
      if (parsed === null) return files.slice(place)
      request.onOutcome(parsed)
    }
    return []
  } finally {
    natively?.drop()
  }
}

const FILES_MAX = 4
const SIZE_MAX_BYTES = 128 * 1024
const LIMIT_MS = 500

/** A runtime that was left in the middle is of no use any more, and a thread has but one. */
let broken = false
let starting: Promise<Parsers> | null = null

type Means = Pick<HereRequest, 'grammars' | 'cache'> & { readonly natively: NativeParsers | null }

async function tryOne(path: string, means: Means): Promise<ParsedFile | null> {
  try {
    const finishOne = await beginOne({
      path,
      parsers: (language) => parserOf(language, means),
      limitMs: LIMIT_MS,
    })
    const { outcome, ...origin } = await finishOne((finish) => finish())
    return outcome.kind === 'failed' ? null : { path, outcome, origin }
  } catch {
    broken = true
    return null
  }
}

async function parserOf(
  language: Language,
  means: Means,
): Promise<((request: ParseRequest) => () => Promise<ParseOutcome>) | null> {
  const parse = await means.natively?.parserOf(language)
  if (parse)
    return (request) => {
      const finish = parse(request)
      return async () => (await finish?.()) ?? GIVEN_BACK
    }
  const inWasm = await startHere(language, means)
  return inWasm && ((request) => async () => run(inWasm(request)))
}

/** Whoever has a thread to lose may find out why. */
const GIVEN_BACK: ParseOutcome = { kind: 'failed', why: 'crash' }

async function startHere(
  language: Language,
  { grammars, cache }: Pick<HereRequest, 'grammars' | 'cache'>,
): Promise<Parse | null> {
  calmWasm()
  optimiseLater()
  starting ??= startParsing({ grammars, queryFile: (one) => queryFile(one, { grammars, cache }) })
  return (await starting)(language)
}

function run(finish: () => ParseOutcome): ParseOutcome {
  let outcome: ParseOutcome | null = null
  // Most ask for the time now and then, and the others are ended.
  withinTime(() => {
    outcome = finish()
  }, 2 * LIMIT_MS)
  if (outcome === null) throw new Error('it does not come to an end')
  return outcome
}

function queryFile(
  { grammar, query }: Language,
  { grammars, cache }: Pick<HereRequest, 'grammars' | 'cache'>,
): string {
  const made = [buildId, grammars, sizeOf(join(grammars, `tree-sitter-${grammar}.wasm`)), query]
  return join(cache, 'queries', `${grammar}-${sha256(JSON.stringify(made)).slice(0, 12)}`)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
