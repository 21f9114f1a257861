import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import type { AskModel, ModelAnswer, ModelQuestion, ModelStep, ModelTool } from '#models/contract.ts'
import { modelTool } from '#models/model-tool.ts'
import type { ScenarioInput } from '#models/scripted/scenario.ts'
import { type ScriptedModel, startScriptedModel } from '#models/scripted/start-scripted-model.ts'

/** How a model is reached that speaks one wire, with a scripted one at the other end. */
export type OpenModel = (url: string) => AskModel

type Steps = ScenarioInput['lanes'][number]['steps']

/** What a test overrides of a question that no model could fail on. */
type Asked = Partial<ModelQuestion>

type Conversation = {
  readonly answer: ModelAnswer
  readonly steps: readonly ModelStep[]
  readonly server: ScriptedModel
}

/** The conformance suite of `AskModel`: whatever the wire, a conversation goes, and ends, in the same way. */
export function testModel(wire: string, open: OpenModel): void {
  const converse = async (steps: Steps, asked: Asked = {}): Promise<Conversation> => {
    const server = await startScriptedModel({ scenario: { lanes: [{ name: 'main', steps }] } })
    onTestFinished(server.close)
    const heard: ModelStep[] = []
    const answer = await open(server.url)({
      ...QUESTION,
      tools: [addTool()],
      onStep: (step) => heard.push(step),
      ...asked,
    })
    return { answer, steps: heard, server }
  }
  const endingOf = async (steps: Steps, asked?: Asked) => (await converse(steps, asked)).answer.ending
  const add = (a: number, b: number) => ({ name: 'add', input: { a, b } })

  describe(`a model on the wire ${wire}`, () => {
    it('says its last words', async () => {
      const { answer, steps } = await converse([{ text: 'Hello, you.' }])
      expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'Hello, you.', toolCalls: 0 })
      expect(steps).toMatchObject([{ kind: 'said', text: 'Hello, you.', calls: [] }])
    })

    it('hears the system, the prompt and the tools', async () => {
      const { server } = await converse([
        {
          text: 'Yes.',
          when: { wire: wire as 'gemini', system: '^You are thorough', prompt: '^Go', hasTools: true },
        },
      ])
      expect(JSON.stringify(server.requests()[0]?.body)).toContain('Adds two numbers')
    })

    it('works with its tools until it is done, and hears what they said', async () => {
      const { answer, steps } = await converse([
        { text: 'Adding.', tools: [add(2, 3)] },
        { when: { toolResult: 'the sum is 5' }, tools: [add(5, 5)] },
        { when: { toolResult: 'the sum is 10' }, text: 'It is 10.' },
      ])
      expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'It is 10.', toolCalls: 2 })
      expect(steps.map(({ kind }) => kind)).toEqual(['said', 'tool', 'said', 'tool', 'said'])
      expect(steps[1]).toMatchObject({
        call: { name: 'add', input: { a: 2, b: 3 } },
        result: { kind: 'done' },
      })
    })

    it('may think before it calls a tool, and its thoughts are not its words', async () => {
      const { answer, steps } = await converse([
        { thinking: 'Two and three.', tools: [add(2, 3)] },
        { when: { toolResult: 'the sum is 5' }, thinking: 'Five.', text: 'It is 5.' },
      ])
      expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'It is 5.' })
      expect(steps[0]).toMatchObject({ kind: 'said', text: '' })
    })

    it('may call several tools at once, which run one after the other in its order', async () => {
      const order: string[] = []
      const slow = modelTool({
        name: 'slow',
        description: 'Takes its time.',
        input: z.object({ name: z.string(), ms: z.number() }),
        run: async ({ name, ms }) => {
          order.push(`${name} begins`)
          await new Promise((resolve) => setTimeout(resolve, ms))
          order.push(`${name} ends`)
          return { kind: 'done', text: `${name} is done` }
        },
      })
      const call = (name: string, ms: number) => ({ name: 'slow', input: { name, ms } })
      const { answer, server } = await converse(
        [{ tools: [call('one', 30), call('two', 0)] }, { text: 'Both.' }],
        { tools: [slow] },
      )
      expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'Both.', toolCalls: 2 })
      expect(JSON.stringify(server.requests()[1]?.body)).toMatch(/one is done.*two is done/)
      expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
    })

    it('is told of a wrong input, a tool that is not there and a tool that failed, and goes on', async () => {
      const broken = modelTool({
        name: 'broken',
        description: 'Throws.',
        input: z.object({}),
        run: () => {
          throw new Error('no disk left')
        },
      })
      const { answer, steps } = await converse(
        [
          { tools: [{ name: 'add', input: { a: 'two' } }] },
          { when: { toolResult: 'Wrong input.*expected number' }, tools: [{ name: 'subtract' }] },
          {
            when: { toolResult: 'There is no tool .subtract.. There are: add, broken' },
            tools: [{ name: 'broken' }],
          },
          { when: { toolResult: 'no disk left' }, text: 'I see.' },
        ],
        { tools: [addTool(), broken] },
      )
      expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'I see.', toolCalls: 3 })
      expect(steps.flatMap((step) => (step.kind === 'tool' ? step.result.kind : []))).toEqual([
        'failed',
        'failed',
        'failed',
      ])
    })

    it('can be sent back to work when it has said its last words', async () => {
      const { answer, steps } = await converse(
        [{ text: 'Done.' }, { when: { prompt: 'Are you sure' }, text: 'Now I am.' }],
        { onLastWords: (text) => (text === 'Done.' ? 'Are you sure?' : null) },
      )
      expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'Now I am.' })
      expect(steps.map(({ kind }) => kind)).toEqual(['said', 'told', 'said'])
    })

    it('is asked to go on where its answer was cut off at the limit of its length', async () => {
      const { answer } = await converse([
        { text: 'A very long', stopReason: 'length' },
        { when: { prompt: 'cut off' }, text: 'story.' },
      ])
      expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'story.' })
    })

    it('has its tokens counted over all steps, the cached ones apart', async () => {
      const { answer } = await converse([
        { tools: [add(1, 1)], usage: { input: 100, output: 20, cacheRead: 1000 } },
        { text: 'Two.', usage: { input: 7, output: 5, cacheRead: 1100 } },
      ])
      expect(answer.usage).toMatchObject({ input: 107, output: 25, cacheRead: 2100, estimated: false })
    })

    it.each([
      [401, 'auth'],
      [403, 'auth'],
      [404, 'not-found'],
      [413, 'context-overflow'],
      [429, 'rate-limited'],
      [500, 'error'],
      [503, 'overloaded'],
      [529, 'overloaded'],
    ])('ends after an error %i as %s, and repeats what the API said', async (status, kind) => {
      const error = { status, message: 'not today' }
      const ending = await endingOf([{ error, repeat: true }])
      expect(ending).toMatchObject({ kind, exitCode: null })
      expect(ending.detail).toContain(String(status))
      expect(ending.detail).toContain('not today')
    })

    it.each([
      'prompt is too long: 210000 tokens > 200000 maximum',
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ])('ends as context-overflow where the API says: %s', async (message) => {
      expect(await endingOf([{ error: { status: 400, message } }])).toMatchObject({
        kind: 'context-overflow',
      })
    })

    it('says when a limit is lifted, and does not wait for an hour', async () => {
      const error = { status: 429, headers: { 'retry-after': '3600' } }
      const before = Date.now()
      const { answer, server } = await converse([{ error, repeat: true }])
      const { kind, resetsAt = 0 } = answer.ending
      expect(kind).toBe('rate-limited')
      expect(Math.abs(resetsAt - before - 3_600_000)).toBeLessThan(60_000)
      expect(server.requests()).toHaveLength(1)
    })

    it.each([429, 503, 529])(
      'is asked again after an error %i when the API says, be it in seconds or by a date',
      async (status) => {
        const inTwoSeconds = new Date(Date.now() + 2000).toUTCString()
        const { answer, steps } = await converse([
          { error: { status, headers: { 'retry-after': '1' } } },
          { error: { status, headers: { 'retry-after': inTwoSeconds } } },
          { text: 'Back.' },
        ])
        expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'Back.' })
        const waits = steps.flatMap((step) => (step.kind === 'tried-again' ? [step.afterMs] : []))
        expect(waits[0]).toBe(1000)
        expect(waits[1]).toBeLessThanOrEqual(2000)
        const { answer: refused, server } = await converse([
          { error: { status, headers: { 'retry-after': '3600' } }, repeat: true },
        ])
        expect(refused.ending.kind).toBe(status === 429 ? 'rate-limited' : 'overloaded')
        expect(server.requests()).toHaveLength(1)
      },
    )

    it('is asked again after passing trouble, a bounded number of times', async () => {
      const passing = [{ error: { status: 529 } }, { error: { status: 500 } }, { text: 'Back.' }]
      const { answer, steps } = await converse(passing)
      expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'Back.' })
      expect(steps.map(({ kind }) => kind)).toEqual(['tried-again', 'tried-again', 'said'])
      const lasting = await converse([{ error: { status: 529 }, repeat: true }])
      expect(lasting.server.requests()).toHaveLength(3)
      const refused = await converse([{ error: { status: 401 }, repeat: true }])
      expect(refused.server.requests()).toHaveLength(1)
    })

    it('is asked again for an answer that broke off, of which nothing was done', async () => {
      const { answer, steps } = await converse([
        { text: 'Adding.', tools: [add(2, 3), add(3, 4)], cut: true },
        { text: 'Nothing happened.' },
      ])
      expect(answer).toMatchObject({ ending: { kind: 'ok' }, text: 'Nothing happened.', toolCalls: 0 })
      expect(answer.usage.estimated).toBe(true)
      expect(steps.map(({ kind }) => kind)).toEqual(['tried-again', 'said'])
    })

    it('ends in error where every answer breaks off', async () => {
      expect(await endingOf([{ text: 'Never heard to its end.', cut: true, repeat: true }])).toMatchObject({
        kind: 'error',
      })
    })

    it('ends in error where nobody answers', async () => {
      const gone = await startScriptedModel({ scenario: { lanes: [] } })
      await gone.close()
      const { ending } = await open(gone.url)(QUESTION)
      expect(ending).toMatchObject({ kind: 'error' })
      expect(ending.detail).toMatch(/connect/i)
    })

    it.each([true, 'mid-stream'] as const)('is not waited for where it hangs (%s)', async (hang) => {
      const said = hang === true ? {} : { text: 'I was about to say something of some length.' }
      const { answer, server } = await converse([{ ...said, hang, repeat: true }], { idleMs: 300 })
      expect(answer.ending).toMatchObject({ kind: 'timeout-idle' })
      expect(answer.usage.estimated).toBe(true)
      expect(server.requests()).toHaveLength(1)
    })

    it('may take its time as long as something comes', async () => {
      const text = 'One word after the other, and each a long time in coming.'
      expect(await endingOf([{ text, chunkDelayMs: 60 }], { idleMs: 400 })).toMatchObject({ kind: 'ok' })
    })

    it('is not on the clock while a tool is at work', async () => {
      const patient = modelTool({
        name: 'wait',
        description: 'Waits.',
        input: z.object({}),
        run: async () => {
          await new Promise((resolve) => setTimeout(resolve, 700))
          return { kind: 'done', text: 'waited' }
        },
      })
      const asked = { tools: [patient], idleMs: 400 }
      expect(await endingOf([{ tools: [{ name: 'wait' }] }, { text: 'Thanks.' }], asked)).toMatchObject({
        kind: 'ok',
      })
    })

    it('has a limit of steps, and what it did before counts', async () => {
      const { answer } = await converse([{ text: 'More.', tools: [add(1, 1)], repeat: true }], {
        stepsMax: 3,
      })
      expect(answer).toMatchObject({ ending: { kind: 'max-turns' }, text: 'More.', toolCalls: 3 })
    })

    it('can be interrupted while it is silent, and before it was asked', async () => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 150)
      expect(await endingOf([{ hang: true }], { signal: controller.signal })).toMatchObject({
        kind: 'killed',
      })
      const { answer, server } = await converse([{ text: 'Too late.' }], { signal: AbortSignal.abort() })
      expect(answer.ending).toMatchObject({ kind: 'killed' })
      expect(server.requests()).toHaveLength(0)
    })

    it('can be interrupted while a tool is at work, and does nothing more', async () => {
      const controller = new AbortController()
      const stop = modelTool({
        name: 'stop',
        description: 'Interrupts.',
        input: z.object({}),
        run: () => {
          controller.abort()
          return { kind: 'done', text: 'stopped' }
        },
      })
      const { answer, server } = await converse([{ tools: [{ name: 'stop' }, { name: 'stop' }] }], {
        tools: [stop],
        signal: controller.signal,
      })
      expect(answer).toMatchObject({ ending: { kind: 'killed' }, toolCalls: 1 })
      expect(server.requests()).toHaveLength(1)
    })
  })
}

const QUESTION: ModelQuestion = {
  system: 'You are thorough.',
  prompt: 'Go.',
  tools: [],
  stepsMax: 10,
  idleMs: 20_000,
  signal: new AbortController().signal,
  onStep: () => {},
  onLastWords: () => null,
}

function addTool(): ModelTool {
  return modelTool({
    name: 'add',
    description: 'Adds two numbers.',
    input: z.object({ a: z.number(), b: z.number().optional().default(0) }),
    run: ({ a, b }) => ({ kind: 'done', text: `the sum is ${a + b}` }),
  })
}
