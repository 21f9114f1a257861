import type { Entry, Worker } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Trace } from '#words/trace.ts'

/** What the journal holds that is worth learning from, in the order of the entries. */
export function foldTraces(entries: readonly Entry[]): Trace[] {
  const facts = collectFacts(entries)
  return entries.flatMap((entry) => traceOf(entry, facts) ?? [])
}

function traceOf(entry: Entry, { claimed, last, workers }: Facts): Trace | null {
  const place = { id: entry.id, at: entry.at }
  switch (entry.kind) {
    case 'denied': {
      if (last.get(callOf(entry)) !== entry.id) return null
      const text = `${entry.action}: ${entry.reason}`
      return { ...place, about: 'violation', subject: entry.guard, text, source: entry.host ?? 'keel' }
    }
    case 'verified': {
      const attempt = attemptOf(entry)
      if (entry.evidence.passed || !claimed.has(attempt) || last.get(attempt) !== entry.id) return null
      const source = nameOf(workers.get(entry.run))
      const text = whatFailed(entry.evidence)
      return { ...place, about: 'violation', subject: CLAIMED_WITHOUT_PROOF, text, source }
    }
    case 'trace': {
      const { about, subject, text, source } = entry
      return { ...place, about, subject, text, source }
    }
    case 'run-started':
    case 'run-resumed':
    case 'attempt-started':
    case 'attempt-ended':
    case 'put-aside':
    case 'run-ended':
    case 'pack-verified':
    case 'planned':
    case 'scanned':
    case 'task-moved':
    case 'task-edited':
    case 'terms-renewed':
      return null
  }
}

/** The subject of every trace of a success that was claimed and not there. */
const CLAIMED_WITHOUT_PROOF = 'claimed-without-proof'

type Facts = {
  readonly workers: ReadonlyMap<string, Worker>
  /** Attempts whose agent said that the work is done. */
  readonly claimed: ReadonlySet<string>
  /**
   * The entry that counts for a call or an attempt, the last one. Two hosts' hooks may both be asked about one call, and
   * the agent did wrong once; an attempt of a run that was resumed may have been verified twice.
   */
  readonly last: ReadonlyMap<string, string>
}

/** Gathered beforehand: entries of two processes may lie in either order where their clocks agree to the millisecond. */
function collectFacts(entries: readonly Entry[]): Facts {
  const workers = new Map<string, Worker>()
  const claimed = new Set<string>()
  const last = new Map<string, string>()
  for (const entry of entries) {
    if (entry.kind === 'run-started') workers.set(entry.run, entry.worker)
    if (entry.kind === 'attempt-ended' && entry.claimed) claimed.add(attemptOf(entry))
    if (entry.kind === 'verified') last.set(attemptOf(entry), entry.id)
    if (entry.kind === 'denied') last.set(callOf(entry), entry.id)
  }
  return { workers, claimed, last }
}

function callOf({ id, session, call }: Extract<Entry, { kind: 'denied' }>): string {
  return call === null ? id : JSON.stringify(['call', session, call])
}

function attemptOf({ run, attempt }: { run: string; attempt: number }): string {
  return JSON.stringify(['attempt', run, attempt])
}

function nameOf(worker: Worker | undefined): string {
  if (worker === undefined) return 'keel'
  return worker.kind === 'host' ? worker.host : worker.model
}

function whatFailed({ command, exitCode, failing, counts }: Evidence): string {
  const shown = failing.slice(0, SHOWN)
  const more = Math.max(failing.length, counts?.failed ?? 0) - shown.length
  if (shown.length > 0)
    return `${command} failed: ${shown.map(({ id }) => id).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  if (counts !== null && counts.failed > 0) return `${command} failed: ${counts.failed} tests`
  return `${command} failed${exitCode === null ? ' before it could end' : ` with exit code ${exitCode}`}`
}

const SHOWN = 3
