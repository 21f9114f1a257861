import { isSmallType, type Language, type ReadImport, type Seen, SLASHES } from '../language.ts'
import { HOLDERS } from '../tags.ts'
import { isAskedOfAnything } from './is-asked-of-anything.ts'
import query from './java.scm'

export const java: Language = {
  name: 'Java',
  grammar: 'java',
  extensions: ['.java'],
  query,
  // An annotation of all that is left over, `Object @Nullable ... more`.
  blank: /@\w+(?= ?\.\.\.)/g,
  ignores: (used) => isSmallType(used) || isAskedOfAnything(used) || BUILT_IN.has(used.name),
  comment: SLASHES,
  readImport: readDottedImport,
  isExported: isOpen,
}

const BUILT_IN = new Set(['String', 'Object', 'Override', 'SuppressWarnings'])

/** `import a.b.C`, and the same in Kotlin with `as D`. */
export function readDottedImport(text: string): ReadImport[] {
  const path = text
    .replace(/^\s*import\s+(static\s+)?/, '')
    .replace(/(\s+as\s|\s*\/[/*]|\n)[\s\S]*/, '')
    .replace(/[\s;`]/g, '')
  const dot = path.lastIndexOf('.')
  return [
    dot === -1
      ? { specifier: path, names: [] }
      : { specifier: path.slice(0, dot), names: [path.slice(dot + 1)] },
  ]
}

/** Other files can use it unless it is hidden, or in something that they cannot use. */
export function isOpen({ isHidden, parent }: Seen): boolean {
  return !isHidden && (parent === null || (parent.exported && HOLDERS.has(parent.kind)))
}
