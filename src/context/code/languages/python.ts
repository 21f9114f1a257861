import { HASHES, type Language } from '../language.ts'
import query from './python.scm'

export const python: Language = {
  name: 'Python',
  grammar: 'python',
  extensions: ['.py', '.pyi', '.pyw'],
  query,
  comment: HASHES,
  between: /^\s*@/,
  isExported: ({ name, parent }) =>
    (!name.startsWith('_') || /^__\w+__$/.test(name)) &&
    (parent === null || (parent.kind === 'class' && parent.exported)),
}
