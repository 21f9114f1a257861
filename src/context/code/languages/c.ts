import { type Language, SLASHES, unlessHidden } from '../language.ts'
import query from './c.scm'

export const c: Language = {
  name: 'C',
  grammar: 'c',
  extensions: ['.c'],
  query,
  comment: SLASHES,
  isExported: unlessHidden,
}
