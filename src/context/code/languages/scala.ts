import {
  DOUBLE_QUOTED,
  isSmallType,
  type Language,
  type ReadImport,
  type Seen,
  SLASHES,
} from '../language.ts'
import { isAskedOfAnything } from './is-asked-of-anything.ts'
import { isOpen } from './java.ts'
import query from './scala.scm'
import { splitOutside } from './split-outside.ts'

export const scala: Language = {
  name: 'Scala',
  grammar: 'scala',
  extensions: ['.scala', '.sc', '.sbt'],
  query,
  // The parameters of `class A @Inject() (b: B)` are none of the annotation's.
  blank: /@\w+\(\)(?=[ \t]*\()/g,
  ignores: (used) => isSmallType(used) || isAskedOfAnything(used) || BUILT_IN.has(used.name),
  literal: DOUBLE_QUOTED,
  comment: SLASHES,
  readImport,
  isExported,
}

const BUILT_IN = new Set(
  'Any AnyRef AnyVal Boolean Byte Char Double Float Int Long Nothing Null Short String Unit ? this super'.split(
    ' ',
  ),
)

function isExported(seen: Seen): boolean {
  const { isHidden, parent } = seen
  // A package object has definitions, and a case of an enum parameters.
  const isInOther = parent?.kind === 'module' || parent?.kind === 'constant'
  return isInOther ? parent.exported && !isHidden : isOpen(seen)
}

/** `import a.b, c.{d, e => f, g as h, i => _, given}`. */
function readImport(text: string): ReadImport[] {
  const clauses = text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '').replace(/^\s*import\s+/, '')
  return splitOutside(clauses).map((clause) => {
    const [, from, selectors] = /^([^{]*)\.\s*\{([\s\S]*)\}$/.exec(clause) ?? []
    if (from !== undefined && selectors !== undefined)
      return { specifier: tight(from), names: namesOf(splitOutside(selectors)) }
    const path = tight(clause.replace(/\s+as\s.*/, ''))
    const dot = path.lastIndexOf('.')
    return dot === -1
      ? { specifier: path, names: [] }
      : { specifier: path.slice(0, dot), names: namesOf([path.slice(dot + 1)]) }
  })
}

function namesOf(selectors: readonly string[]): string[] {
  const taken = selectors.filter((selector) => !/(=>|\sas)\s*_$/.test(selector))
  const names = taken.map((selector) => selector.replace(/\s*(=>|\sas\s)[\s\S]*/, ''))
  return [...new Set(names.map((name) => (/^(_|\*|given\b.*)$/.test(name) ? '*' : tight(name))))]
}

function tight(name: string): string {
  return name.replace(/[\s`]/g, '')
}
