/** What clients forgive and hosts may not: the order of events, and where each thing is said. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ScenarioInput } from '../scenario.ts'
import { startScriptedModel } from '../start-scripted-model.ts'

type Steps = ScenarioInput['lanes'][number]['steps']
type Data = Record<string, unknown> & { type?: string }

const input = { path: 'C:\\new\\table', content: 'say "hi"\n' }
const whole: Steps[number] = {
  thinking: 'Let me see.',
  text: 'I will write.',
  tools: [{ name: 'write', input }],
  usage: { input: 10, output: 5, cacheRead: 3, cacheWrite: 2 },
}

async function post(path: string, body: unknown, ...steps: Steps): Promise<string> {
  const server = await startScriptedModel({ scenario: { lanes: [{ name: 'main', steps }] } })
  onTestFinished(server.close)
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) })
  return response.text()
}

function eventsOf(stream: string): { event: string | null; data: Data }[] {
  return stream
    .trimEnd()
    .split('\n\n')
    .filter((frame) => frame !== 'data: [DONE]')
    .map((frame) => ({
      event: /^event: (.+)$/m.exec(frame)?.[1] ?? null,
      data: JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? ''),
    }))
}

/** `a b b b c` as `a b+ c`. */
function outline(types: readonly (string | undefined)[]): string[] {
  return types.map(String).flatMap((type, index, all) => {
    if (type === all[index - 1]) return []
    return [type === all[index + 1] ? `${type}+` : type]
  })
}

/** Pieces that end in a lone backslash are the ones that trip a client which reads them one by one. */
function endsInsideAnEscape(pieces: readonly string[]): boolean {
  return pieces.some((piece) => /(?<!\\)(\\\\)*\\$/.test(piece))
}

describe('Anthropic Messages', () => {
  const ask = { model: 'claude', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'go' }] }

  it('opens and closes each block in turn, and counts at the start and at the end', async () => {
    const events = eventsOf(await post('/v1/messages?beta=true', ask, whole))
    expect(events.every(({ event, data }) => event === data.type)).toBe(true)
    const spoken = events.filter(({ event }) => event !== 'ping').map(({ data }) => data)
    expect(outline(spoken.map(({ type }) => type))).toEqual([
      'message_start',
      ...Array.from({ length: 3 }, () => [
        'content_block_start',
        'content_block_delta+',
        'content_block_stop',
      ]).flat(),
      'message_delta',
      'message_stop',
    ])
    expect(spoken[0]).toMatchObject({
      message: {
        role: 'assistant',
        content: [],
        usage: { input_tokens: 10, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 },
      },
    })
    expect(spoken.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } })
    const deltas = spoken.flatMap(({ delta }) => (delta === undefined ? [] : [delta as Data]))
    expect(outline(deltas.map(({ type }) => type))).toEqual([
      'thinking_delta+',
      'signature_delta',
      'text_delta+',
      'input_json_delta+',
      'undefined',
    ])
    const pieces = deltas.flatMap(({ partial_json }) =>
      typeof partial_json === 'string' ? [partial_json] : [],
    )
    expect(JSON.parse(pieces.join(''))).toEqual(input)
    expect(endsInsideAnEscape(pieces)).toBe(true)
  })

  it('says that it has no custom tools rather than to make something up', async () => {
    const body = await post('/v1/messages', ask, { tools: [{ name: 'patch', input: 'x', custom: true }] })
    expect(JSON.parse(body)).toMatchObject({
      error: { message: 'scripted model: there are no custom tools on this wire' },
    })
  })
})

