/** One suite for every wire, judged by clients that were written for the real APIs. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, type LanguageModel, stepCountIs, streamText, tool } from 'ai'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import type { ScenarioInput, WireName } from '../scenario.ts'
import { startScriptedModel } from '../start-scripted-model.ts'

type Client = {
  readonly title: string
  readonly wire: WireName
  readonly connect: (url: string) => LanguageModel
  /** Not every client shows everything that its wire says. */
  readonly blindTo: readonly ('thinking' | 'cache writes')[]
}

const apiKey = 'test-key'
const clients: readonly Client[] = [
  {
    title: 'Anthropic Messages',
    wire: 'anthropic-messages',
    connect: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-sonnet-4-5'),
    blindTo: [],
  },
  {
    title: 'OpenAI Responses',
    wire: 'openai-responses',
    connect: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses('gpt-5'),
    blindTo: [],
  },
  {
    title: 'OpenAI Chat',
    wire: 'openai-chat',
    connect: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('gpt-4.1'),
    blindTo: ['thinking'],
  },
  {
    title: 'OpenAI Chat, as others speak it',
    wire: 'openai-chat',
    connect: (url) =>
      createOpenAICompatible({ name: 'other', baseURL: `${url}/v1`, apiKey, includeUsage: true })('scripted'),
    blindTo: ['cache writes'],
  },
  {
    title: 'Gemini',
    wire: 'gemini',
    connect: (url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })('gemini-2.5-pro'),
    blindTo: ['cache writes'],
  },
]

/** Whatever could trip over quoting, escaping or encoding, and long enough for many pieces. */
const difficult = {
  path: 'src\\win\\"quoted".ts',
  content: 'line one\nline two\t\u0001 \\n not a newline — “é” 日本語 👩‍👩‍👧 </script>\n'.repeat(5),
  nested: { empty: {}, list: [1, -0.5, null, true, ['x']] },
}

const tools = {
  write: tool({
    description: 'Writes a file',
    inputSchema: z.looseObject({}),
    execute: async () => 'written: 12 bytes',
  }),
}

type Steps = ScenarioInput['lanes'][number]['steps']

