import { DASHES, type Language } from '../language.ts'
import query from './lua.scm'

export const lua: Language = {
  name: 'Lua',
  grammar: 'lua',
  extensions: ['.lua'],
  fileNames: ['.luacheckrc'],
  query,
  comment: DASHES,
  // Between the parameters and the first line of a body, comments stand outside of it.
  headOf: (head) => head.replace(/--(?:\[\[[\s\S]*?\]\]|[^\n]*)/g, ''),
  ignores: ({ name }) => BUILT_IN.has(name),
  // A variable is defined where it is first given a value.
  once: ({ kind, name }) => (kind === 'variable' ? name : null),
  isExported: ({ hasExport, isHidden, parent }) =>
    parent === null ? hasExport || !isHidden : parent.exported && !isHidden,
}

const BUILT_IN = new Set(
  `assert collectgarbage dofile error getmetatable ipairs load next pairs pcall print rawequal rawget rawlen rawset
  require select setmetatable tonumber tostring type unpack xpcall`.split(/\s+/),
)
