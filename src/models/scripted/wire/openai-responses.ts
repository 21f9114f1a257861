import * as z from 'zod'
import type { Answer, ToolCall } from '../scenario.ts'
import { eventChunks, jsonChunks, namedEvent } from './chunks.ts'
import type { Asked, Parsed, Rendered, Said, Wire } from './contract.ts'
import { openaiError } from './openai-error.ts'
import { parseBody } from './parse-body.ts'
import { piecesOfJson, piecesOfText } from './pieces.ts'
import { spokenText } from './spoken-text.ts'
import { spellStopReason } from './stop-reason.ts'

export const openaiResponses: Wire = {
  name: 'openai-responses',
  match: (method, path) => method === 'POST' && /\/responses$/.test(path),
  parse,
  render,
  renderError: openaiError,
}

const tool = z.looseObject({ name: z.string().optional(), type: z.string().optional() })
const inputItem = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  tools: z.array(tool).optional(),
})
const bodySchema = z.looseObject({
  model: z.string(),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(inputItem)]),
  tools: z.array(tool).default([]),
  stream: z.boolean().default(false),
})

function parse({ body }: Asked): Parsed {
  const parsed = parseBody(bodySchema, body)
  if (parsed.kind === 'problem') return parsed
  const { model, instructions, input, tools, stream } = parsed.body
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const since = items.slice(items.findLastIndex(isFromModel) + 1)
  // Codex offers the tools of its newer models inside the conversation.
  const offered = [...tools, ...items.flatMap((item) => ('tools' in item ? (item.tools ?? []) : []))]
  return {
    kind: 'request',
    request: {
      wire: openaiResponses.name,
      model,
      system: spokenText([
        instructions,
        items.filter(({ role }) => role === 'system' || role === 'developer'),
      ]),
      prompt: spokenText(items.filter(({ role }) => role === 'user')),
      toolNames: offered.flatMap(({ name, type }) => name ?? type ?? []),
      lastToolResults: since.filter((item) => typeOf(item).endsWith('_output')).map(spokenText),
      stream,
      body,
    },
  }
}

function isFromModel(item: z.output<typeof inputItem>): boolean {
  return item.role === 'assistant' || /_call$|^reasoning$/.test(typeOf(item))
}

function typeOf(item: z.output<typeof inputItem>): string {
  return item.type ?? 'message'
}

function render({ answer, request, id, time }: Said): Rendered {
  const output = itemsToSay(answer, id)
  const base = {
    id: `resp_${id}`,
    object: 'response',
    created_at: Math.floor(time.getTime() / 1000),
    model: request.model,
    error: null,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
  }
  const reason = spellStopReason(answer, STOP_REASONS)
  const isWhole = reason === STOP_REASONS.stop
  const status = isWhole ? 'completed' : 'incomplete'
  const incomplete_details = isWhole ? null : { reason }
  const whole = { ...base, status, incomplete_details, output, usage: usageOf(answer) }
  if (!request.stream) return jsonChunks(whole)
  const begun = { ...base, status: 'in_progress', incomplete_details: null, output: [], usage: null }
  const events: Event[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...output.flatMap(itemEvents),
    { type: `response.${status}`, response: whole },
  ]
  return eventChunks(events.map((event, sequence_number) => namedEvent({ ...event, sequence_number })))
}

type Event = { readonly type: string; readonly [key: string]: unknown }

/** What comes from the cache is part of the input here. */
function usageOf({ usage: { input, output, cacheRead, cacheWrite } }: Answer): unknown {
  const input_tokens = input + cacheRead + cacheWrite
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output,
  }
}

type TextPart = { readonly type: 'output_text'; readonly text: string; readonly annotations: readonly [] }
type Item =
  | { readonly type: 'reasoning'; readonly id: string; readonly summary: readonly [SummaryPart] }
  | {
      readonly type: 'message'
      readonly id: string
      readonly role: 'assistant'
      readonly status: 'completed'
      readonly content: readonly [TextPart]
    }
  | (CallOf<'function_call'> & { readonly arguments: string })
  | (CallOf<'custom_tool_call'> & { readonly input: string })
