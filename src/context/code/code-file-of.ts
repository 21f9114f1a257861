import type { FileProblem } from './file-problem.ts'
import type { Finding } from './finding.ts'
import type { CodeFile } from './graph/code-file.ts'
import { helpsTests } from './helps-tests.ts'
import { languageOf } from './languages/all.ts'
import type { FileOutcome } from './parse/batch.ts'
import type { UnreadReason } from './parse/read-source.ts'
import { NO_TAGS } from './tags.ts'
import { type Role, roleOf } from './walk/role-of.ts'
import type { TreeFile } from './walk/tree-file.ts'

/** A file with what parsing came to, if it was parsed. */
export function codeFileOf({ path }: TreeFile, finding: Finding | null): CodeFile {
  const role = roleOf(path)
  if (finding?.kind !== 'parsed') return { path, role, grammar: null, tags: NO_TAGS }
  const grammar = languageOf(path)?.grammar ?? null
  return { path, role: roleByContent({ path, role, grammar, finding }), grammar, tags: finding.tags }
}

type Parsed = Pick<CodeFile, 'path' | 'role' | 'grammar'> & {
  readonly finding: Extract<Finding, { readonly kind: 'parsed' }>
}

function roleByContent({ path, role, grammar, finding }: Parsed): Role {
  if (finding.isGenerated && role !== 'vendored') return 'generated'
  const isHelping = role === 'source' && helpsTests({ path, grammar: grammar ?? '', tags: finding.tags })
  return isHelping ? 'test' : role
}

/** Why it is not in the picture as it should be. */
export function problemOf({ path }: TreeFile, finding: Finding | null): FileProblem[] {
  switch (finding?.kind) {
    case undefined:
      return []
    case 'parsed':
      return finding.hasErrors ? [{ path, why: 'syntax' }] : []
    case 'failed':
      return [{ path, why: finding.why }]
    case 'unread':
      return unreadProblem(path, finding.why)
  }
}

function unreadProblem(path: string, why: UnreadReason): FileProblem[] {
  switch (why) {
    case 'too-large':
    case 'long-lines':
    case 'encoding':
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

/** A grammar that is missing, or a parser that could not be started, may be there tomorrow. */
export function isLasting(outcome: FileOutcome): boolean {
  return outcome.kind === 'parsed' || (outcome.why !== 'no-grammar' && outcome.why !== 'unstarted')
}
