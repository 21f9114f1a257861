import type { Evidence } from '#words/evidence.ts'

/** What tests left that passed, but for what is said otherwise. */
export function evidenceOf(said: Partial<Evidence> = {}): Evidence {
  return {
    command: 'npm test',
    isOwn: true,
    tree: 't',
    after: 't',
    altered: [],
    passed: true,
    exitCode: 0,
    framework: null,
    counts: null,
    failing: [],
    baseline: null,
    flaky: [],
    checks: [],
    tampering: [],
    since: null,
    folder: '',
    environment: '',
    tail: '',
    at: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    seal: null,
    ...said,
  }
}
