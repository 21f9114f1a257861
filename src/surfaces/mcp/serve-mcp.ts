import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer, type ServerParts } from './create-server.ts'
import { hearMessages } from './hear-messages.ts'

export type McpParts = ServerParts & {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  /** Aborted when the server should end, whoever may still be connected. */
  readonly signal: AbortSignal
}

/**
 * Speaks MCP on standard input and output until the other side closes its end. Both generations of the protocol are
 * served, and what it does not know it answers with an error at once: a host that waits for an answer waits for ever.
 */
export async function serveMcp({ stdin, stdout, signal, ...parts }: McpParts): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    for (const end of ['end', 'close'] as const) stdin.once(end, () => resolve())
    signal.addEventListener('abort', () => resolve())
    if (signal.aborted) resolve()
  })
  const { messages, stop } = hearMessages(stdin, (text) => stdout.write(text))
  const connection = serveStdio(() => createServer(parts), {
    transport: new StdioServerTransport(messages, stdout),
    onerror: ({ message }) => parts.complain(`keel mcp: ${message}\n`),
  })
  await ended
  stop()
  await connection.close()
}
