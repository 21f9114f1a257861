import { DOUBLE_QUOTED, isSmallType, type Language, SLASHES } from '../language.ts'
import { isAskedOfAnything } from './is-asked-of-anything.ts'
import { isOpen, readDottedImport } from './java.ts'
import query from './kotlin.scm'

export const kotlin: Language = {
  name: 'Kotlin',
  grammar: 'kotlin',
  extensions: ['.kt', '.kts'],
  query,
  blank: /\bfun(?=[ \t]+interface\b)/g,
  ignores: (used) => isSmallType(used) || isAskedOfAnything(used) || BUILT_IN.has(used.name),
  literal: DOUBLE_QUOTED,
  comment: SLASHES,
  readImport: readDottedImport,
  isExported: isOpen,
}

const BUILT_IN = new Set('Any Boolean Byte Char Double Float Int Long Nothing Short String Unit'.split(' '))
