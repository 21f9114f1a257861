import type { Ending, EndingKind } from '#words/ending.ts'
import type { ResultEvent } from './stream-event.ts'

/** What went wrong with the model, by the last signs of it in the stream. */
export type ApiTrouble = {
  /** Why the program itself spoke last in the place of the model. */
  readonly error: string | null
  /** Why the program is about to ask the model again; null when the model has answered. */
  readonly retried: string | null
  /** A limit that refuses every request, and the second since 1970 that lifts it. */
  readonly limit: { readonly resetsAt: number | undefined } | null
}

/**
 * A result is a success only by all of its signs. The program calls a failed request a `success` too, has been seen to
 * forget `is_error` then, and leaves with exit code 0 as it likes.
 */
export function endingOfResult(result: ResultEvent, trouble: ApiTrouble): Ending {
  const kind = kindOf(result, trouble)
  const detail = kind === 'ok' ? 'The agent ended its turn.' : sentenceOf(result)
  const resetsAt = kind === 'rate-limited' ? trouble.limit?.resetsAt : undefined
  return { kind, detail, exitCode: null, ...(resetsAt === undefined ? {} : { resetsAt: resetsAt * 1000 }) }
}

function kindOf(result: ResultEvent, { error, limit }: ApiTrouble): EndingKind {
  const reason = result.terminal_reason ?? null
  const named = BY_NAME.get(reason ?? '') ?? BY_NAME.get(result.subtype)
  if (named !== undefined) return named
  if (result.subtype === 'success' && !result.is_error && error === null)
    return reason === null || reason === 'completed' ? 'ok' : 'error'
  const status = BY_STATUS.get(result.api_error_status ?? 0)
  if (status !== undefined) return status
  return limit === null ? kindOfError(error ?? '') : (BY_ERROR.get(error ?? '') ?? 'rate-limited')
}

/** By the program's own name of what went wrong between it and the model. */
export function kindOfError(error: string): EndingKind {
  return BY_ERROR.get(error) ?? 'error'
}

const BY_NAME = new Map<string, EndingKind>([
  ['error_max_turns', 'max-turns'],
  ['max_turns', 'max-turns'],
  ['error_max_budget_usd', 'budget'],
  ['budget_exhausted', 'budget'],
  ['prompt_too_long', 'context-overflow'],
  ['blocking_limit', 'context-overflow'],
  ['rapid_refill_breaker', 'context-overflow'],
])

const BY_STATUS = new Map<number, EndingKind>([
  [401, 'auth'],
  [403, 'auth'],
  [413, 'context-overflow'],
  [429, 'rate-limited'],
  [503, 'overloaded'],
  [529, 'overloaded'],
])

const BY_ERROR = new Map<string, EndingKind>([
  ['authentication_failed', 'auth'],
  ['billing_error', 'auth'],
  ['rate_limit', 'rate-limited'],
  ['overloaded', 'overloaded'],
])

function sentenceOf({ result, errors, subtype, terminal_reason }: ResultEvent): string {
  const said = [...(errors ?? []), ...(result === undefined ? [] : [result])].find(
    (text) => text.trim() !== '',
  )
  return (said ?? `The program ended with ${subtype} (${terminal_reason ?? 'no reason'}).`).slice(0, 500)
}
