import { expect, it } from 'vitest'
import { NO_USAGE } from '#words/usage.ts'
import { describeTerminal } from '../terminal.ts'
import { renderEntry } from './log.ts'

it('the tokens of an attempt are all that it used, those from a cache, too', () => {
  const terminal = describeTerminal({ isTerminal: false, columns: 80, platform: 'linux', environment: {} })
  const usage = { ...NO_USAGE, input: 1, cacheRead: 20, cacheWrite: 300, output: 4000 }
  const ending = { kind: 'ok', detail: '', exitCode: 0 } as const
  const said = { claimed: false, stuck: null, files: [], commits: [], usage, ending }
  const entry = {
    id: 'e',
    at: '2026-01-01T00:00:00.000Z',
    kind: 'attempt-ended',
    run: 'r',
    attempt: 1,
  } as const
  expect(renderEntry({ ...entry, ...said }, terminal)).toContain('attempt 1 ended (4321 tokens)')
})
