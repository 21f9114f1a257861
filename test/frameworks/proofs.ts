import { batsProof } from './bats.ts'
import { cargoNextestProof } from './cargo-nextest.ts'
import { cargoTestProof } from './cargo-test.ts'
import { ctestProof } from './ctest.ts'
import { dotnetTestProof } from './dotnet-test.ts'
import { goTestProof } from './go-test.ts'
import { goTestPlainProof } from './go-test-plain.ts'
import { gradleProof } from './gradle.ts'
import { jestProof } from './jest.ts'
import { junitXmlProof } from './junit-xml.ts'
import { mavenProof } from './maven.ts'
import { minitestProof } from './minitest.ts'
import { mochaProof } from './mocha.ts'
import { laterNodeTestProof, nodeTestProof } from './node-test.ts'
import { phpunitProof } from './phpunit.ts'
import { playwrightProof } from './playwright.ts'
import type { Proof } from './proof.ts'
import { proveProof } from './prove.ts'
import { pytestProof } from './pytest.ts'
import { rspecProof } from './rspec.ts'
import { tapeProof } from './tape.ts'
import { unittestProof } from './unittest.ts'
import { vitestProof } from './vitest.ts'

/** Every framework that is proven on the real thing. */
export const proofs: readonly Proof[] = [
  vitestProof,
  jestProof,
  mochaProof,
  nodeTestProof,
  laterNodeTestProof,
  playwrightProof,
  pytestProof,
  unittestProof,
  cargoNextestProof,
  cargoTestProof,
  goTestProof,
  goTestPlainProof,
  rspecProof,
  minitestProof,
  mavenProof,
  gradleProof,
  dotnetTestProof,
  phpunitProof,
  ctestProof,
  batsProof,
  tapeProof,
  proveProof,
  junitXmlProof,
]

/** Those that are soon to be had, or are on many machines, and that are up within seconds. */
export const quickProofs: readonly Proof[] = [
  vitestProof,
  jestProof,
  mochaProof,
  nodeTestProof,
  tapeProof,
  pytestProof,
  unittestProof,
  goTestProof,
  cargoTestProof,
  rspecProof,
  minitestProof,
  phpunitProof,
  ctestProof,
  batsProof,
  proveProof,
]

/** Those in which a framework says most, and nobody waits for a time to end. */
export const QUICK_CASES: readonly string[] = ['fail', 'error', 'skip', 'none']
