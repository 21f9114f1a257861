import type { IncomingMessage } from 'node:http'

export type ReadBody =
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly message: string }
  | { readonly kind: 'too-large'; readonly message: string }

const BYTES_MAX = 64 * 1024 * 1024

/** Reads a request to its end, whatever it holds: a client that is refused while it still writes sees a broken pipe. */
export async function readBody(request: IncomingMessage): Promise<ReadBody> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= BYTES_MAX) chunks.push(chunk)
  }
  if (size > BYTES_MAX) return { kind: 'too-large', message: `The body has more than ${BYTES_MAX} bytes` }
  const text = Buffer.concat(chunks).toString('utf8')
  if (text === '') return { kind: 'json', text, value: null }
  try {
    return { kind: 'json', text, value: JSON.parse(text) }
  } catch (error) {
    return { kind: 'text', text, message: `The body is not JSON: ${error}` }
  }
}
