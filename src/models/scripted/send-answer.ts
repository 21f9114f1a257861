import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './scenario.ts'
import type { Rendered } from './wire/contract.ts'

/** Sends an answer at the pace, and with the accidents, that the scenario asks for. */
export async function sendAnswer({
  response,
  answer,
  rendered,
  signal,
}: {
  response: ServerResponse
  answer: Answer
  rendered: Extract<Rendered, { kind: 'answer' }>
  /** Fires when the client is gone. */
  signal: AbortSignal
}): Promise<void> {
  const { hang, cut, chunkDelayMs } = answer
  const isBroken = cut || hang === 'mid-stream'
  response.writeHead(200, { 'content-type': rendered.contentType, 'cache-control': 'no-cache' })
  // A client that waits for the headers should have them before the first delay.
  response.flushHeaders()
  const chunks = isBroken ? firstHalf(rendered.chunks) : rendered.chunks
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0 && chunkDelayMs > 0) await sleep(chunkDelayMs, undefined, { signal })
    if (!response.write(chunk)) await once(response, 'drain', { signal })
  }
  if (cut) {
    // Closed at once, the connection would take what was sent down with it, in our buffers or in the client's.
    await sleep(CUT_AFTER_MS, undefined, { signal })
    response.destroy()
  } else if (hang === undefined) response.end()
}

const CUT_AFTER_MS = 30

/** Of an answer in one piece, half of its text. */
function firstHalf(chunks: readonly string[]): readonly string[] {
  const [only = ''] = chunks
  return chunks.length > 1
    ? chunks.slice(0, Math.ceil(chunks.length / 2))
    : [only.slice(0, Math.ceil(only.length / 2))]
}
