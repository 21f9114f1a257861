import { describe, expect, it } from 'vitest'
import { entryOf } from './entry-of.ts'

/** Two texts of a file in which chai is another, and one in which only its neighbour is. */
const FILES = {
  'package.json': [
    '{ "devDependencies": { "chai": "^5.1.0", "mocha": "^11" } }',
    '{ "devDependencies": { "chai": "^5.2.0", "mocha": "^11" } }',
    '{ "devDependencies": { "chai": "^5.1.0", "mocha": "^12" }, "scripts": { "x": "chai@9" } }',
  ],
  'package-lock.json': [
    '{ "packages": { "node_modules/chai": { "version": "5.1.0" }, "node_modules/chai-as": { "version": "1.0.0" } } }',
    '{ "packages": { "node_modules/chai": { "version": "5.2.0" }, "node_modules/chai-as": { "version": "1.0.0" } } }',
    '{ "packages": { "node_modules/chai": { "version": "5.1.0" }, "node_modules/chai-as": { "version": "2.0.0" } } }',
  ],
  'yarn.lock': [
    'chai@^5.1.0:\n  version "5.1.0"\n  integrity sha512-a\n\nmocha@^11:\n  version "11.0.0"\n',
    'chai@^5.1.0:\n  version "5.1.0"\n  integrity sha512-b\n\nmocha@^11:\n  version "11.0.0"\n',
    'chai@^5.1.0:\n  version "5.1.0"\n  integrity sha512-a\n\nmocha@^11:\n  version "11.0.1"\n',
  ],
  'pnpm-lock.yaml': [
    "packages:\n\n  chai@5.1.0:\n    resolution: {integrity: a}\n\n  '@x/chai-as@1.0.0':\n    resolution: {integrity: c}\n",
    "packages:\n\n  chai@5.1.0:\n    resolution: {integrity: b}\n\n  '@x/chai-as@1.0.0':\n    resolution: {integrity: c}\n",
    "packages:\n\n  chai@5.1.0:\n    resolution: {integrity: a}\n\n  '@x/chai-as@1.0.0':\n    resolution: {integrity: d}\n",
  ],
  'bun.lock': [
    '{ "packages": {\n  "chai": ["chai@5.1.0", "", {}, "sha512-a"],\n  "mocha": ["mocha@11.0.0", "", {}, "sha512-c"],\n} }',
    '{ "packages": {\n  "chai": ["chai@5.1.0", "", {}, "sha512-b"],\n  "mocha": ["mocha@11.0.0", "", {}, "sha512-c"],\n} }',
    '{ "packages": {\n  "chai": ["chai@5.1.0", "", {}, "sha512-a"],\n  "mocha": ["mocha@11.0.0", "", {}, "sha512-d"],\n} }',
  ],
  'pnpm-workspace.yaml': [
    'catalog:\n  chai: ^5.1.0\n  mocha: ^11\n',
    'catalog:\n  chai: ^5.2.0\n  mocha: ^11\n',
    'catalog:\n  chai: ^5.1.0\n  mocha: ^12\n',
  ],
} as const

describe('what a file says of one package', () => {
  it.each(Object.entries(FILES))(
    'changes with that package alone, in %s',
    (path, [text, other, neighbour]) => {
      const of = (one: string) => entryOf('chai', { path, text: one })
      expect(of(text)).not.toBe('')
      expect(of(other)).not.toBe(of(text))
      expect(of(neighbour)).toBe(of(text))
    },
  )

  it('is a patch that has its name, and no other', () => {
    const of = (path: string) => entryOf('@vitest/expect', { path, text: 'x' })
    expect(of('patches/@vitest+expect+3.0.0.patch')).toBe('x')
    expect(of('patches/@vitest__expect@3.0.0.patch')).toBe('x')
    expect(of('patches/@vitest+expectation+3.0.0.patch')).toBe('')
  })
})
