import { type Language, SLASHES } from '../language.ts'
import { isExportedInScript } from './javascript.ts'
import query from './typescript.scm'

export const typescript: Language = {
  name: 'TypeScript',
  grammar: 'typescript',
  extensions: ['.ts', '.mts', '.cts'],
  query,
  comment: SLASHES,
  between: /^\s*@\w/,
  hasDocsApart: true,
  isExported: isExportedInScript,
}
