import { PassThrough, type Readable } from 'node:stream'
import { parseJSONRPCMessage } from '@modelcontextprotocol/server'
import * as z from 'zod'

export type Hearing = {
  /** The lines that are messages, and nothing else. */
  readonly messages: PassThrough
  /** Lets go of the stream, which would keep the process alive. */
  readonly stop: () => void
}

/**
 * Answers each line that is no message with an error. The protocol's own code passes over it in silence, and who waits
 * for an answer would wait for ever.
 */
export function hearMessages(stdin: Readable, answer: (text: string) => void): Hearing {
  const messages = new PassThrough()
  let rest = Buffer.alloc(0)
  const hear = (bytes: Buffer) => {
    const text = Buffer.concat([rest, bytes])
    const end = text.lastIndexOf('\n') + 1
    rest = text.subarray(end)
    for (const line of text.toString('utf8', 0, end).split('\n')) {
      if (line.trim() === '') continue
      const wrong = wrongWith(line)
      if (wrong === null) messages.write(`${line}\n`)
      else answer(`${JSON.stringify({ jsonrpc: '2.0', ...wrong })}\n`)
    }
    if (rest.length > LINE_BYTES_MAX) rest = handOver(rest, messages)
  }
  stdin.on('data', hear)
  for (const end of ['end', 'close'] as const) stdin.once(end, () => messages.end())
  const stop = () => {
    stdin.off('data', hear)
    stdin.pause()
  }
  return { messages, stop }
}

const LINE_BYTES_MAX = 10 * 1024 * 1024

/** A line that never ends is for the protocol's own code to refuse. */
function handOver(bytes: Buffer, messages: PassThrough): Buffer<ArrayBuffer> {
  messages.write(bytes)
  return Buffer.alloc(0)
}

type Wrong = { readonly id: string | number | null; readonly error: { code: number; message: string } }

function wrongWith(line: string): Wrong | null {
  let said: unknown
  try {
    said = JSON.parse(line)
  } catch {
    return { id: null, error: { code: -32700, message: 'Parse error: this line is not JSON.' } }
  }
  try {
    parseJSONRPCMessage(said)
    return null
  } catch {
    const { data } = z.object({ id: z.union([z.string(), z.number()]) }).safeParse(said)
    const message = 'Invalid Request: this is neither a request nor a notification nor an answer.'
    return { id: data?.id ?? null, error: { code: -32600, message } }
  }
}
