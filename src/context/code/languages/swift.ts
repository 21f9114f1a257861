import { DOUBLE_QUOTED, isSmallType, type Language, type ReadImport, SLASHES } from '../language.ts'
import { isOpen } from './java.ts'
import query from './swift.scm'

export const swift: Language = {
  name: 'Swift',
  grammar: 'swift',
  extensions: ['.swift'],
  query,
  // Which of both is built is not for us to say.
  blank: /^[ \t]*#(?:if|elseif|else|endif)\b.*$/gm,
  ignores: (used) => isSmallType(used) || BUILT_IN.has(used.name),
  literal: DOUBLE_QUOTED,
  comment: SLASHES,
  readImport,
  isExported: isOpen,
}

const BUILT_IN = new Set(
  'Any AnyObject Bool Character Double Float Int Self String UInt Void init'.split(' '),
)

/** `import` takes all of a module, and with the kind of a thing that one thing. */
function readImport(text: string): ReadImport[] {
  const [, kind, path] =
    /\bimport\s+(?:(typealias|struct|class|enum|protocol|let|var|func)\s+)?([\w.]+)/.exec(text) ?? []
  if (path === undefined) return []
  const dot = path.lastIndexOf('.')
  if (kind === undefined || dot === -1) return [{ specifier: path, names: ['*'] }]
  return [{ specifier: path.slice(0, dot), names: [path.slice(dot + 1)] }]
}
