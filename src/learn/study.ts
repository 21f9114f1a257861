import { groupBy } from '#kit/group-by.ts'
import type { Entry } from '#words/entry.ts'
import type { Pattern, Trace } from '#words/trace.ts'
import { foldTraces } from './traces.ts'

export type StudyQuestion = {
  readonly about?: Trace['about'] | undefined
  /** Only what happened at or after this moment. */
  readonly since?: Date | undefined
  /** How often something must have happened to count as a pattern. */
  readonly min: number
}

export type Study = {
  /** What happens most comes first, and of two alike the one seen last. */
  readonly patterns: readonly Pattern[]
  /** How many subjects were seen, but less often than asked for. */
  readonly rarer: number
  /** How many traces were looked at. */
  readonly traces: number
}

/** The walk: entries become traces, and traces that say the same become a pattern. */
export function study(entries: readonly Entry[], { about, since, min }: StudyQuestion): Study {
  const traces = foldTraces(entries).filter(
    (trace) =>
      (about === undefined || trace.about === about) &&
      (since === undefined || Date.parse(trace.at) >= since.getTime()),
  )
  const patterns = groupBySubject(traces).map(toPattern).sort(byWeight)
  const repeated = patterns.filter(({ count }) => count >= min)
  return { patterns: repeated, rarer: patterns.length - repeated.length, traces: traces.length }
}

function groupBySubject(traces: readonly Trace[]): Trace[][] {
  const groups = groupBy(traces, ({ about, subject }) => JSON.stringify([about, subject.toLowerCase()]))
  return [...groups.values()]
}

function toPattern(traces: readonly Trace[]): Pattern {
  const inTime = [...traces].sort((one, other) => (one.at < other.at ? -1 : 1))
  const latest = inTime.at(-1)
  const texts = new Set(inTime.map(({ text }) => text).reverse())
  return {
    about: latest?.about ?? 'violation',
    subject: latest?.subject ?? '',
    count: traces.length,
    firstSeen: inTime[0]?.at ?? '',
    lastSeen: latest?.at ?? '',
    examples: [...texts].slice(0, EXAMPLES),
  }
}

const EXAMPLES = 3

function byWeight(one: Pattern, other: Pattern): number {
  if (one.count !== other.count) return other.count - one.count
  if (one.lastSeen !== other.lastSeen) return one.lastSeen > other.lastSeen ? -1 : 1
  return one.subject < other.subject ? -1 : 1
}
