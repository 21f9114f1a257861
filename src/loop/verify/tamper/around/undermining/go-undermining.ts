import type { Phrase } from './contract.ts'
import { phrasesOf } from './phrases-of.ts'

/** What is taken for Go's own `*testing.T`, and does nothing where that fails a test. */
export function goUndermining(bare: string): Phrase[] {
  const types = [...bare.matchAll(EMBEDS)].map(([, name = '']) => name)
  if (types.length === 0) return []
  return phrasesOf(bare, [
    new RegExp(
      `\\bfunc\\s*\\(\\s*(?:\\w+\\s+)?\\*?(?:${types.join('|')})\\s*\\)\\s*(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\\s*\\([^()]*\\)\\s*\\{\\s*\\}`,
      'g',
    ),
  ])
}

const EMBEDS = /\btype\s+(\w+)\s+struct\s*\{[^{}]*?(?<=[{;\n]\s*)\*testing\.T\b[^{}]*\}/g
