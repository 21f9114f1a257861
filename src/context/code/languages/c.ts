import { type Language, SLASHES, unlessHidden } from '../language.ts'
import query from './c.scm'
import { INCLUDE } from './include.ts'
import { MACROS } from './macros.ts'
import { nameUnlessKeyword } from './name-unless-keyword.ts'
import { plainHead } from './plain-head.ts'

export const c: Language = {
  name: 'C',
  grammar: 'c',
  extensions: ['.c'],
  query,
  blank: MACROS,
  nameOf: nameUnlessKeyword,
  headOf: plainHead,
  comment: SLASHES,
  importLine: INCLUDE,
  isExported: unlessHidden,
}
