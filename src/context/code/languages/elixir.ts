import { HASHES, type Language, type ReadImport, unlessHidden } from '../language.ts'
import query from './elixir.scm'

export const elixir: Language = {
  name: 'Elixir',
  grammar: 'elixir',
  extensions: ['.ex', '.exs'],
  query,
  comment: HASHES,
  // A module goes by the last part of its name once it has an alias. What is made by a macro has no name yet.
  nameOf: (text) => /^(?:[A-Z]\w*\.)*(?!unquote\b)(\w+[?!]?)\s*(?:[(,]|::|when\b|$)/.exec(text)?.[1] ?? '',
  ignores: ({ name }) => BUILT_IN.has(name),
  once: ({ kind, name, head }) => {
    if (kind === 'constant') return name
    return kind === 'function' || kind === 'macro' ? `${/^\W?\w+/.exec(head)} ${name}/${arityOf(head)}` : null
  },
  readImport,
  // Who writes `Basket.t` names the module, and it is the module that is needed.
  isExported: (seen) => unlessHidden(seen) && !(seen.kind === 'type' && seen.name === 't'),
}

const BUILT_IN = new Set(
  `__MODULE__ alias case cond def defdelegate defexception defguard defguardp defimpl defmacro defmacrop defmodule
  defoverridable defp defprotocol defstruct for if import in is_atom is_binary is_boolean is_float is_function
  is_integer is_list is_map is_nil is_number is_pid is_tuple not quote raise receive require reraise super throw try
  unless unquote unquote_splicing use when with`.split(/\s+/),
)

/** How many parameters the head of a clause has. */
function arityOf(head: string): number {
  const inside = head.slice(head.indexOf('(') + 1)
  if (inside === head || /^\s*\)/.test(inside)) return 0
  let depth = 0
  let commas = 0
  for (const [sign] of inside.matchAll(/"(?:[^"\\]|\\.)*"|[()[\]{},]/g)) {
    if (sign === ',' && depth === 0) commas += 1
    else if (/^[([{]/.test(sign)) depth += 1
    else if (/^[)\]}]/.test(sign)) depth -= 1
    if (depth < 0) break
  }
  return commas + 1
}

/** `alias A.{B, C.D}` names two modules; `import` takes functions out of one. */
function readImport(text: string): ReadImport[] {
  const [, how, path = '', group] = /^(\w+)[\s(]+([\w.]+?)(?:\.\{([^}]*)\})?(?:[\s,)]|$)/.exec(text) ?? []
  const modules = group === undefined ? [path] : group.split(',').map((part) => `${path}.${part.trim()}`)
  return modules.map((specifier) => ({ specifier, names: namesOf(text, { how, specifier }) }))
}

function namesOf(text: string, { how, specifier }: { how: string | undefined; specifier: string }): string[] {
  if (how === 'alias') return [specifier.slice(specifier.lastIndexOf('.') + 1)]
  if (how !== 'import') return []
  const [, only] = /only:\s*\[([^\]]*)\]/.exec(text) ?? []
  return only === undefined ? ['*'] : [...only.matchAll(/([\w?!]+):/g)].map(([, name = '']) => name)
}
