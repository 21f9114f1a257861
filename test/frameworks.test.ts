import { describe, expect, it } from 'vitest'
import { frameworks, parseTests } from '#loop/verify/frameworks/all.ts'
import { proveFramework } from './contracts/framework.ts'
import { proofs } from './frameworks/proofs.ts'

for (const proof of proofs)
  proveFramework(
    proof,
    frameworks.filter((other) => other !== proof.framework),
  )

describe('what tests said', () => {
  it('reads what speaks TAP', () => {
    const said = 'TAP version 13\nok 1 - adds\nnot ok 2 - subtracts\nok 3 - later # SKIP\n1..3\n'
    expect(parseTests(said)).toEqual({
      framework: 'TAP',
      counts: { passed: 1, failed: 1, skipped: 1 },
      failing: [{ id: 'subtracts', message: null, location: null }],
      ran: ['adds', 'subtracts'],
    })
  })

  it('says nothing about output that is nobody’s', () => {
    expect(parseTests('all good\n3 passed the exam\n')).toBeNull()
  })
})
