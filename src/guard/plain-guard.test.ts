import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { parseGuard } from './parse-guard.ts'
import { plainGuard } from './plain-guard.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/guards.md'), 'utf8')
const EXAMPLE = /```yaml\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? ''
const OWN = ['protected-files', 'evidence-before-done'].map((name) =>
  readFileSync(join(import.meta.dirname, `guards/${name}.yaml`), 'utf8'),
)

/** What the short way reads must be what the long way reads. */
function agree(text: string): void {
  const plain = plainGuard(text)
  if (plain !== null) expect(parseGuard(text), text).toEqual({ kind: 'guard', guard: plain })
}

describe('a plain guard', () => {
  it('is one as the guide shows it, and as keel has them itself', () => {
    for (const text of [EXAMPLE, ...OWN]) {
      expect(plainGuard(text), text).not.toBeNull()
      agree(text)
    }
  })

  it('is read as a parser of all of YAML would read it', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'a',
        'src/**',
        '*.log',
        '"x"',
        "it's",
        'a: b',
        'a #b',
        'true',
        '12',
        '- a',
        '\\bdone\\b',
        '',
        '{a,b}',
      ),
      fc.string({ maxLength: 8 }),
    )
    const part = fc.record(
      {
        action: fc.array(fc.constantFrom('read', 'write', 'run'), { maxLength: 2 }),
        paths: fc.array(word, { maxLength: 2 }),
        says: word,
      },
      { requiredKeys: ['action'] },
    )
    const guard = fc.record({
      name: fc.constant('a-b'),
      summary: word,
      match: fc.array(part, { maxLength: 2 }),
      reason: word,
    })
    const styles = fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE') as fc.Arbitrary<'PLAIN'>
    let read = 0
    fc.assert(
      fc.property(guard, styles, (value, defaultStringType) => {
        const text = stringify(value, { defaultStringType, defaultKeyType: 'PLAIN' })
        if (plainGuard(text) !== null) read++
        agree(text)
      }),
      { numRuns: 500 },
    )
    expect(read).toBeGreaterThan(20)
  })

  it('is none that has been tampered with so that YAML reads it in another way', () => {
    const scrap = fc.constantFrom(
      ' ',
      '  ',
      '\n',
      '\n  ',
      '- ',
      ': ',
      ' #',
      "'",
      '"',
      '[',
      ']',
      '{',
      '}',
      ',',
      '&a ',
      '*a',
      '!x ',
      '|',
      '>-',
      '%',
      '\\',
      '---\n',
      '? ',
      '\t',
      'name: x\n',
      'x',
    )
    fc.assert(
      fc.property(
        fc.constantFrom(EXAMPLE, ...OWN),
        fc.array(fc.tuple(fc.nat(), fc.nat(3), scrap), { maxLength: 3 }),
        (text, cuts) => {
          const changed = cuts.reduce((now, [at, length, put]) => {
            const from = at % (now.length + 1)
            return now.slice(0, from) + put + now.slice(from + length)
          }, text)
          agree(changed)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