type SummaryPart = { readonly type: 'summary_text'; readonly text: string }
type CallOf<Type extends string> = {
  readonly type: Type
  readonly id: string
  readonly call_id: string
  readonly status: 'completed'
  readonly name: string
  readonly namespace?: string
}

function itemsToSay({ thinking, text, tools }: Answer, id: string): Item[] {
  return [
    ...(thinking === undefined
      ? []
      : [
          { type: 'reasoning', id: `rs_${id}`, summary: [{ type: 'summary_text', text: thinking }] } as const,
        ]),
    ...(text === undefined
      ? []
      : [
          {
            type: 'message',
            id: `msg_${id}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          } as const,
        ]),
    ...tools.map((call, index) => callItem(call, `${id}_${index}`)),
  ]
}

function callItem({ name, namespace, input }: ToolCall, id: string): Item {
  const call = {
    call_id: `call_${id}`,
    status: 'completed',
    name,
    ...(namespace !== undefined && { namespace }),
  } as const
  return typeof input === 'string'
    ? { type: 'custom_tool_call', id: `ctc_${id}`, ...call, input }
    : { type: 'function_call', id: `fc_${id}`, ...call, arguments: JSON.stringify(input) }
}

function itemEvents(item: Item, output_index: number): Event[] {
  const at = { item_id: item.id, output_index }
  const { empty, between } = unfold(item)
  return [
    { type: 'response.output_item.added', output_index, item: empty },
    ...between.map((event) => ({ ...event, ...at })),
    { type: 'response.output_item.done', output_index, item },
  ]
}

/** An item as it opens, and what happens to it until it is whole. */
function unfold(item: Item): { readonly empty: unknown; readonly between: readonly Event[] } {
  switch (item.type) {
    case 'reasoning': {
      const [part] = item.summary
      const on = { summary_index: 0 }
      const event = 'response.reasoning_summary'
      return {
        empty: { ...item, summary: [] },
        between: [
          { type: `${event}_part.added`, ...on, part: { ...part, text: '' } },
          ...piecesOfText(part.text).map((delta) => ({ type: `${event}_text.delta`, ...on, delta })),
          { type: `${event}_text.done`, ...on, text: part.text },
          { type: `${event}_part.done`, ...on, part },
        ],
      }
    }
    case 'message': {
      const [part] = item.content
      const on = { content_index: 0 }
      return {
        empty: { ...item, status: 'in_progress', content: [] },
        between: [
          { type: 'response.content_part.added', ...on, part: { ...part, text: '' } },
          ...piecesOfText(part.text).map((delta) => ({
            type: 'response.output_text.delta',
            ...on,
            delta,
            logprobs: [],
          })),
          { type: 'response.output_text.done', ...on, text: part.text, logprobs: [] },
          { type: 'response.content_part.done', ...on, part },
        ],
      }
    }
    case 'function_call': {
      const event = 'response.function_call_arguments'
      return {
        empty: { ...item, status: 'in_progress', arguments: '' },
        between: [
          ...piecesOfJson(item.arguments).map((delta) => ({ type: `${event}.delta`, delta })),
          { type: `${event}.done`, name: item.name, arguments: item.arguments },
        ],
      }
    }
    case 'custom_tool_call': {
      const event = 'response.custom_tool_call_input'
      return {
        empty: { ...item, status: 'in_progress', input: '' },
        between: [
          ...piecesOfText(item.input).map((delta) => ({ type: `${event}.delta`, delta })),
          { type: `${event}.done`, input: item.input },
        ],
      }
    }
  }
}

/** A response that called tools is as complete as one that did not; only what is incomplete has a reason. */
const STOP_REASONS = {
  stop: 'completed',
  'tool-calls': 'completed',
  length: 'max_output_tokens',
  'content-filter': 'content_filter',
}
