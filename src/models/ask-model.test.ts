import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testModel } from '../../test/contracts/model.ts'
import { askModel } from './ask-model.ts'
import type { AskModel } from './contract.ts'
import { findModel } from './registry.ts'
import { startScriptedModel } from './scripted/start-scripted-model.ts'

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

async function askOnce(name: string) {
  const usage = { input: 1000, output: 500, cacheRead: 10_000, cacheWrite: 0 }
  const scenario = { lanes: [{ name: 'main', steps: [{ text: 'Hello.', usage }] }] }
  const server = await startScriptedModel({ scenario })
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
})
