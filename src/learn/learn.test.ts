import { describe, expect, it } from 'vitest'
import { NO_TASK } from '#loop/begin-run.ts'
import type { Entry, Fact } from '#words/entry.ts'
import { NO_USAGE } from '#words/usage.ts'
import { evidenceOf } from '../../test/contracts/evidence.ts'
import { findTraces } from './find-traces.ts'
import { study } from './study.ts'
import { foldTraces } from './traces.ts'

const entriesOf = (...facts: Fact[]): Entry[] =>
  facts.map((fact, index) => ({
    id: `test-${index}`,
    at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    ...fact,
  }))

const denied = (parts: Partial<Extract<Fact, { kind: 'denied' }>> = {}): Fact => ({
  kind: 'denied',
  host: 'some-host',
  session: 's',
  call: null,
  guard: 'protected-files',
  reason: 'it is protected',
  action: 'write .keel/guards/a.yaml',
  run: null,
  ...parts,
})

const started: Fact = {
  kind: 'run-started',
  run: 'r',
  objective: 'do it',
  worker: { kind: 'host', host: 'some-host', model: null },
  tier: null,
  test: 'npm test',
  ...NO_TASK,
  stand: { head: 'h', branch: 'main', rules: '' },
  base: 'tree',
}
const ended = (attempt: number, claimed: boolean): Fact => ({
  kind: 'attempt-ended',
  run: 'r',
  attempt,
  ending: { kind: 'ok', detail: '', exitCode: 0 },
  usage: NO_USAGE,
  claimed,
  stuck: null,
  files: [],
  commits: [],
})
const verified = (attempt: number, failing: string[]): Fact => ({
  kind: 'verified',
  run: 'r',
  attempt,
  evidence: evidenceOf({
    passed: failing.length === 0,
    exitCode: failing.length === 0 ? 0 : 1,
    failing: failing.map((id) => ({ id, message: null, location: null })),
  }),
})
const stored = (subject: string, text: string, about: 'correction' | 'decision' = 'correction'): Fact => ({
  kind: 'trace',
  about,
  subject,
  text,
  source: 'somebody',
})

describe('traces', () => {
  it('a denial is a violation of its guard', () => {
    expect(foldTraces(entriesOf(denied()))).toEqual([
      {
        id: 'test-0',
        at: '2026-01-01T00:00:00.000Z',
        about: 'violation',
        subject: 'protected-files',
        text: 'write .keel/guards/a.yaml: it is protected',
        source: 'some-host',
      },
    ])
  })

  it('one call that two hooks denied counts once, and calls without a name count each', () => {
    const entries = entriesOf(
      denied({ call: 'c1' }),
      denied({ call: 'c1', host: 'other-host' }),
      denied({ call: 'c1', session: 'another' }),
      denied(),
      denied(),
    )
    expect(foldTraces(entries).map(({ id }) => id)).toEqual(['test-1', 'test-2', 'test-3', 'test-4'])
  })

  it('a success that was claimed and failed its verification is a violation that names what failed', () => {
    const entries = entriesOf(
      started,
      ended(1, true),
      verified(1, ['adds', 'subtracts', 'divides', 'rounds']),
      ended(2, false),
      verified(2, ['adds']),
      ended(3, true),
      verified(3, []),
    )
    expect(foldTraces(entries)).toEqual([
      expect.objectContaining({
        id: 'test-2',
        about: 'violation',
        subject: 'claimed-without-proof',
        text: 'npm test failed: adds, subtracts, divides and 1 more',
        source: 'some-host',
      }),
    ])
  })

  it('of an attempt that was verified twice the last time counts', () => {
    expect(foldTraces(entriesOf(started, ended(1, true), verified(1, ['adds']), verified(1, [])))).toEqual([])
  })

  it('an attempt that was never verified proves nothing either way', () => {
    expect(foldTraces(entriesOf(started, ended(1, true)))).toEqual([])
  })
})

describe('study', () => {
  const entries = entriesOf(
    denied({ guard: 'rare' }),
    denied({ action: 'write a' }),
    denied({ action: 'write b' }),
    stored('use-pnpm', 'pnpm, not npm'),
    stored('Use-pnpm', 'pnpm, not npm'),
  )

  it('shows what repeats, by how often and then by when', () => {
    expect(study(entries, { min: 2 })).toEqual({
      traces: 5,
      rarer: 1,
      patterns: [
        {
          about: 'correction',
          subject: 'Use-pnpm',
          count: 2,
          firstSeen: '2026-01-04T00:00:00.000Z',
          lastSeen: '2026-01-05T00:00:00.000Z',
          examples: ['pnpm, not npm'],
        },
        {
          about: 'violation',
          subject: 'protected-files',
          count: 2,
          firstSeen: '2026-01-02T00:00:00.000Z',
          lastSeen: '2026-01-03T00:00:00.000Z',
          examples: ['write b: it is protected', 'write a: it is protected'],
        },
      ],
    })
  })

  it('is confined to a kind and to a time', () => {
    const since = new Date('2026-01-03T00:00:00Z')
    expect(study(entries, { min: 1, about: 'violation', since }).patterns).toMatchObject([{ count: 1 }])
  })
})

describe('finding traces', () => {
  const entries = entriesOf(
    stored('package-manager', 'Use pnpm to install'),
    stored('tests', 'install the browsers before the tests', 'decision'),
    stored('style', 'no semicolons'),
  )
  const subjects = (query: Partial<Parameters<typeof findTraces>[1]>) =>
    findTraces(entries, { words: '', limit: 10, ...query }).traces.map(({ subject }) => subject)

  it('puts first what shares the most words, a subject before a text', () => {
    expect(subjects({ words: 'Which packageManager should install this?' })).toEqual([
      'package-manager',
      'tests',
    ])
  })

  it('shows the latest first where nothing is asked', () => {
    expect(subjects({})).toEqual(['style', 'tests', 'package-manager'])
  })

  it('says how many the limit kept back', () => {
    expect(findTraces(entries, { words: '', limit: 1 })).toMatchObject({
      total: 3,
      traces: [{ subject: 'style' }],
    })
  })

  it('can be confined to a kind, a subject and a time', () => {
    expect(subjects({ about: 'decision' })).toEqual(['tests'])
    expect(subjects({ subject: ' Style ' })).toEqual(['style'])
    expect(subjects({ since: new Date('2026-01-02T00:00:00Z') })).toEqual(['style', 'tests'])
    expect(subjects({ words: 'nothing like it' })).toEqual([])
  })
})
