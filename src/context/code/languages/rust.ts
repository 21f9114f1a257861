import {
  DOUBLE_QUOTED,
  isSmallType,
  type Language,
  type ReadImport,
  type Seen,
  SLASHES,
} from '../language.ts'
import query from './rust.scm'
import { splitOutside } from './split-outside.ts'
import { WRAPPERS } from './wrappers.ts'

export const rust: Language = {
  name: 'Rust',
  grammar: 'rust',
  extensions: ['.rs'],
  query,
  blank: WRAPPERS,
  ignores: (used) => isSmallType(used) || BUILT_IN.has(used.name),
  literal: DOUBLE_QUOTED,
  comment: SLASHES,
  between: /^\s*#!?\[/,
  readImport,
  isExported,
}

const BUILT_IN = new Set(['Self', 'Some', 'Ok', 'Err', 'Option', 'Vec', 'Box', 'String'])

/** What a trait asks for and what an enum may be is as public as they are; a macro is brought in by its name. */
function isExported({ kind, hasExport, isHidden, parent }: Seen): boolean {
  if (isHidden) return false
  switch (parent?.kind) {
    case 'function':
    case 'method':
      return false
    case 'trait':
    case 'enum':
    case 'constant':
      return parent.exported
    case 'module':
    case undefined:
      return hasExport || kind === 'macro'
    default:
      return hasExport && parent?.exported === true
  }
}

/** `mod x;` takes in a file, and is told from `use x` by its specifier. */
function readImport(text: string): ReadImport[] {
  const [, keyword, rest = ''] = /\b(mod|crate|use)\s+([^;]*)/.exec(text.replace(COMMENTS, '')) ?? []
  const path = rest.replace(/r#/g, '').replace(/\s+/g, ' ').trim()
  switch (keyword) {
    case 'use':
      return merge(leavesOf('', path.replace(/^::/, '')))
    case 'mod':
      return [{ specifier: `mod ${path}`, names: [] }]
    default:
      return [{ specifier: path.replace(/ as .*/, ''), names: [] }]
  }
}

const COMMENTS = /\/\/.*|\/\*[\s\S]*?\*\//g

/** `a::{b, c::{self, d as e}}` into its leaves. */
function leavesOf(prefix: string, tree: string): ReadImport[] {
  const list = /^([^{]*?)(?: ?:: ?)?\{(.*)\}$/.exec(tree)
  if (list !== null) {
    const [, path = '', leaves = ''] = list
    const inner = [prefix, path.trim()].filter((part) => part !== '').join('::')
    return splitOutside(leaves).flatMap((leaf) => leavesOf(inner, leaf))
  }
  const parts = [prefix, ...tree.replace(/ as .*/, '').split('::')].map((part) => part.trim())
  const name = parts.pop() ?? ''
  const specifier = parts.filter((part) => part !== '').join('::')
  if (name === 'self' && specifier !== '') return [{ specifier, names: [] }]
  return [specifier === '' ? { specifier: name, names: [] } : { specifier, names: [name] }]
}

/** Names from one place stand together. */
function merge(leaves: readonly ReadImport[]): ReadImport[] {
  const named = new Map<string, string[]>()
  const whole = leaves.filter(({ names }) => names.length === 0)
  for (const { specifier, names } of leaves)
    if (names.length > 0) named.set(specifier, [...(named.get(specifier) ?? []), ...names])
  return [...whole, ...[...named].map(([specifier, names]) => ({ specifier, names }))]
}
