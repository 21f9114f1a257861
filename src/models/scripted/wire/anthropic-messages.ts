import * as z from 'zod'
import type { Answer, ToolCall } from '../scenario.ts'
import { eventChunks, jsonChunks, namedEvent } from './chunks.ts'
import type { Asked, Parsed, Rendered, Said, Wire } from './contract.ts'
import { parseBody } from './parse-body.ts'
import { piecesOfJson, piecesOfText } from './pieces.ts'
import { spokenText } from './spoken-text.ts'
import { spellStopReason } from './stop-reason.ts'

export const anthropicMessages: Wire = {
  name: 'anthropic-messages',
  match: (method, path) => method === 'POST' && /\/messages$/.test(path),
  parse,
  render,
  renderError: ({ status, message }) => ({
    type: 'error',
    error: { type: ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'), message },
  }),
}

const block = z.looseObject({ type: z.string() })
const content = z.union([z.string(), z.array(block)])
const bodySchema = z.looseObject({
  model: z.string(),
  system: content.optional(),
  messages: z.array(z.looseObject({ role: z.string(), content })).min(1),
  tools: z.array(z.looseObject({ name: z.string().optional() })).default([]),
  stream: z.boolean().default(false),
})

function parse({ body }: Asked): Parsed {
  const parsed = parseBody(bodySchema, body)
  if (parsed.kind === 'problem') return parsed
  const { model, system, messages, tools, stream } = parsed.body
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  return {
    kind: 'request',
    request: {
      wire: anthropicMessages.name,
      model,
      system: spokenText([system, messages.filter(({ role }) => role === 'system')]),
      prompt: spokenText(
        messages
          .filter(({ role }) => role === 'user')
          .map((message) => blocksOf(message.content).filter(({ type }) => type !== 'tool_result')),
      ),
      toolNames: tools.flatMap(({ name }) => name ?? []),
      lastToolResults: since
        .flatMap((message) => blocksOf(message.content))
        .filter(({ type }) => type === 'tool_result')
        .map(spokenText),
      stream,
      body,
    },
  }
}

function blocksOf(said: z.output<typeof content>): z.output<typeof block>[] {
  return typeof said === 'string' ? [{ type: 'text', text: said }] : said
}

function render({ answer, request, id }: Said): Rendered {
  if (answer.tools.some(({ custom }) => custom)) {
    return { kind: 'impossible', message: 'there are no custom tools on this wire' }
  }
  const blocks = blocksToSay(answer, id)
  const { input, output, cacheRead, cacheWrite } = answer.usage
  const usage = {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
  }
  const ending = { stop_reason: spellStopReason(answer, STOP_REASONS), stop_sequence: null }
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: request.model }
  if (!request.stream) return jsonChunks({ ...message, content: blocks, ...ending, usage })
  const opening = {
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  }
  const [first, ...rest] = blocks.flatMap(blockEvents)
  return eventChunks([
    namedEvent({ type: 'message_start', message: { ...message, ...opening } }),
    ...(first === undefined ? [] : [first]),
    namedEvent({ type: 'ping' }),
    ...rest,
    namedEvent({ type: 'message_delta', delta: ending, usage }),
    namedEvent({ type: 'message_stop' }),
  ])
}

type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: ToolCall['input']
    }

function blocksToSay({ thinking, text, tools }: Answer, id: string): Block[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: btoa(id) } as const]),
    ...(text === undefined ? [] : [{ type: 'text', text } as const]),
    ...tools.map(
      ({ name, input }, index) => ({ type: 'tool_use', id: `toolu_${id}_${index}`, name, input }) as const,
    ),
  ]
}

function blockEvents(said: Block, index: number): string[] {
  const { empty, deltas } = unfold(said)
  return [
    namedEvent({ type: 'content_block_start', index, content_block: empty }),
    ...deltas.map((delta) => namedEvent({ type: 'content_block_delta', index, delta })),
    namedEvent({ type: 'content_block_stop', index }),
  ]
}

/** A block as it opens, and what is added to it until it is whole. */
function unfold(said: Block): { readonly empty: unknown; readonly deltas: readonly unknown[] } {
  switch (said.type) {
    case 'thinking':
      return {
        empty: { ...said, thinking: '', signature: '' },
        deltas: [
          ...piecesOfText(said.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: said.signature },
        ],
      }
    case 'text':
      return {
        empty: { ...said, text: '' },
        deltas: piecesOfText(said.text).map((text) => ({ type: 'text_delta', text })),
      }
    case 'tool_use':
      return {
        empty: { ...said, input: {} },
        // The API opens with an empty piece, which some clients once took for the whole input.
        deltas: ['', ...piecesOfJson(JSON.stringify(said.input))].map((piece) => ({
          type: 'input_json_delta',
          partial_json: piece,
        })),
      }
  }
}

const STOP_REASONS = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}
