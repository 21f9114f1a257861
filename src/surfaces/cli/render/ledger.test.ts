import { expect, it } from 'vitest'
import { describeTerminal } from '../terminal.ts'
import { renderLedger } from './ledger.ts'

const terminal = describeTerminal({ isTerminal: false, columns: 80, platform: 'linux', environment: {} })
const CLEAR = '\u001b[2J'

it('what was tried takes a line each, and tells a terminal nothing', () => {
  const work = {
    task: 'a',
    objective: `${CLEAR}${'word '.repeat(1000)}\nand more`,
    attempts: 1,
    outcome: 'failed',
    error: { category: 'tests-failed', summary: '' },
    costUsd: null,
    lastAt: '2026-01-01T00:00:00.000Z',
  } as const
  const told = renderLedger({ work: [work], resumable: null }, terminal)
  expect(told).not.toContain(CLEAR)
  expect(told).toMatch(/^.{1,250}\n$/)
  expect(told).toContain('word…')
})
