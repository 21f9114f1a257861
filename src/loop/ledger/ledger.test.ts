import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isSealed, sealOf } from '#kit/seal.ts'
import type { Entry, Fact } from '#words/entry.ts'
import { type Evidence, evidenceSchema } from '#words/evidence.ts'
import { NO_USAGE, type Usage } from '#words/usage.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { packNames } from '../verify/pack-names.ts'
import { foldAttempts } from './fold-attempts.ts'
import { openLedger } from './open-ledger.ts'
import { retellLog } from './retell-log.ts'
import { retryContext } from './retry-context.ts'
import { sumCosts } from './sum-costs.ts'
import { writeAttempts } from './write-attempts.ts'

const claude = { kind: 'host', host: 'claude-code', model: null } as const
const spent = (costUsd: number): Usage => ({
  ...NO_USAGE,
  input: 100,
  output: 10,
  costUsd,
  costSource: 'reported',
  estimated: false,
})

/** Facts, one a second. */
function journal(...facts: readonly Fact[]): Entry[] {
  return facts.map((fact, at) => ({ id: `e${at}`, at: new Date(at * 1000).toISOString(), ...fact }))
}

function begun(run: string, more: Partial<Extract<Fact, { kind: 'run-started' }>> = {}): Fact {
  const stand = { head: 'h', branch: 'main', rules: 'r' }
  const rest = {
    checks: [],
    mayChangeTests: false,
    tried: 0,
    onBlocked: 'leave',
    base: 'before',
    stand,
  } as const
  return {
    kind: 'run-started',
    run,
    objective: 'mend it',
    worker: claude,
    tier: null,
    test: 'npm test',
    task: 'k1',
    ...rest,
    ...more,
  }
}
const started = (run: string, attempt: number): Fact => ({
  kind: 'attempt-started',
  run,
  attempt,
  tree: 'before',
  pack: null,
})
function ended(
  run: string,
  attempt: number,
  more: Partial<Extract<Fact, { kind: 'attempt-ended' }>> = {},
): Fact {
  const ending = { kind: 'ok', detail: 'It ended.', exitCode: 0 } as const
  const said = { usage: spent(1), claimed: false, stuck: null, files: ['src/sum.ts'], commits: [] }
  return { kind: 'attempt-ended', run, attempt, ending, ...said, ...more }
}
function tested(run: string, attempt: number, more: Partial<Evidence> = {}): Fact {
  return { kind: 'verified', run, attempt, evidence: { ...evidenceOf(), ...more } }
}
function evidenceOf(): Evidence {
  return evidenceSchema.parse({
    command: 'npm test',
    isOwn: true,
    tree: 'after',
    after: 'after',
    altered: [],
    passed: false,
    exitCode: 1,
    framework: 'vitest',
    counts: { passed: 1, failed: 1, skipped: 0 },
    failing: [{ id: 'adds', message: 'expected 3', location: 'a.test.ts:3' }],
    tail: 'AssertionError',
    at: '2026-01-01T00:00:00.000Z',
    durationMs: 5,
  })
}
const verified = { passed: true, exitCode: 0, failing: [], counts: { passed: 2, failed: 0, skipped: 0 } }
const over = (run: string, outcome: 'verified' | 'blocked'): Fact => ({
  kind: 'run-ended',
  run,
  outcome,
  reason: 'so',
  commit: outcome === 'verified' ? 'c1' : null,
  remarks: [],
})
const killed = {
  ending: { kind: 'killed', detail: 'keel was killed.', exitCode: null },
  usage: null,
} as const

