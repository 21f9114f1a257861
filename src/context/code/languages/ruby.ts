import { HASHES, type Language, type ReadImport, unlessHidden } from '../language.ts'
import { isAskedOfAnything } from './is-asked-of-anything.ts'
import query from './ruby.scm'

export const ruby: Language = {
  name: 'Ruby',
  grammar: 'ruby',
  extensions: ['.rb', '.rake', '.gemspec', '.ru'],
  fileNames: ['Rakefile', 'Gemfile', 'Guardfile', 'Vagrantfile'],
  query,
  comment: HASHES,
  nameOf: (text) => text.replace(/^:/, ''),
  ignores: (used) => isAskedOfAnything(used) || BUILT_IN.has(used.name),
  readImport,
  isExported: unlessHidden,
}

const CONSTANT = /^(?:::)?\p{Lu}\w*(?:::\p{Lu}\w*)*$/u

const BUILT_IN = new Set(
  `alias_method attr_accessor attr_reader attr_writer autoload block_given? define_method extend include lambda loop new
  prepend private private_class_method private_constant proc protected public puts raise require require_relative`.split(
    /\s+/,
  ),
)

/**
 * What is looked for beside the file begins with a dot; everything else is on the load path. A constant that is named by its path
 * is loaded by that. Of `A::B`, nobody can say `B` alone.
 */
function readImport(text: string): ReadImport[] {
  if (CONSTANT.test(text))
    return [{ specifier: text, names: [text.slice(Math.max(2, text.lastIndexOf('::')))] }]
  const [, how, name, path] = /^(\w+)[\s(]*(?::(\w+)\s*,\s*)?["']([^"'#]+)["']/.exec(text) ?? []
  if (path === undefined) return []
  const specifier = how === 'require_relative' && !path.startsWith('.') ? `./${path}` : path
  return [{ specifier, names: name === undefined ? [] : [name] }]
}
