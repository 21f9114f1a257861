import { stripVTControlCharacters } from 'node:util'
import type { TestResult } from './contract.ts'
import { jest } from './jest.ts'
import { nodeTest } from './node-test.ts'
import { pytest } from './pytest.ts'
import { vitest } from './vitest.ts'

const frameworks = [nodeTest, vitest, jest, pytest]

/** What the tests said, by the first framework that recognises its own words. */
export function parseTests(output: string): (TestResult & { readonly framework: string }) | null {
  const plain = stripVTControlCharacters(output).replaceAll('\r\n', '\n')
  for (const { name, parse } of frameworks) {
    const result = parse(plain)
    if (result !== null) return { ...result, framework: name }
  }
  return null
}