describe('OpenAI Responses', () => {
  const ask = { model: 'gpt', stream: true, input: 'go' }

  it('adds, fills and finishes each item in turn, and ends with the whole', async () => {
    const events = eventsOf(await post('/v1/responses', ask, whole))
    expect(events.every(({ event, data }) => event === data.type)).toBe(true)
    expect(events.map(({ data }) => data['sequence_number'])).toEqual(events.map((_, index) => index))
    expect(outline(events.map(({ event }) => event?.replace('response.', '')))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta+',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta+',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta+',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    const done = events.filter(({ event }) => event === 'response.output_item.done')
    expect(events.at(-1)?.data).toMatchObject({
      response: {
        status: 'completed',
        output: done.map(({ data }) => data['item']),
        usage: {
          input_tokens: 15,
          input_tokens_details: { cached_tokens: 3 },
          output_tokens: 5,
          total_tokens: 20,
        },
      },
    })
    const pieces = events
      .filter(({ event }) => event === 'response.function_call_arguments.delta')
      .map(({ data }) => String(data['delta']))
    expect(JSON.parse(pieces.join(''))).toEqual(input)
    expect(endsInsideAnEscape(pieces)).toBe(true)
  })

  it('calls custom tools with text, and names the namespace of a tool', async () => {
    const patch = '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n'
    const events = eventsOf(
      await post('/v1/responses', ask, {
        tools: [
          { name: 'apply_patch', custom: true, input: patch },
          { name: 'echo', namespace: 'mcp__x', input: {} },
        ],
      }),
    )
    const pieces = events.filter(({ event }) => event === 'response.custom_tool_call_input.delta')
    expect(pieces.map(({ data }) => data['delta']).join('')).toBe(patch)
    const items = events
      .filter(({ event }) => event === 'response.output_item.done')
      .map(({ data }) => data['item'])
    expect(items).toMatchObject([
      { type: 'custom_tool_call', name: 'apply_patch', input: patch },
      { type: 'function_call', name: 'echo', namespace: 'mcp__x', arguments: '{}' },
    ])
  })

  it('ends incomplete where the answer grew too long', async () => {
    const last = eventsOf(await post('/v1/responses', ask, { text: 'And', stopReason: 'length' })).at(-1)
    expect(last).toMatchObject({
      event: 'response.incomplete',
      data: { response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } } },
    })
  })

  it('sees tools that are offered inside the conversation', async () => {
    const item = { type: 'additional_tools', tools: [{ type: 'custom', name: 'exec' }] }
    const step = { text: 'seen', when: { hasTools: true } }
    expect(await post('/v1/responses', { ...ask, input: [item] }, step)).toContain('response.completed')
  })
})

describe('OpenAI Chat', () => {
  const ask = { model: 'gpt', stream: true, messages: [{ role: 'user', content: 'go' }] }
  const deltas = (stream: string) =>
    eventsOf(stream).flatMap(({ data }) =>
      (data['choices'] as { delta: Data; finish_reason: string | null }[]).map((choice) => choice),
    )

  it('names a call once and then sends its arguments in pieces', async () => {
    const stream = await post('/v1/chat/completions', ask, whole)
    expect(stream.endsWith('data: [DONE]\n\n')).toBe(true)
    const choices = deltas(stream)
    expect(choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
    expect(choices.at(-1)).toMatchObject({ delta: {}, finish_reason: 'tool_calls' })
    const calls = choices.flatMap(({ delta }) => (delta['tool_calls'] ?? []) as Data[])
    expect(calls.map(({ id, type }) => ({ id, type })).filter(({ id }) => id !== undefined)).toEqual([
      { id: expect.stringMatching(/^call_/), type: 'function' },
    ])
    const pieces = calls.map((call) => (call['function'] as { arguments: string }).arguments)
    expect(JSON.parse(pieces.join(''))).toEqual(input)
    expect(endsInsideAnEscape(pieces)).toBe(true)
  })

  it('counts only for those who ask, and then in a last chunk of its own', async () => {
    const silent = await post('/v1/chat/completions', ask, { text: 'one' })
    expect(silent).not.toContain('usage')
    const asked = { ...ask, stream_options: { include_usage: true } }
    const events = eventsOf(await post('/v1/chat/completions', asked, whole)).map(({ data }) => data)
    expect(events.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 15, completion_tokens: 5, total_tokens: 20 },
    })
    expect(events.slice(0, -1).every(({ usage }) => usage === null)).toBe(true)
  })
})

describe('Gemini', () => {
  const ask = { contents: [{ role: 'user', parts: [{ text: 'go' }] }] }
  const path = '/v1beta/models/gemini-2.5-pro:streamGenerateContent'

  it('ends its last chunk, and only that, with a reason and the counts', async () => {
    const events = eventsOf(await post(`${path}?alt=sse`, ask, whole)).map(({ data }) => data)
    const reasons = events.map(
      ({ candidates }) => (candidates as { finishReason?: string }[])[0]?.finishReason,
    )
    expect(outline(reasons)).toEqual(['undefined+', 'STOP'])
    expect(events.at(-1)?.['usageMetadata']).toEqual({
      promptTokenCount: 15,
      cachedContentTokenCount: 3,
      candidatesTokenCount: 5,
      totalTokenCount: 20,
    })
    expect(events.at(-1)).toMatchObject({
      candidates: [{ content: { role: 'model', parts: [{ functionCall: { name: 'write', args: input } }] } }],
    })
  })

  it('sends one list to those who do not ask for events', async () => {
    const chunks: Data[] = JSON.parse(await post(path, ask, whole))
    expect(chunks.length).toBeGreaterThan(3)
    expect(JSON.stringify(chunks[0])).toContain('"thought":true')
  })
})
