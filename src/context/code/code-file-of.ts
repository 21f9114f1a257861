import type { CodeFile } from './graph/code-file.ts'
import type { ContentKey } from './index/code-index.ts'
import { languageOf } from './languages/all.ts'
import type { FileOutcome } from './parse/batch.ts'
import type { Tags } from './tags.ts'
import type { TreeFile } from './walk/list-tree.ts'
import { roleOf } from './walk/role-of.ts'

export type FileProblem = {
  readonly path: string
  readonly why: 'too-large' | 'minified' | 'timeout' | 'hang' | 'crash' | 'syntax'
}

/** Null for what is not parsed: in no language that keel knows, or somebody else's code. */
export function keyOf({ path, blob }: TreeFile): ContentKey | null {
  const language = languageOf(path)
  return language === null || roleOf(path) === 'vendored' ? null : `${blob} ${language.grammar}`
}

/** A file with what parsing came to, if it was parsed. */
export function codeFileOf({ path }: TreeFile, outcome: FileOutcome | null): CodeFile {
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

/** Why it is not in the picture as it should be. */
export function problemOf({ path }: TreeFile, outcome: FileOutcome | null): FileProblem[] {
  switch (outcome?.kind) {
    case undefined:
      return []
    case 'parsed':
      return outcome.hasErrors ? [{ path, why: 'syntax' }] : []
    case 'failed':
      return [{ path, why: outcome.why }]
    case 'unread':
      return outcome.why === 'too-large' || outcome.why === 'minified' ? [{ path, why: outcome.why }] : []
  }
}