describe.each(clients)('$title', ({ connect, wire, blindTo }) => {
  const begin = async (scenario: ScenarioInput) => {
    const server = await startScriptedModel({ scenario })
    onTestFinished(server.close)
    return { server, ask: { model: connect(server.url), prompt: 'Go.', maxRetries: 0 } satisfies Ask }
  }
  const play = (...steps: Steps) => begin({ lanes: [{ name: 'main', steps }] })

  it('streams a text in several pieces that make up the whole', async () => {
    const { ask } = await play({ text: difficult.content })
    const { pieces } = await listen(ask)
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.join('')).toBe(difficult.content)
    // Half of a surrogate pair would not survive this.
    expect(pieces.map((piece) => Buffer.from(piece).toString())).toEqual(pieces)
  })

  it('says even a single word in more than one piece', async () => {
    const { ask } = await play({ text: 'done' })
    expect((await listen(ask)).pieces.length).toBeGreaterThan(1)
  })

  it('answers in one piece where nobody asked for a stream', async () => {
    const { ask, server } = await play({ text: difficult.content })
    const { text, finishReason } = await generateText(ask)
    expect({ text, finishReason }).toEqual({ text: difficult.content, finishReason: 'stop' })
    expect(server.requests()).toMatchObject([{ wire, lane: 'main', step: 1, answer: 'step' }])
  })

  it('calls a tool with exactly the input of the scenario, streamed or not', async () => {
    const call = { text: 'I write.', tools: [{ name: 'write', input: difficult }] }
    const { ask } = await play(call, call)
    const streamed = streamText({ ...ask, tools })
    expect(await streamed.text).toBe('I write.')
    expect(await streamed.finishReason).toBe('tool-calls')
    const whole = await generateText({ ...ask, tools })
    expect(whole).toMatchObject({ text: 'I write.', finishReason: 'tool-calls' })
    for (const calls of [await streamed.toolCalls, whole.toolCalls]) {
      expect(calls).toHaveLength(1)
      expect(calls[0]).toMatchObject({ toolName: 'write' })
      expect(calls[0]?.input).toEqual(difficult)
    }
  })

  it('gives every call an id of its own, within an answer and from answer to answer', async () => {
    const call = { name: 'write', input: { a: 1 } }
    const { ask } = await play({ tools: [call, call], repeat: 2 })
    const first = await streamText({ ...ask, tools }).toolCalls
    const second = await generateText({ ...ask, tools })
    const ids = [...first, ...second.toolCalls].map(({ toolCallId }) => toolCallId)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
  })

  it('takes a call without input for one with empty input', async () => {
    const { ask } = await play({ tools: [{ name: 'write' }] })
    expect(await streamText({ ...ask, tools }).toolCalls).toMatchObject([{ toolName: 'write', input: {} }])
  })

  it('hears what the tools answered, and answers accordingly', async () => {
    const { ask, server } = await play(
      { tools: [{ name: 'write', input: {} }] },
      { when: { toolResult: 'failed' }, text: 'What a pity.' },
      { when: { toolResult: '^written: \\d+ bytes$' }, text: 'All done.' },
    )
    const { text, steps } = await generateText({ ...ask, tools, stopWhen: stepCountIs(5) })
    expect({ text, steps: steps.length }).toEqual({ text: 'All done.', steps: 2 })
    expect(server.requests().map(({ step }) => step)).toEqual([1, 3])
  })

  it('knows who is asking by system, prompt, model and tools', async () => {
    const { ask } = await begin({
      lanes: [
        { name: 'critic', when: { system: 'You judge' }, steps: [{ text: 'critic' }] },
        { name: 'sub', when: { prompt: '^Search' }, steps: [{ text: 'sub' }] },
        { name: 'other model', when: { not: { model: 'claude|gpt|scripted|gemini' } }, steps: [] },
        { name: 'main', when: { hasTools: true, wire, body: '"write"' }, steps: [{ text: 'main' }] },
      ],
      auxiliary: { text: 'a title' },
    })
    const texts = [
      await generateText({ ...ask, tools }),
      await generateText({ ...ask, system: 'You judge others.', tools }),
      await generateText({ ...ask, prompt: 'Search the house.', tools }),
      await generateText(ask),
    ].map(({ text }) => text)
    expect(texts).toEqual(['main', 'critic', 'sub', 'a title'])
  })

  it('thinks before it speaks, streamed or not', async () => {
    const { ask } = await play({ thinking: 'First this, then that.', text: 'Yes.', repeat: 2 })
    const expected = blindTo.includes('thinking') ? undefined : 'First this, then that.'
    const streamed = streamText(ask)
    expect({ text: await streamed.text, thought: await streamed.reasoningText }).toEqual({
      text: 'Yes.',
      thought: expected,
    })
    const { text, reasoningText } = await generateText(ask)
    expect({ text, reasoningText }).toEqual({ text: 'Yes.', reasoningText: expected })
  })

  it('counts tokens as the scenario does, streamed or not', async () => {
    const usage = { input: 1000, output: 50, cacheRead: 300, cacheWrite: 20 }
    const { ask } = await play({ text: 'one', usage, repeat: 2 })
    for (const seen of [await streamText(ask).usage, (await generateText(ask)).usage]) {
      expect(seen).toMatchObject({ inputTokens: 1320, outputTokens: 50 })
      expect(seen.inputTokenDetails.cacheReadTokens).toBe(300)
      if (!blindTo.includes('cache writes')) expect(seen.inputTokenDetails.cacheWriteTokens).toBe(20)
    }
  })

  it.each(['length', 'content-filter'])('stops because of its %s', async (stopReason) => {
    const { ask } = await play({ text: 'And then', stopReason, repeat: 2 })
    expect(await streamText(ask).finishReason).toBe(stopReason)
    expect((await generateText(ask)).finishReason).toBe(stopReason)
  })

  it('fails as the API would, with status, message and headers, and then goes on', async () => {
    const error = { status: 429, message: 'Slow down.', headers: { 'retry-after': '7' } }
    const { ask } = await play({ error, repeat: 2 }, { text: 'fine' })
    for (const failed of [await failureOf(generateText(ask)), (await listen(ask)).error]) {
      expect(failed).toMatchObject({ statusCode: 429, message: 'Slow down.', isRetryable: true })
      expect(failed).toMatchObject({ responseHeaders: { 'retry-after': '7' } })
    }
    expect((await listen(ask)).text).toBe('fine')
  })

  it('repeats a step as often as it is told, or for ever', async () => {
    const { ask } = await play({ text: 'one' }, { text: 'two', repeat: 2 }, { text: 'three', repeat: true })
    const texts: string[] = []
    for (let times = 0; times < 6; times++) texts.push((await listen(ask)).text)
    expect(texts).toEqual(['one', 'two', 'two', 'three', 'three', 'three'])
  })

  it('says plainly that a lane has run out, and does not make anything up', async () => {
    const { ask, server } = await play({ text: 'one' })
    await generateText(ask)
    for (const failed of [await failureOf(generateText(ask)), (await listen(ask)).error]) {
      expect(failed).toMatchObject({
        statusCode: 500,
        message: 'scripted model: lane main has no step 2',
        responseHeaders: { 'x-should-retry': 'false' },
      })
    }
    expect(server.requests().at(-1)).toMatchObject({ lane: 'main', step: null, answer: 'refused' })
  })

  it('says plainly that no lane takes a request', async () => {
    const { ask } = await begin({ lanes: [{ name: 'main', when: { prompt: 'Stop' }, steps: [] }] })
    const failed = await failureOf(generateText({ ...ask, tools }))
    expect(failed.statusCode).toBe(500)
    expect(failed.message).toContain(`scripted model: no lane takes this request (${wire}, model `)
  })

  it('says what the scenario has it say where steps or lanes run out', async () => {
    const { ask } = await begin({
      lanes: [{ name: 'main', when: { prompt: 'Go' }, steps: [], otherwise: { text: 'lane' } }],
      otherwise: { text: 'scenario' },
    })
    expect((await generateText(ask)).text).toBe('lane')
    expect((await generateText({ ...ask, prompt: 'Stop.', tools })).text).toBe('scenario')
  })

  it('lets a quick answer overtake a delayed one', async () => {
    const { ask } = await begin({
      lanes: [
        { name: 'slow', when: { prompt: 'slow' }, steps: [{ text: 'slow', delayMs: 300, repeat: true }] },
        { name: 'quick', steps: [{ text: 'quick', repeat: true }] },
      ],
    })
    const order: string[] = []
    const run = async (prompt: string) => order.push((await listen({ ...ask, prompt })).text)
    await Promise.all([run('slow'), run('quick'), run('quick')])
    expect(order).toEqual(['quick', 'quick', 'slow'])
  })

  it('never answers where it hangs', async () => {
    const { ask, server } = await play({ hang: true, repeat: 2 })
    const abortSignal = AbortSignal.timeout(300)
    const heard = await Promise.all([listen({ ...ask, abortSignal }), nameOfFailure({ ...ask, abortSignal })])
    expect(heard).toMatchObject([{ text: '' }, 'TimeoutError'])
    expect(server.requests()).toHaveLength(2)
  })

  it('falls silent in the middle of an answer', async () => {
    const { ask } = await play({ text: difficult.content, hang: 'mid-stream', repeat: 2 })
    const abortSignal = AbortSignal.timeout(500)
    const [{ text, reason }, failed] = await Promise.all([
      listen({ ...ask, abortSignal }),
      nameOfFailure({ ...ask, abortSignal }),
    ])
    expect(text.length).toBeGreaterThan(0)
    expect(text.length).toBeLessThan(difficult.content.length)
    expect(difficult.content.startsWith(text)).toBe(true)
    expect(reason).toBeNull()
    expect(failed).toBe('TimeoutError')
  })

  it('breaks off in the middle of an answer', async () => {
    const { ask } = await play({ text: difficult.content, cut: true, repeat: 2 }, { text: 'Here again.' })
    const { text, error, reason } = await listen(ask)
    expect(text.length).toBeGreaterThan(0)
    expect(difficult.content.startsWith(text)).toBe(true)
    expect(error).toBeInstanceOf(Error)
    expect(reason).toBeNull()
    await expect(generateText(ask)).rejects.toThrow()
    expect((await listen(ask)).text).toBe('Here again.')
  })
})

type Ask = { model: LanguageModel; prompt: string; maxRetries: number; abortSignal?: AbortSignal }

/** What a client makes of a stream, up to its end or to where it broke. */
async function listen(ask: Ask) {
  const pieces: string[] = []
  let error: unknown = null
  let reason: string | null = null
  try {
    for await (const part of streamText({ ...ask, onError: () => {} }).fullStream) {
      if (part.type === 'text-delta') pieces.push(part.text)
      else if (part.type === 'error') error = part.error
      else if (part.type === 'finish' && error === null) reason = part.finishReason
    }
  } catch (thrown) {
    error = thrown
  }
  return { pieces, text: pieces.join(''), error, reason }
}

async function failureOf(promise: PromiseLike<unknown>): Promise<APICallError> {
  const failed = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (!APICallError.isInstance(failed)) throw new Error(`This is no failure of an API: ${failed}`)
  return failed
}

async function nameOfFailure(ask: Ask): Promise<string> {
  return generateText(ask).then(
    () => 'no failure',
    (error: Error) => error.name,
  )
}
