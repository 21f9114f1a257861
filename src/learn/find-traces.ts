import { wordsOf } from '#kit/words-of.ts'
import type { Entry } from '#words/entry.ts'
import type { Trace } from '#words/trace.ts'
import { foldTraces } from './traces.ts'

export type TraceQuery = {
  /** Traces that share no word with this are not found. Empty: all are, the latest first. */
  readonly words: string
  readonly about?: Trace['about'] | undefined
  readonly subject?: string | undefined
  readonly since?: Date | undefined
  readonly limit: number
}

export type FoundTraces = {
  readonly traces: readonly Trace[]
  /** How many there are in all: the limit may have kept some back. */
  readonly total: number
}

/** Traces that share the most words with the query, and of those alike the latest. */
export function findTraces(entries: readonly Entry[], query: TraceQuery): FoundTraces {
  const { about, subject, since, limit } = query
  const asked = new Set(wordsOf(query.words))
  const hits = foldTraces(entries)
    .filter(
      (trace) =>
        (about === undefined || trace.about === about) &&
        (subject === undefined || trace.subject.toLowerCase() === subject.trim().toLowerCase()) &&
        (since === undefined || Date.parse(trace.at) >= since.getTime()),
    )
    .map((trace) => ({ trace, score: overlap(asked, trace) }))
    .filter(({ score }) => asked.size === 0 || score > 0)
    .sort((one, other) => other.score - one.score || (one.trace.at > other.trace.at ? -1 : 1))
  return { traces: hits.slice(0, limit).map(({ trace }) => trace), total: hits.length }
}

/** A word in the subject says more than one in the text. */
function overlap(asked: ReadonlySet<string>, { subject, text }: Trace): number {
  const inSubject = new Set(wordsOf(subject))
  const inText = new Set(wordsOf(text))
  return [...asked].reduce((sum, word) => sum + (inSubject.has(word) ? 2 : inText.has(word) ? 1 : 0), 0)
}
