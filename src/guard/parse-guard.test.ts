import { describe, expect, it } from 'vitest'
import { parseGuard } from './parse-guard.ts'

describe('a guard’s file', () => {
  it('is wrong, and takes nobody down, however deep it is nested', () => {
    for (const text of [
      `name: ${'['.repeat(50_000)}`,
      `${'- '.repeat(50_000)}x`,
      `a: ${'{b: '.repeat(20_000)}`,
    ])
      expect(parseGuard(text)).toMatchObject({ kind: 'wrong' })
  })
})
