import { stripVTControlCharacters } from 'node:util'
import { cargoTest } from './cargo-test.ts'
import type { TestResult } from './contract.ts'
import { goTest } from './go-test.ts'
import { jest } from './jest.ts'
import { mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import { pytest } from './pytest.ts'
import { tap } from './tap.ts'
import { unittest } from './unittest.ts'
import { vitest } from './vitest.ts'

/** TAP comes last: others speak it among other things. */
const frameworks = [nodeTest, vitest, jest, mocha, pytest, unittest, cargoTest, goTest, tap]

/** What the tests said, by the first framework that recognises its own words. */
export function parseTests(output: string): (TestResult & { readonly framework: string }) | null {
  const plain = stripVTControlCharacters(output).replaceAll('\r\n', '\n')
  for (const { name, parse } of frameworks) {
    const result = parse(plain)
    if (result !== null) return { ...result, framework: name }
  }
  return null
}
