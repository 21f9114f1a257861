import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testModel } from '../../test/contracts/model.ts'
import { askModel } from './ask-model.ts'
import type { AskModel } from './contract.ts'
import { findModel } from './registry.ts'
import type { ScenarioInput } from './scripted/scenario.ts'
import { startScriptedModel } from './scripted/start-scripted-model.ts'

type Step = ScenarioInput['lanes'][number]['steps'][number]

const openAs =
  (name: string) =>
  (url: string): AskModel => {
    const address = findModel(name, {
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: url,
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: url,
      GEMINI_API_KEY: 'key',
      GOOGLE_GEMINI_BASE_URL: url,
      KEEL_MODEL_URL: url,
    })
    const call = { address, now: () => new Date(), retries: { max: 2, firstMs: 1 } }
    return (question) => askModel(call, question)
  }

testModel('anthropic-messages', openAs('anthropic/claude-sonnet-5'))
testModel('openai-responses', openAs('openai/gpt-5.5'))
testModel('gemini', openAs('google/gemini-3.5-flash'))
testModel('openai-chat', openAs('compatible/qwen3-coder'))

const HELLO = {
  text: 'Hello.',
  usage: { input: 1000, output: 500, cacheRead: 10_000, cacheWrite: 0 },
}

async function askOnce(name: string, step: Step = HELLO) {
  const server = await startScriptedModel({ scenario: { lanes: [{ name: 'main', steps: [step] }] } })
  onTestFinished(server.close)
  const answer = await openAs(name)(server.url)({
    system: 'Be kind.',
    prompt: 'Go.',
    tools: [],
    stepsMax: 1,
    idleMs: 20_000,
    signal: new AbortController().signal,
    onStep: () => {},
    onLastWords: () => null,
  })
  return { answer, body: JSON.stringify(server.requests()[0]?.body) }
}

describe('asking a model', () => {
  it('costs what the table says, or nobody knows', async () => {
    const { answer } = await askOnce('anthropic/claude-sonnet-5')
    expect(answer.usage).toMatchObject({ costSource: 'table', estimated: false })
    expect(answer.usage.costUsd).toBeCloseTo(0.002 + 0.002 + 0.005, 9)
    const unknown = await askOnce('compatible/qwen3-coder')
    expect(unknown.answer.usage).toMatchObject({ costUsd: null, costSource: 'none' })
  })

  it('has what is said again kept in the cache where one must ask for it', async () => {
    const { body } = await askOnce('anthropic/claude-sonnet-5')
    expect(body).toMatch(/"text":"Be kind\.","cache_control":\{"type":"ephemeral"\}/)
    expect(body).toMatch(/"text":"Go\.","cache_control":\{"type":"ephemeral"\}/)
  })

  it('leaves nothing with a maker who would keep it', async () => {
    expect((await askOnce('openai/gpt-5.5')).body).toContain('"store":false')
  })

  it('prints nothing, even about a model that its package does not know', async () => {
    const said = (['info', 'warn', 'error', 'log'] as const).map((name) => vi.spyOn(console, name))
    onTestFinished(() => void vi.restoreAllMocks())
    await askOnce('anthropic/claude-of-tomorrow')
    expect(said.flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  it.each([
    [
      'openai/gpt-5.5',
      'auth',
      { status: 429, body: { error: { message: 'You exceeded your quota.', code: 'insufficient_quota' } } },
    ],
    [
      'google/gemini-3.5-flash',
      'auth',
      {
        status: 400,
        body: { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } },
      },
    ],
    [
      'anthropic/claude-sonnet-5',
      'auth',
      {
        status: 400,
        body: {
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: 'Your credit balance is too low to access the API.',
          },
        },
      },
    ],
    ['compatible/qwen3-coder', 'error', { status: 400, body: '<html>Bad request</html>' }],
  ])('knows what %s means by what it says: %s', async (name, kind, error) => {
    expect((await askOnce(name, { error })).answer.ending).toMatchObject({ kind })
  })

  it('reads when a limit is lifted where the maker says it in the body', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3600s' }]
    const body = { error: { code: 429, message: 'Quota.', status: 'RESOURCE_EXHAUSTED', details } }
    const before = Date.now()
    const { answer } = await askOnce('google/gemini-3.5-flash', { error: { status: 429, body } })
    expect(Math.abs((answer.ending.resetsAt ?? 0) - before - 3_600_000)).toBeLessThan(60_000)
  })
})