describe('attempts', () => {
  it('are failed with what failed, and verified with the commit, in the order they were begun', () => {
    const entries = journal(
      begun('r1'),
      started('r1', 1),
      ended('r1', 1),
      tested('r1', 1),
      started('r1', 2),
      ended('r1', 2),
      tested('r1', 2, verified),
      over('r1', 'verified'),
    )
    expect(foldAttempts(entries)).toMatchObject([
      { task: 'k1', number: 1, outcome: 'failed', error: { category: 'tests-failed' }, commits: [] },
      { task: 'k1', number: 2, outcome: 'verified', error: null, commits: ['c1'], endedAt: entries[5]?.at },
    ])
  })

  it.each([
    ['tampering', { tampering: [{ kind: 'test-skipped', path: 'a.test.ts', line: 1, text: 'Skipped.' }] }],
    ['no-tests', { counts: { passed: 0, failed: 0, skipped: 0 }, failing: [] }],
    ['tests-ended', { exitCode: null }],
    ['nothing-changed', { ...verified, tree: 'before' }],
  ] satisfies [string, Partial<Evidence>][])('say why they failed: %s', (category, evidence) => {
    const entries = journal(begun('r1'), started('r1', 1), ended('r1', 1), tested('r1', 1, evidence))
    expect(foldAttempts(entries)).toMatchObject([{ outcome: 'failed', error: { category } }])
  })

  it('without an end run while somebody is at work, and are interrupted when nobody is', () => {
    const entries = journal(begun('r1'), started('r1', 1))
    expect(foldAttempts(entries, 'at-work')).toMatchObject([{ outcome: 'running', usage: null }])
    expect(foldAttempts(entries, 'idle')).toMatchObject([
      { outcome: 'interrupted', error: { category: 'killed' } },
    ])
  })

  it('that nobody saw the end of have neither a time of it nor a usage, and neither have those that say nothing of theirs', () => {
    const entries = journal(
      begun('r1'),
      started('r1', 1),
      ended('r1', 1, killed),
      started('r1', 2),
      ended('r1', 2, { usage: NO_USAGE }),
    )
    expect(foldAttempts(entries)).toMatchObject([
      { outcome: 'interrupted', endedAt: null, usage: null, files: ['src/sum.ts'] },
      { outcome: 'interrupted', error: { category: 'not-tested' }, usage: null },
    ])
  })

  describe('of a run that was killed and resumed', () => {
    const killedThere = [begun('r1'), started('r1', 1)]
    const resumed = [
      // What nobody saw the end of is recorded by whoever resumes, and what it left is tested first.
      ended('r1', 1, killed),
      tested('r1', 1),
      started('r1', 2),
      ended('r1', 2),
      tested('r1', 2, verified),
      over('r1', 'verified'),
    ]

    it('are all there: the one that was cut short is interrupted, whatever its tests said, and the next is what it is', () => {
      const attempts = foldAttempts(journal(...killedThere, ...resumed))
      expect(attempts).toMatchObject([
        { number: 1, outcome: 'interrupted', error: { category: 'killed' }, endedAt: null, commits: [] },
        { number: 2, outcome: 'verified', error: null, commits: ['c1'] },
      ])
      expect(attempts[0]?.evidence?.passed).toBe(false)
      const heard = retryContext({ attempts: attempts.slice(0, 1), logOf: () => 'x' })
      expect(heard).toContain('- Attempt 1 (claude-code): killed. It ended early: keel was killed.')
    })

    it('are verified where the work was done when it was killed, and cost what nobody knows', () => {
      const attempts = foldAttempts(
        journal(...killedThere, ended('r1', 1, killed), tested('r1', 1, verified), over('r1', 'verified')),
      )
      expect(attempts).toMatchObject([{ number: 1, outcome: 'verified', endedAt: null, commits: ['c1'] }])
      expect(sumCosts(attempts)).toMatchObject({ verified: 1, isCostWhole: false, sources: { unknown: 1 } })
    })

    it('are neither lost nor at work for ever, wherever it is killed again', () => {
      const all = journal(...killedThere, ...resumed)
      for (const [last] of all.entries()) {
        const entries = all.slice(0, last + 1)
        const numbers = entries.flatMap((entry) => (entry.kind === 'attempt-started' ? [entry.attempt] : []))
        const attempts = foldAttempts(entries, 'idle')
        expect(attempts.map(({ number }) => number)).toEqual(numbers)
        expect(attempts.map(({ outcome }) => outcome)).not.toContain('running')
      }
    })

    it('are not at work when another run is, though nobody came back for them', () => {
      const entries = journal(...killedThere, begun('r2', { task: 'k2' }), started('r2', 1))
      expect(foldAttempts(entries, 'at-work')).toMatchObject([
        { run: 'r1', outcome: 'interrupted', error: { category: 'killed' } },
        { run: 'r2', outcome: 'running' },
      ])
    })
  })
})

