import type { Rendered } from './contract.ts'

/** An answer in one piece. */
export function jsonChunks(body: unknown): Rendered {
  return { kind: 'answer', contentType: 'application/json', chunks: [JSON.stringify(body)] }
}

/** An answer as a stream of server-sent events. */
export function eventChunks(events: readonly string[]): Rendered {
  return { kind: 'answer', contentType: 'text/event-stream; charset=utf-8', chunks: events }
}

export function namedEvent(data: { readonly type: string; readonly [key: string]: unknown }): string {
  return `event: ${data.type}\n${plainEvent(data)}`
}

export function plainEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
