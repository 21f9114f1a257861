import { CLIENT_INFO_META_KEY, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type AnyVerb, anyVerb, verbNames } from '#verbs/all.ts'
import type { World } from '#verbs/world.ts'
import { answerCall } from './answer-call.ts'

export type ServerParts = {
  readonly version: string
  /** Built anew for each call, so that a configuration that was mended in between is the one in force. */
  readonly createWorld: (parts: { asker: string; signal: AbortSignal }) => World
  /** Where anything goes that is not the protocol: never to standard output. */
  readonly complain: (text: string) => void
}

/** A server whose tools are the verbs that an agent may call, in the order of the verbs. */
export function createServer({ version, createWorld, complain }: ServerParts): McpServer {
  const server = new McpServer({ name: 'keel', title: 'keel', version }, { instructions: INSTRUCTIONS })
  for (const verb of verbNames.map(anyVerb)) {
    const { tool } = verb
    if (tool === null) continue
    server.registerTool(
      tool.name,
      {
        description: `${verb.summary} ${verb.details}`,
        inputSchema: inputOf(verb),
        annotations: {
          readOnlyHint: tool.effect === 'reads',
          destructiveHint: false,
          idempotentHint: tool.effect === 'reads',
          openWorldHint: false,
        },
      },
      (input, { mcpReq: { signal, envelope } }) => {
        const asker = clientNamed(envelope) ?? server.server.getClientVersion()?.name ?? 'mcp'
        return answerCall({
          verb,
          tool,
          input: verb.input.parse(input),
          createWorld: () => createWorld({ asker, signal }),
          complain,
        })
      },
    )
  }
  return server
}

/**
 * Whoever calls a tool means it: a dry run is for a person who is about to type the same without it. A word that nobody knows
 * is refused: who said `dir` would think that the answer is about that folder.
 */
function inputOf({ input, tool }: AnyVerb): z.ZodObject {
  const withheld = new Set<string>(['dryRun', ...(tool?.withholds ?? [])])
  return z.strictObject(
    Object.fromEntries(Object.entries(input.shape).filter(([name]) => !withheld.has(name))),
  )
}

/** The newer protocol names the client with each request, the older one when it connects. */
function clientNamed(envelope: unknown): string | null {
  const { success, data } = z
    .object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) })
    .safeParse(envelope)
  return success ? data[CLIENT_INFO_META_KEY].name : null
}

const INSTRUCTIONS =
  'keel knows this repository. For a picture of all of it ask repository_map. At the start of a task ask context_pack for the files it needs and query_traces for what was ' +
  'learned here before. When you are corrected or decide something that others should know, keep it with store_trace.'
