import { type Language, SLASHES, unlessHidden } from '../language.ts'
import query from './c.scm'
import { MACROS } from './macros.ts'

export const c: Language = {
  name: 'C',
  grammar: 'c',
  extensions: ['.c'],
  query,
  blank: MACROS,
  comment: SLASHES,
  isExported: unlessHidden,
}