describe('costs', () => {
  const entries = journal(
    begun('r1'),
    started('r1', 1),
    ended('r1', 1),
    tested('r1', 1),
    started('r1', 2),
    ended('r1', 2, { usage: spent(2) }),
    tested('r1', 2, verified),
    over('r1', 'verified'),
    begun('r2', { task: 'k2', worker: { ...claude, model: 'small' } }),
    started('r2', 1),
    ended('r2', 1, killed),
    started('r2', 2),
    ended('r2', 2, { usage: { ...spent(3), costSource: 'table', estimated: true } }),
    tested('r2', 2),
    over('r2', 'blocked'),
  )
  const attempts = foldAttempts(entries)

  it('of failures are paid by what was verified, and what is unknown is not nothing', () => {
    expect(sumCosts(attempts)).toMatchObject({
      tasks: 2,
      verified: 1,
      attempts: 4,
      tokens: { input: 300, output: 30 },
      costUsd: 6,
      costPerVerified: 6,
      isCostWhole: false,
      sources: { reported: 2, estimated: 1, table: 0, unknown: 1, none: 0 },
    })
  })

  it('are told for each worker, and for each tier where there are tiers', () => {
    const named = entries.map((entry) =>
      entry.kind === 'run-started' && entry.run === 'r2' ? { ...entry, tier: 'cheap' } : entry,
    )
    const report = sumCosts(foldAttempts(named))
    expect(report.byWorker).toMatchObject([
      { worker: 'claude-code', costUsd: 3, verified: 1, isCostWhole: true },
      { worker: 'claude-code with small', costUsd: 3, verified: 0, costPerVerified: null },
    ])
    expect(report.byTier).toMatchObject([{ tier: 'cheap', attempts: 2 }])
    expect(sumCosts(attempts).byTier).toEqual([])
  })
})

describe('what the next attempt hears', () => {
  const failed = [begun('r1'), started('r1', 1), ended('r1', 1, { claimed: true }), tested('r1', 1)]

  it('is nothing where nothing failed', () => {
    const entries = journal(begun('r1'), started('r1', 1), ended('r1', 1, killed))
    expect(retryContext({ attempts: foldAttempts(entries), logOf: () => 'x' })).toBe(null)
  })

  it('is what was tried, what failed, what was not enough, and the end of the log', () => {
    const text = retryContext({
      attempts: foldAttempts(journal(...failed)),
      logOf: () => 'I changed the sign.\n```\ncode',
    })
    expect(text).toContain('- Attempt 1 (claude-code, 1 s): tests-failed.')
    expect(text).toContain('- adds (a.test.ts:3): expected 3')
    expect(text).toContain('- Attempt 1 changed src/sum.ts, and said that the work was done.')
    expect(text).toContain('````\nI changed the sign.\n```\ncode\n````')
  })

  it('never grows beyond its bounds', () => {
    const many = Array.from({ length: 200 }, (_none, at) => ({
      id: `test ${at}`,
      message: 'm'.repeat(5000),
      location: null,
    }))
    const entries = journal(...failed.slice(0, 3), tested('r1', 1, { failing: many }))
    const text = retryContext({ attempts: foldAttempts(entries), logOf: () => 'l'.repeat(1e6) })
    expect(text?.length).toBeLessThan(16_100)
    expect(text).toContain('and 180 more')
  })
})

