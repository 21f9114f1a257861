import type { Ending, EndingKind } from '#words/ending.ts'

/** Why a model did not answer, and whether asking again may help. */
export type Failure = {
  readonly ending: Ending
  /** Null where asking again would meet the same. */
  readonly again: { readonly afterMs: number | null } | null
}

/** Every way in which a call can fail, in the words of endings. What is unknown is an error that names itself. */
export function explainFailure(error: unknown, now: Date): Failure {
  const { status, headers, text, detail } = factsOf(error)
  const kind = kindOf({ status, text })
  // A server that is overloaded may name a time as well, but it promises nothing for then.
  const until = resetTime({ headers, text, now })
  const lifted = kind === 'rate-limited' && until !== null ? { resetsAt: until } : {}
  const ending = { kind, detail, exitCode: null, ...lifted }
  if (!isPassing({ kind, status }) || headers['x-should-retry'] === 'false') return { ending, again: null }
  return { ending, again: { afterMs: until === null ? null : Math.max(0, until - now.getTime()) } }
}

type Facts = {
  /** Null where no answer came at all, or one that broke off. */
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly detail: string
}

function factsOf(error: unknown): Facts {
  // An error in the middle of a stream comes as the data that it was, not as an Error.
  const message = messageOf(error)
  const body = fieldOf(error, 'responseBody')
  const text = [message, typeof body === 'string' ? body : (JSON.stringify(error) ?? '')].join('\n')
  const status = fieldOf(error, 'statusCode')
  const spoken = message.trim().replace(/\s+/g, ' ').slice(0, DETAIL_CHARACTERS)
  // An answer that began well and then broke off still carries the status it began with.
  if (typeof status !== 'number' || status < 400)
    return { status: null, headers: {}, text, detail: `The model’s answer did not come through: ${spoken}` }
  const headers = (fieldOf(error, 'responseHeaders') ?? {}) as Record<string, string>
  return { status, headers, text, detail: `The model’s API answered ${status}: ${spoken}` }
}

const DETAIL_CHARACTERS = 500

function messageOf(error: unknown): string {
  const message = fieldOf(error, 'message')
  if (typeof message !== 'string') return String(typeof error === 'string' ? error : JSON.stringify(error))
  const cause = fieldOf(error, 'cause')
  const deeper = cause instanceof Error ? cause.message : ''
  return deeper === '' || message.includes(deeper) ? message : `${message} (${deeper})`
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function kindOf({ status, text }: Pick<Facts, 'status' | 'text'>): EndingKind {
  if (/insufficient_quota|credit balance is too low|API_KEY_INVALID|API key not valid/i.test(text))
    return 'auth'
  switch (status) {
    case 401:
    case 402:
    case 403:
      return 'auth'
    case 404:
      return 'not-found'
    case 413:
      return 'context-overflow'
    case 429:
      return 'rate-limited'
    case 503:
    case 529:
      return 'overloaded'
    case 400:
    case 422:
      return TOO_LONG.test(text) ? 'context-overflow' : 'error'
    default:
      return kindInStream(text)
  }
}

/** As the makers word it: Anthropic, OpenAI, Google, and the servers of open models. */
const TOO_LONG =
  /prompt is too long|context[ _-](length|window|size)|maximum context|input token count.{0,40}exceeds|exceeds? .{0,60}(context|token limit|number of tokens)|too many tokens/i

function kindInStream(text: string): EndingKind {
  if (/overloaded_error/.test(text)) return 'overloaded'
  if (/rate_limit_e/.test(text)) return 'rate-limited'
  return TOO_LONG.test(text) ? 'context-overflow' : 'error'
}

/** Trouble that may be over in a moment. An answer that broke off has no status. */
function isPassing({ kind, status }: { kind: EndingKind; status: number | null }): boolean {
  switch (kind) {
    case 'rate-limited':
    case 'overloaded':
      return true
    case 'error':
      return status === null || status === 408 || status === 409 || status >= 500
    default:
      return false
  }
}

/** When to come back, in milliseconds since 1970, if anything in the answer says so. */
function resetTime({ headers, text, now }: Pick<Facts, 'headers' | 'text'> & { now: Date }): number | null {
  const inMs = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(inMs)) return now.getTime() + inMs
  const after = headers['retry-after']
  if (after !== undefined) {
    const seconds = Number(after)
    const at = Number.isFinite(seconds) ? now.getTime() + seconds * 1000 : Date.parse(after)
    if (Number.isFinite(at)) return at
  }
  // Google says it in the body.
  const delay = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(text)?.[1]
  return delay === undefined ? null : now.getTime() + Number(delay) * 1000
}
