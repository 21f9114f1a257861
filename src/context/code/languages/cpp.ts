import { type Language, SLASHES, unlessHidden } from '../language.ts'
import query from './cpp.scm'
import { INCLUDE } from './include.ts'
import { MACROS } from './macros.ts'
import { nameUnlessKeyword } from './name-unless-keyword.ts'
import { plainHead } from './plain-head.ts'

export const cpp: Language = {
  name: 'C++',
  grammar: 'cpp',
  // A header does not say which of the two it is for, and what is written in C is C++ with few exceptions.
  extensions: ['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.h', '.ipp', '.inl', '.tpp'],
  query,
  blank: MACROS,
  nameOf: nameUnlessKeyword,
  headOf: plainHead,
  comment: SLASHES,
  between: /^\s*(template\s*<|\[\[)/,
  importLine: INCLUDE,
  isExported: unlessHidden,
}
