import { type Language, SLASHES } from '../language.ts'
import query from './go.scm'

export const go: Language = {
  name: 'Go',
  grammar: 'go',
  extensions: ['.go'],
  query,
  ignores: ({ name }) => BUILT_IN.has(name),
  comment: SLASHES,
  isExported: ({ name, parent }) =>
    /^\p{Lu}/u.test(name) && (parent === null || (parent.exported && parent.kind !== 'function')),
}

const BUILT_IN = new Set(
  `any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8
  uint16 uint32 uint64 uintptr append cap clear close complex copy delete imag len make max min new panic print println
  real recover _`.split(/\s+/),
)
