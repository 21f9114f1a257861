import { isSmallType, type Language, type ReadImport, type Seen, SLASHES } from '../language.ts'
import { HOLDERS } from '../tags.ts'
import query from './c-sharp.scm'
import { isAskedOfAnything } from './is-asked-of-anything.ts'

export const cSharp: Language = {
  name: 'C#',
  grammar: 'c_sharp',
  extensions: ['.cs', '.csx'],
  query,
  ignores: (used) => isSmallType(used) || isAskedOfAnything(used) || used.name === 'nameof',
  comment: SLASHES,
  // What a build leaves out or puts in stands between directives, each on a line of its own.
  headOf: (head) => head.replace(/^[ \t]*#.*\n?/gm, ''),
  readImport,
  isExported,
}

/** What says nothing is open to the project when it stands by itself, and private in a type. */
function isExported({ hasExport, isHidden, parent }: Seen): boolean {
  if (parent === null) return !isHidden
  if (!parent.exported || !HOLDERS.has(parent.kind)) return false
  return hasExport || parent.kind === 'interface' || parent.kind === 'enum'
}

/** `using` takes all of a namespace, or of a type if it is static; with an alias it takes one name. */
function readImport(text: string): ReadImport[] {
  const [, alias, written = ''] = /\busing\s+(?:static\s+|unsafe\s+)?([\w@]+\s*=)?([^;]*)/.exec(text) ?? []
  const path = written.replace(/<[\s\S]*|\s|global::/g, '')
  if (!/^[\w.@]+$/.test(path)) return []
  const dot = path.lastIndexOf('.')
  if (alias === undefined || dot === -1) return [{ specifier: path, names: alias === undefined ? ['*'] : [] }]
  return [{ specifier: path.slice(0, dot), names: [path.slice(dot + 1)] }]
}
