import { type Language, type Seen, SLASHES } from '../language.ts'
import query from './javascript.scm'

export const javascript: Language = {
  name: 'JavaScript',
  grammar: 'javascript',
  extensions: ['.js', '.mjs', '.cjs', '.jsx'],
  query,
  comment: SLASHES,
  between: /^\s*@\w/,
  hasDocsApart: true,
  isExported: isExportedInScript,
}

/** What is exported itself, and what is not hidden in something that is. */
export function isExportedInScript({ name, hasExport, isHidden, parent }: Seen): boolean {
  if (parent === null) return hasExport
  return parent.exported && !isHidden && !name.startsWith('#') && parent.kind !== 'function'
}
