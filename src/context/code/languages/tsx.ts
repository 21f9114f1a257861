import { type Language, SLASHES } from '../language.ts'
import { isExportedInScript } from './javascript.ts'
import query from './tsx.scm'

export const tsx: Language = {
  name: 'TSX',
  grammar: 'tsx',
  extensions: ['.tsx'],
  query,
  comment: SLASHES,
  between: /^\s*@\w/,
  hasDocsApart: true,
  isExported: isExportedInScript,
}