describe('the log of an agent, retold', () => {
  const streams = join(import.meta.dirname, '../../../test/fixtures/hosts')
  const captured = (host: string, name: string) => readFileSync(join(streams, host, 'streams', name), 'utf8')

  it('is what Claude Code said and called, without a word of JSON', () => {
    const told = retellLog(claude, captured('claude-code', 'tools@2.1.197.jsonl'))
    expect(told).toMatch(/^> Write: .*w1\.txt$/m)
    expect(told).toMatch(/^ {2}File created successfully/m)
    expect(told).not.toMatch(/[{]"type"|session_id/)
    expect(told.split('\n').length).toBeLessThanOrEqual(50)
  })

  it('is what Codex ran, and what came of it', () => {
    const told = retellLog({ ...claude, host: 'codex' }, captured('codex', 'driven@0.166.0.jsonl'))
    expect(told).toMatch(/^> run: /m)
    expect(told).toMatch(/^ {2}\[exit code \d+\]$/m)
    expect(told).not.toMatch(/[{]"type"|item\.completed/)
  })

  it('is what a bare model did, and not what it was asked', () => {
    const lines = [
      { kind: 'asked', system: 'You are the artisan.', prompt: 'Mend sum.' },
      { kind: 'said', text: 'I look first.', calls: [] },
      {
        kind: 'tool',
        call: { id: '1', name: 'run', input: { command: 'npm test' } },
        result: { kind: 'failed', text: `${'line\n'.repeat(30)}[exit code 1]` },
      },
      { kind: 'ended', ending: { kind: 'max-turns', detail: 'It spoke too often.', exitCode: null } },
    ]
    const log = lines.map((line) => JSON.stringify(line)).join('\n')
    expect(retellLog({ kind: 'model', model: 'm', role: 'artisan' }, log).split('\n')).toEqual([
      'I look first.',
      '> run: npm test (failed)',
      '  …',
      ...Array.from({ length: 7 }, () => '  line'),
      '  [exit code 1]',
      '(ended: It spoke too often.)',
    ])
  })
})

describe('papers', () => {
  it('of an attempt say what came of it, and keep what only they have', () => {
    const { project: root } = scratch()
    const ledger = openLedger(root, 'k1')
    ledger.write({ attempt: 1, name: 'attempt.json', text: '{"run":"r1","session":"s1","outcome":null}' })
    writeAttempts(
      ledger,
      foldAttempts(journal(begun('r1'), started('r1', 1), ended('r1', 1), tested('r1', 1))),
    )
    expect(JSON.parse(ledger.read(1, 'attempt.json') ?? '')).toMatchObject({
      session: 's1',
      attempt: 1,
      outcome: 'failed',
      error: { category: 'tests-failed', summary: expect.stringContaining('npm test') },
      files: ['src/sum.ts'],
    })
  })

  it('of old attempts go where only the last are kept, by their numbers', () => {
    const { project: root } = scratch()
    const ledger = openLedger(root, 'by-hand')
    for (const attempt of [9, 10, 100, 2]) ledger.write({ attempt, name: 'prompt.md', text: 'Go.' })
    mkdirSync(join(root, '.keel/ledger/by-hand/other'), { recursive: true })
    writeFileSync(join(root, '.keel/ledger/by-hand/other/file'), '')
    ledger.keepLast(2)
    expect(readdirSync(join(root, '.keel/ledger/by-hand')).sort()).toEqual(['10', '100', 'other'])
  })

  it('keep evidence with its seal, though the packed names of many tests look like a secret', () => {
    const { project: root } = scratch()
    const key = Buffer.alloc(32, 7)
    const names = Array.from({ length: 40 }, (_, place) => `test/sum.test.js > case ${place}`)
    const evidence = { ...evidenceOf(), ran: packNames(names) ?? '' }
    const ledger = openLedger(root, 'k1')
    ledger.writeEvidence(1, { ...evidence, seal: sealOf(evidence, key) })
    expect(isSealed(JSON.parse(ledger.read(1, 'evidence.json') ?? ''), key)).toBe(true)
  })

  it('are nobody else’s to read', () => {
    const { project: root } = scratch()
    const ledger = openLedger(root, 'k1')
    writeFileSync(ledger.pathOf(1, 'attempt.json'), '{}', { mode: 0o644 })
    ledger.write({ attempt: 1, name: 'attempt.json', text: '{}' })
    ledger.writeEvidence(1, evidenceOf())
    for (const name of ['attempt.json', 'evidence.json'] as const)
      expect(statSync(ledger.pathOf(1, name)).mode & 0o777, name).toBe(0o600)
  })
})
