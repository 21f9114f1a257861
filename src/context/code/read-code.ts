import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#kit/sha256.ts'
import { contentKey } from './content-key.ts'
import type { CodeFile } from './graph/code-file.ts'
import { type ContentKey, openCodeIndex } from './index/code-index.ts'
import { languageOf } from './languages/all.ts'
import type { FileOutcome } from './parse/batch.ts'
import { parseFiles } from './parse/parse-files.ts'
import type { UnreadReason } from './parse/read-source.ts'
import type { Tags } from './tags.ts'
import type { Tree, TreeFile } from './walk/list-tree.ts'
import { roleOf } from './walk/role-of.ts'

export type CodeRequest = {
  readonly root: string
  readonly tree: Tree
  /** Where what was parsed is kept; null to keep nothing. */
  readonly cache: string | null
  /** The program of the threads, and the folder of the grammars. */
  readonly program: string
  readonly grammars: string
  readonly threads: number
  /** There is more than is in `tree`, and it is not to be forgotten. */
  readonly isPart?: boolean
}

export type Code = {
  /** Every file, in the order of their paths. */
  readonly files: readonly CodeFile[]
  /** Files that are not in the picture as they should be, by name. */
  readonly problems: readonly FileProblem[]
  /** How many had to be parsed. */
  readonly parsed: number
}

export const fileProblems = [
  'too-large',
  'minified',
  'unreadable',
  'no-grammar',
  'timeout',
  'hang',
  'crash',
  'syntax',
] as const

export type FileProblem = { readonly path: string; readonly why: (typeof fileProblems)[number] }

/** Reads the code of a repository: what was parsed before is remembered by content, the rest is parsed now. */
export async function readCode({
  root,
  tree,
  cache,
  program,
  grammars,
  threads,
  isPart = false,
}: CodeRequest): Promise<Code> {
  const index =
    cache === null ? null : openCodeIndex({ folder: cache, engine: sha256(readFileSync(program)) })
  const wanted = new Map<ContentKey, TreeFile>()
  for (const file of tree.files) {
    const key = contentKey(file)
    if (key !== null) wanted.set(key, file)
  }
  const known = index?.find([...wanted.keys()]) ?? new Map<ContentKey, FileOutcome>()
  const missing = [...wanted].filter(([key]) => !known.has(key))
  const fresh = new Map<ContentKey, FileOutcome>()
  const keyOfPath = new Map(missing.map(([key, { path }]) => [join(root, path), key]))
  await parseFiles({
    files: [...keyOfPath.keys()],
    program,
    grammars,
    threads,
    limitMs: LIMIT_MS,
    onOutcome: (path, outcome) => fresh.set(keyOfPath.get(path) ?? '', outcome),
  })
  const lasting = [...fresh].filter(([, outcome]) => isLasting(outcome))
  if (lasting.length > 0) index?.add(new Map(lasting), isPart ? undefined : wanted)
  const outcomeOf = (file: TreeFile) => {
    const key = contentKey(file)
    return key === null ? null : (known.get(key) ?? fresh.get(key) ?? null)
  }
  const read = tree.files.map((file) => ({ file, outcome: outcomeOf(file) }))
  return {
    files: read.map(({ file, outcome }) => toCodeFile(file, outcome)),
    problems: read.flatMap(({ file, outcome }) => problemOf(file, outcome)),
    parsed: missing.length,
  }
}

/** For one file. A file of a megabyte takes a third of a second. */
const LIMIT_MS = 5000

/** One that could not be read may be readable tomorrow, and a grammar that is missing may be there. */
function isLasting(outcome: FileOutcome): boolean {
  return outcome.kind !== 'unread' || (outcome.why !== 'gone' && outcome.why !== 'no-grammar')
}

function toCodeFile({ path }: TreeFile, outcome: FileOutcome | null): CodeFile {
  const role = roleOf(path)
  if (outcome?.kind !== 'parsed') return { path, role, grammar: null, tags: NO_TAGS }
  return {
    path,
    role: outcome.isGenerated && role !== 'vendored' ? 'generated' : role,
    grammar: languageOf(path)?.grammar ?? null,
    tags: JSON.parse(outcome.tags) as Tags,
  }
}

const NO_TAGS: Tags = { definitions: [], references: [], imports: [], module: null }

function problemOf({ path }: TreeFile, outcome: FileOutcome | null): FileProblem[] {
  switch (outcome?.kind) {
    case undefined:
      return []
    case 'parsed':
      return outcome.hasErrors ? [{ path, why: 'syntax' }] : []
    case 'failed':
      return [{ path, why: outcome.why }]
    case 'unread':
      return unreadProblem(path, outcome.why)
  }
}

function unreadProblem(path: string, why: UnreadReason): FileProblem[] {
  switch (why) {
    case 'too-large':
    case 'minified':
    case 'no-grammar':
      return [{ path, why }]
    case 'gone':
      return [{ path, why: 'unreadable' }]
    // Nobody expects symbols there.
    case 'binary':
    case 'unknown':
      return []
  }
}
