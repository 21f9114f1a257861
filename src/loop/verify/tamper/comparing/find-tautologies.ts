import type { Tampering } from '#words/evidence.ts'
import type { TestCase } from '../reading/test-file.ts'
import type { Matched, Sides } from './match-tests.ts'
import { newPhrases } from './new-phrases.ts'

export function findTautologies({
  before,
  after,
  matched,
}: Sides & { readonly matched: Matched }): Tampering[] {
  const rewritten = new Set(
    matched.pairs.filter((pair) => hasLost(pair.before, pair.after)).map((pair) => pair.after),
  )
  return newPhrases({ before, after, shape: ({ language }) => language.tautologies })
    .filter(({ isSame, isSure, test, text }) => {
      if (isSure) return test !== null
      if (test === null || rewritten.has(test)) return test !== null || !isSame
      // That it was reached is what some tests have to say, beside others or counted; a new one may compare with itself.
      return (
        /\bor (?:True|1)\b|\|\||&& false|\bany\b/.test(text) ||
        (!isSame && test.assertions.length <= 1 && !/\.plan\(/.test(test.text))
      )
    })
    .map(({ path, line, text }) => ({
      kind: 'tautology',
      path,
      line,
      text: `This cannot fail: \`${text.slice(0, 100)}\`.`,
    }))
}

function hasLost(before: TestCase, after: TestCase): boolean {
  const now = new Set(after.assertions.map(({ text }) => text))
  return before.assertions.some(({ text }) => !now.has(text))
}
