import { type Language, type ReadImport, unlessHidden } from '../language.ts'
import query from './php.scm'

export const php: Language = {
  name: 'PHP',
  grammar: 'php',
  extensions: ['.php', '.phtml'],
  query,
  comment: /^\s*(\/\/|#(?!\[)|\/\*\*?|\*\/?)/,
  between: /^\s*#\[/,
  ignores: ({ name }) => BUILT_IN.has(name),
  readImport: (text) => (text.startsWith('use') ? readUse(text) : readInclude(text)),
  isExported: unlessHidden,
}

const BUILT_IN = new Set(['self', 'static', 'parent', 'define', 'mixed', 'iterable'])

/** `use function A\{b, C\d as e}, F\g;` takes three names from three places. */
function readUse(text: string): ReadImport[] {
  const said = text.replace(/\s+/g, ' ').replace(/^use (function |const )?|;$/g, '')
  const clauses = said.match(/[^,{]+(\{[^}]*\})?/g) ?? []
  return clauses.flatMap((clause) => {
    const [, prefix = '', group] = /^([^{]*)\{([^}]*)\}/.exec(clause) ?? []
    return (group ?? clause).split(',').flatMap((part) => {
      const name = part.trim().replace(/^(function|const) | as .*$/gi, '')
      const specifier = `${prefix.trim()}${name}`.replace(/^\\/, '')
      return name === '' ? [] : [{ specifier, names: [name.slice(name.lastIndexOf('\\') + 1)] }]
    })
  })
}

/** What is looked for beside the file begins with a dot. A path that only the program knows is none. */
function readInclude(text: string): ReadImport[] {
  const [, beside, path] =
    /^\w+[\s(]*((?:__DIR__|dirname\(__FILE__\))\s*\.\s*)?["']([^"'$]+)["']\s*\)?$/.exec(text) ?? []
  if (path === undefined) return []
  return [{ specifier: beside === undefined ? path : `.${path}`, names: [] }]
}
