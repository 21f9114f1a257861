import type { ContentKey } from './index/code-index.ts'
import { languageOf } from './languages/all.ts'
import { roleOf } from './walk/role-of.ts'
import type { TreeFile } from './walk/tree-file.ts'

/** What parsing a file depends on. Null for what is not parsed: in no language that keel knows, or somebody else's code. */
export function contentKey({ path, blob }: TreeFile): ContentKey | null {
  const language = languageOf(path)
  return language === null || roleOf(path) === 'vendored' ? null : `${blob} ${language.grammar}`
}
