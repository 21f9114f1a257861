import { jestProof } from './jest.ts'
import { mochaProof } from './mocha.ts'
import type { Proof } from './proof.ts'
import { vitestProof } from './vitest.ts'

/** Every framework that is proven on the real thing. */
export const proofs: readonly Proof[] = [vitestProof, jestProof, mochaProof]
