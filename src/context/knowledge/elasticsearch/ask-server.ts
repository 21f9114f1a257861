import { setTimeout as sleep } from 'node:timers/promises'
import { redact } from '#kit/redact.ts'
import { Fault } from '#words/fault.ts'
import type { Wire, WireAnswer, WireRequest } from './open-wire.ts'
import { API_KEY, PRODUCTS, type ServerAddress } from './server-address.ts'

/** Asks until there is an answer that asking again would not change. All that keel asks may be asked twice. */
export type AskServer = (question: ServerQuestion) => Promise<ServerAnswer>

export type ServerQuestion = Omit<WireRequest, 'timeoutMs'> & {
  readonly timeoutMs?: number
  /** How long it is asked again while the server is busy or away. */
  readonly patienceMs?: number
  /** Answers that are no failure beside those that say so. */
  readonly accept?: readonly number[]
}

export type ServerAnswer = { readonly status: number; readonly body: unknown }

/** Somebody waits for a reading. Writing goes on through the loss of a node, which a cluster gets over in seconds. */
export const READING = { timeoutMs: 10_000, patienceMs: 1000 }
export const WRITING = { timeoutMs: 60_000, patienceMs: 45_000 }

export function openAsking(wire: Wire, address: ServerAddress): AskServer {
  let wasThere = false
  return async ({
    accept = [],
    patienceMs = READING.patienceMs,
    timeoutMs = READING.timeoutMs,
    ...request
  }) => {
    const began = performance.now()
    for (let again = 0; ; again += 1) {
      const answer = await wire.ask({ ...request, timeoutMs })
      if (answer.kind === 'answered') wasThere = true
      if (isDone(answer, accept)) return answer
      const pauseMs = pauseAfter(again)
      // A server that was never there is not about to come back.
      const leftMs =
        (wasThere ? patienceMs : Math.min(patienceMs, READING.patienceMs)) - (performance.now() - began)
      if (!isPassing(answer) || pauseMs > leftMs) throw faultOf(answer, address)
      await sleep(pauseMs)
    }
  }
}

/** Doubles, with some chance in it, so that many who were sent away do not come back at once. */
export function pauseAfter(again: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** again, PAUSE_MAX_MS) * (0.5 + Math.random() / 2)
}

const FIRST_PAUSE_MS = 100
const PAUSE_MAX_MS = 5000

function isDone(answer: WireAnswer, accept: readonly number[]): answer is WireAnswer & { kind: 'answered' } {
  return answer.kind === 'answered' && (answer.status < 400 || accept.includes(answer.status))
}

function isPassing(answer: WireAnswer): boolean {
  return answer.kind === 'lost' ? answer.isPassing : isBusy(answer.status)
}

/** Of a whole answer, or of one item in it. */
export function isBusy(status: number): boolean {
  return [429, 502, 503, 504].includes(status)
}

function faultOf(answer: WireAnswer, { product, nodes }: ServerAddress): Fault {
  const server = `${PRODUCTS[product]} at ${nodes.join(', ')}`
  if (answer.kind === 'lost')
    return new Fault({
      kind: 'user',
      code: 'store-down',
      message: `${server} does not answer: ${redact(answer.why)}`,
      hint: `curl -sS ${nodes[0]}`,
    })
  const said = redact(reasonIn(answer.body))
  if ([401, 403].includes(answer.status))
    return new Fault({
      kind: 'user',
      code: 'store-denied',
      message: `${server} does not let keel do that (${answer.status}): ${said}`,
      hint: `export ${API_KEY}=your-key`,
    })
  return new Fault({
    kind: 'user',
    code: isBusy(answer.status) ? 'store-busy' : 'store-refused',
    message: `${server} answered ${answer.status}: ${said}`,
  })
}

/** Servers say why in several shapes. */
export function reasonIn(body: unknown): string {
  if (typeof body === 'string') return body.slice(0, REASON_MAX)
  const { error = body } = (body ?? {}) as { error?: unknown }
  if (typeof error === 'string') return error.slice(0, REASON_MAX)
  const { type, reason } = (error ?? {}) as { type?: unknown; reason?: unknown }
  const told = [type, reason].filter((part) => typeof part === 'string').join(': ')
  return (told === '' ? (JSON.stringify(error) ?? '') : told).slice(0, REASON_MAX)
}

const REASON_MAX = 500
