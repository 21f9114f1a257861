import type { Tampering } from '#words/evidence.ts'
import type { TestCase } from '../reading/test-file.ts'
import type { Matched, Sides } from './match-tests.ts'
import { newPhrases } from './new-phrases.ts'

/** Tests in which nothing is done, and that their program passes, where none such stood before. */
export function findEmpty({ before, after, matched }: Sides & { readonly matched: Matched }): Tampering[] {
  const former = new Map(matched.pairs.map((pair) => [pair.after, pair.before]))
  const empty = after
    .flatMap(({ tests }) => tests)
    .filter((test) => isIdle(test) && !isKnown(former.get(test)))
    .map(({ path, line, leaf }) => tell({ path, line, name: leaf }))
  const bodiless = newPhrases({
    before,
    after,
    shape: ({ source }) => (PASSES_BODILESS.test(source.bare) ? [BODILESS] : []),
  })
    .filter(({ text }) => !/\b(?:skip|todo)\s*:/.test(text))
    .map(({ path, line, text }) => tell({ path, line, name: /(['"`])(.*?)\1/.exec(text)?.[2] ?? text }))
  return [...empty, ...bodiless]
}

function isIdle({ isEmpty, skip, passedBy }: TestCase): boolean {
  return isEmpty && skip === null && passedBy === null
}

/** What was empty may stay so, and that something was asserted is told as that. */
function isKnown(former: TestCase | undefined): boolean {
  return former !== undefined && (isIdle(former) || former.assertions.length > 0)
}

type Empty = { readonly path: string; readonly line: number; readonly name: string }

function tell({ path, line, name }: Empty): Tampering {
  return { kind: 'tautology', path, line, text: `“${name}” is empty, and cannot fail.` }
}

/** Node's own runner passes a test without a body; others skip or refuse it. */
const PASSES_BODILESS = /['"]node:test['"]/
const BODILESS =
  /(?<![\w.$])(?:it|test|t\.test)\s*\(\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)\s*(?:,\s*\{[^{}]*\}\s*)?,?\s*\)/g
