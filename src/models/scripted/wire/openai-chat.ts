import * as z from 'zod'
import type { Answer, ToolCall } from '../scenario.ts'
import { eventChunks, jsonChunks, plainEvent } from './chunks.ts'
import type { Asked, Parsed, Rendered, Said, Wire } from './contract.ts'
import { openaiError } from './openai-error.ts'
import { parseBody } from './parse-body.ts'
import { piecesOfJson, piecesOfText } from './pieces.ts'
import { spokenText } from './spoken-text.ts'
import { spellStopReason } from './stop-reason.ts'

export const openaiChat: Wire = {
  name: 'openai-chat',
  match: (method, path) => method === 'POST' && /\/chat\/completions$/.test(path),
  parse,
  render,
  renderError: openaiError,
}

const named = z.looseObject({ name: z.string() })
const bodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string() })).min(1),
  tools: z.array(z.looseObject({ function: named.optional(), custom: named.optional() })).default([]),
  stream: z.boolean().default(false),
  stream_options: z.looseObject({ include_usage: z.boolean().default(false) }).nullish(),
})

function parse({ body }: Asked): Parsed {
  const parsed = parseBody(bodySchema, body)
  if (parsed.kind === 'problem') return parsed
  const { model, messages, tools, stream } = parsed.body
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  return {
    kind: 'request',
    request: {
      wire: openaiChat.name,
      model,
      system: spokenText(messages.filter(({ role }) => role === 'system' || role === 'developer')),
      prompt: spokenText(messages.filter(({ role }) => role === 'user')),
      toolNames: tools.flatMap((tool) => tool.function?.name ?? tool.custom?.name ?? []),
      lastToolResults: since.filter(({ role }) => role === 'tool').map(spokenText),
      stream,
      body,
    },
  }
}

function render({ answer, request, id, time }: Said): Rendered {
  const { text, thinking, tools } = answer
  const calls = tools.map((call, index) => callOf(call, `call_${id}_${index}`))
  const finish_reason = spellStopReason(answer, STOP_REASONS)
  const usage = usageOf(answer)
  const base = { id: `chatcmpl-${id}`, created: Math.floor(time.getTime() / 1000), model: request.model }
  if (!request.stream) {
    const message = {
      role: 'assistant',
      content: text ?? null,
      refusal: null,
      ...(thinking !== undefined && { reasoning_content: thinking }),
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    const choices = [{ index: 0, message, logprobs: null, finish_reason }]
    return jsonChunks({ ...base, object: 'chat.completion', choices, usage })
  }
  const wantsUsage = bodySchema.parse(request.body).stream_options?.include_usage === true
  const chunk = (parts: object) => plainEvent({ ...base, object: 'chat.completion.chunk', ...parts })
  const choice = (delta: object, reason: string | null) =>
    chunk({
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      ...(wantsUsage && { usage: null }),
    })
  return eventChunks([
    choice({ role: 'assistant', content: text === undefined ? null : '' }, null),
    ...piecesOfText(thinking ?? '').map((piece) => choice({ reasoning_content: piece }, null)),
    ...piecesOfText(text ?? '').map((piece) => choice({ content: piece }, null)),
    ...calls
      .flatMap((call, index) => unfold(call, index))
      .map((delta) => choice({ tool_calls: [delta] }, null)),
    choice({}, finish_reason),
    // Only who asks for it is told: clients that do not ask break on a chunk without a choice.
    ...(wantsUsage ? [chunk({ choices: [], usage })] : []),
    'data: [DONE]\n\n',
  ])
}

type Call =
  | { id: string; type: 'function'; function: { name: string; arguments: string } }
  | { id: string; type: 'custom'; custom: { name: string; input: string } }

function callOf({ name, input }: ToolCall, id: string): Call {
  return typeof input === 'string'
    ? { id, type: 'custom', custom: { name, input } }
    : { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
}

/** A call as it opens, and then its input piece by piece. */
function unfold(call: Call, index: number): unknown[] {
  switch (call.type) {
    case 'function':
      return [
        { index, ...call, function: { name: call.function.name, arguments: '' } },
        ...piecesOfJson(call.function.arguments).map((piece) => ({ index, function: { arguments: piece } })),
      ]
    case 'custom':
      return [
        { index, ...call, custom: { name: call.custom.name, input: '' } },
        ...piecesOfText(call.custom.input).map((piece) => ({ index, custom: { input: piece } })),
      ]
  }
}

/** What comes from the cache is part of the prompt here. */
function usageOf({ usage: { input, output, cacheRead, cacheWrite } }: Answer): unknown {
  const prompt_tokens = input + cacheRead + cacheWrite
  return {
    prompt_tokens,
    completion_tokens: output,
    total_tokens: prompt_tokens + output,
    prompt_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}

const STOP_REASONS = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
}
