import type { Phrase } from './contract.ts'
import { phrasesOf } from './phrases-of.ts'

/** What takes the place of Rust's own assertions, or makes a thing equal to anything of another kind. */
export function rustUndermining(bare: string): Phrase[] {
  return phrasesOf(bare, SHAPES)
}

const ASSERTING = '(?:debug_)?assert(?:_eq|_ne)?|panic|matches'

const SHAPES = [
  `\\bmacro_rules!\\s*(?:${ASSERTING})\\s*[{(\\[]`,
  // Crates that say more where something is wrong are welcome.
  `\\buse\\s+(?!::|pretty_assertions|similar_asserts|k9|more_asserts)[\\w:]+::\\w+\\s+as\\s+(?:${ASSERTING})\\s*;`,
  '\\bimpl\\b[^{};]*\\bPartialEq\\s*<(?!\\s*Self\\b)[^{}]*?>\\s+for\\b[^{}]*\\{\\s*(?:#\\[[^\\]]*\\]\\s*)?fn\\s+eq\\b[^{}]*\\{\\s*(?:return\\s+)?true\\s*;?\\s*\\}',
].map((shape) => new RegExp(shape, 'g'))
