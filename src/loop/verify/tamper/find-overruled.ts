import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../is-test-file.ts'
import type { ChangedText } from './changed-text.ts'
import { javascript } from './languages/javascript.ts'
import { lineCounter } from './line-counter.ts'
import { SET_UP } from './new-phrases.ts'
import { stripSource } from './strip-source.ts'

type Looking = {
  readonly changes: readonly ChangedText[]
  /** What tests or their settings load. */
  readonly loaded: ReadonlySet<string>
}

/** What a framework asserts with, given another meaning for all tests, in JavaScript. */
export function findOverruled({ changes, loaded }: Looking): Tampering[] {
  return changes.flatMap(({ path, before, after }) => {
    const isSetUp = SET_UP.test(path) || loaded.has(path)
    if (after === null || !javascript.paths.test(path) || !(isSetUp || isTestFile(path))) return []
    const known =
      before === null ? [] : overruledIn(before, isSetUp ? 'set-up' : 'tests').map(({ what }) => what)
    const lineOf = lineCounter(after)
    return overruledIn(after, isSetUp ? 'set-up' : 'tests')
      .filter(({ what }) => !known.includes(what))
      .map(({ what, at }) => ({
        kind: 'tautology' as const,
        path,
        line: lineOf(at),
        text: `Here \`${what}\` is given another meaning for the tests.`,
      }))
  })
}

type Found = { readonly what: string; readonly at: number }

function overruledIn(text: string, where: 'set-up' | 'tests'): Found[] {
  const { bare } = stripSource(text, javascript.tokens)
  return [...matchersIn(bare), ...assignedIn(bare), ...(where === 'set-up' ? replacedIn(bare) : [])]
}

/** `expect.extend({ toBe: () => ({ pass: true }) })` */
function matchersIn(bare: string): Found[] {
  return [...bare.matchAll(/\bexpect\.extend\s*\(\s*\{/g)].flatMap(({ index }) => {
    const body = bare.slice(index, index + BODY_MAX).split(/\n\}\s*\)/, 1)[0] ?? ''
    return [...body.matchAll(MATCHER)].map(({ index: at, 1: what = '' }) => ({ what, at: index + at }))
  })
}

const BODY_MAX = 4000
const MATCHER =
  /(?<=[{,]\s*)(?:async\s+)?["']?(to(?:Be|Equal|StrictEqual|Throw|ThrowError|Match|MatchObject|MatchSnapshot|MatchInlineSnapshot|Contain|ContainEqual|HaveLength|HaveProperty|HaveBeenCalled\w*|HaveReturned\w*|BeTruthy|BeFalsy|BeNull|BeUndefined|BeDefined|BeNaN|BeCloseTo|BeGreaterThan\w*|BeLessThan\w*|BeInstanceOf|BeTypeOf))["']?\s*[:(,}]/g

/** `assert.equal = () => {}`, but not `globalThis.expect = chai.expect`. */
function assignedIn(bare: string): Found[] {
  return [...bare.matchAll(ASSIGNED)].flatMap(({ index, 0: what, 1: name = '' }): Found[] => {
    const value = /^[^\n;]*/.exec(bare.slice(index + what.length))?.[0] ?? ''
    const isItself = new RegExp(`^\\s*(?:[\\w$]+\\.)*${name}\\b`).test(value)
    return isItself ? [] : [{ what: what.replace(/\s*=$/, ''), at: index }]
  })
}

const ASSIGNED =
  /\b(?:assert(?:\.strict)?\.(equal|notEqual|strictEqual|notStrictEqual|deepEqual|deepStrictEqual|notDeepEqual|notDeepStrictEqual|ok|match|throws|rejects|doesNotThrow|fail)|(?:globalThis|global|window)\.(expect|assert|it|test))\s*=(?![=>])/g

/** `vi.mock('../src/total')` in what is loaded before all tests. */
function replacedIn(bare: string): Found[] {
  return [...bare.matchAll(/\b(?:vi|jest)\.(?:mock|doMock)\s*\(\s*(?:import\s*\(\s*)?['"](\.[^'"\n]+)['"]/g)]
    .filter(({ index, 1: address = '' }) => {
      const rest = bare.slice(index, index + 600).split(/\n(?=\S)/, 1)[0] ?? ''
      return (
        !/\.(?:css|scss|less|svg|png|jpe?g|json)$/.test(address) &&
        !/Actual|importOriginal|spy\s*:/.test(rest)
      )
    })
    .map(({ index, 1: what = '' }) => ({ what, at: index }))
}
