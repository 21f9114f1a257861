import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#kit/sha256.ts'
import { codeFileOf, isLasting, problemOf } from './code-file-of.ts'
import { contentKey } from './content-key.ts'
import type { Engine } from './engine.ts'
import type { FileProblem } from './file-problem.ts'
import { type Finding, readFindings } from './finding.ts'
import type { CodeFile } from './graph/code-file.ts'
import { type CodeIndex, type ContentKey, openCodeIndex } from './index/code-index.ts'
import type { FileOutcome } from './parse/batch.ts'
import { isAsListed } from './parse/is-as-listed.ts'
import { parseFiles } from './parse/parse-files.ts'
import type { Tree } from './walk/list-tree.ts'
import type { TreeFile } from './walk/tree-file.ts'

export type CodeRequest = Engine & {
  readonly root: string
  readonly tree: Tree
  /** Where what was parsed is kept; null to keep nothing. */
  readonly cache: string | null
  /** How many files have been parsed already, see `parseAhead`. */
  readonly ahead?: Promise<number> | undefined
  /** Ends it early, with the signal's reason. What was parsed until then is kept. */
  readonly signal?: AbortSignal | undefined
  /** There is more than is in `tree`, and it is not to be forgotten. */
  readonly isPart?: boolean
}

export type Code = {
  /** Every file, in the order of their paths. */
  readonly files: readonly CodeFile[]
  /** Files that are not in the picture as they should be, by name. */
  readonly problems: readonly FileProblem[]
  /** How many had to be parsed, and were. */
  readonly parsed: number
  /**
   * Somebody changed a file while it was read, one failed for the first time, or what it is parsed with is missing: what was found
   * is not to be remembered as a whole.
   */
  readonly hasMoved: boolean
}

/** Reads the code of a repository: what was parsed before is remembered by content, the rest is parsed now. */
export async function readCode({
  root,
  tree,
  cache,
  program,
  grammars,
  native,
  threads,
  isPart = false,
  signal,
}: CodeRequest): Promise<Code> {
  const index =
    cache === null ? null : openCodeIndex({ folder: cache, engine: sha256(readFileSync(program)) })
  const wanted = new Map<ContentKey, TreeFile>()
  for (const file of tree.files) {
    const key = contentKey(file)
    if (key !== null) wanted.set(key, file)
  }
  const read = readFindings()
  const findings = new Map<ContentKey, Finding>()
  const failed = new Set<ContentKey>()
  index?.find([...wanted.keys()], (key, outcome) => {
    if (outcome.kind === 'failed' && outcome.again !== true) failed.add(key)
    else findings.set(key, read(outcome))
  })
  const missing = [...wanted].filter(([key]) => !findings.has(key))
  const ofPath = new Map(missing.map(([key, file]) => [join(root, file.path), { key, file }]))
  const shelf = startShelf(index)
  let hasMoved = false
  let parsed = 0
  await parseFiles({
    files: [...ofPath.keys()],
    program,
    grammars,
    native,
    threads,
    limitMs: LIMIT_MS,
    signal,
    onOutcome: (one) => {
      const { key, file } = ofPath.get(one.path) ?? NO_FILE
      const { outcome } = one
      findings.set(key, read(outcome))
      if (outcome.kind === 'parsed') parsed += 1
      if (!isAsListed(one, { ...file, listedAt: tree.listedAt }) || !isLasting(outcome)) hasMoved = true
      else shelf.add(key, outcome.kind === 'failed' ? { ...outcome, again: failed.has(key) } : outcome)
      if (outcome.kind === 'failed' && !failed.has(key)) hasMoved = true
    },
  })
  shelf.finish(isPart ? undefined : wanted)
  signal?.throwIfAborted()
  const found = tree.files.map((file) => ({ file, finding: findings.get(contentKey(file) ?? '') ?? null }))
  return {
    files: found.map(({ file, finding }) => codeFileOf(file, finding)),
    problems: found.flatMap(({ file, finding }) => problemOf(file, finding)),
    parsed,
    hasMoved,
  }
}

/** What nobody has asked for. */
export const NO_FILE = { key: '', file: { path: '', blob: '' } }

type Shelf = {
  readonly add: (key: ContentKey, outcome: FileOutcome) => void
  readonly finish: (tree?: ReadonlyMap<ContentKey, unknown>) => void
}

/** Puts outcomes into the index by the armful, while others are still being parsed: whoever ends it early keeps what was done. */
function startShelf(index: CodeIndex | null): Shelf {
  const waiting = new Map<ContentKey, FileOutcome>()
  const put = (tree?: ReadonlyMap<ContentKey, unknown>) => {
    if (waiting.size > 0) index?.add(waiting, tree)
    waiting.clear()
  }
  return {
    add: (key, outcome) => {
      waiting.set(key, outcome)
      if (waiting.size >= ARMFUL) put()
    },
    finish: put,
  }
}

const ARMFUL = 500

/** For one file. A file of a megabyte takes a third of a second. */
export const LIMIT_MS = 5000
