import { stripVTControlCharacters } from 'node:util'
import { bats } from './bats.ts'
import { cargoNextest } from './cargo-nextest.ts'
import { cargoTest } from './cargo-test.ts'
import type { Framework, TestResult } from './contract.ts'
import { ctest } from './ctest.ts'
import { dotnetTest } from './dotnet-test.ts'
import { goTest } from './go-test.ts'
import { gradle } from './gradle.ts'
import { jest } from './jest.ts'
import { junitXml } from './junit-xml.ts'
import { maven } from './maven.ts'
import { minitest } from './minitest.ts'
import { mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import { phpunit } from './phpunit.ts'
import { playwright } from './playwright.ts'
import { pytest } from './pytest.ts'
import { rspec } from './rspec.ts'
import { tap } from './tap.ts'
import { unittest } from './unittest.ts'
import { vitest } from './vitest.ts'

/** TAP comes last: others speak it among other things. */
export const frameworks: readonly Framework[] = [
  nodeTest,
  vitest,
  jest,
  mocha,
  playwright,
  pytest,
  unittest,
  cargoNextest,
  cargoTest,
  goTest,
  bats,
  rspec,
  minitest,
  maven,
  gradle,
  dotnetTest,
  phpunit,
  ctest,
  junitXml,
  tap,
]

/** What the tests said: by the framework that is expected to speak, else by the first that recognises its own words. */
export function parseTests(
  output: string,
  expected: Framework | null = null,
): (TestResult & { readonly framework: string }) | null {
  const plain = stripVTControlCharacters(output).replaceAll('\r\n', '\n')
  for (const { name, parse } of expected === null ? frameworks : [expected, ...frameworks]) {
    const result = parse(plain)
    if (result !== null) return { ...result, framework: name }
  }
  return null
}
