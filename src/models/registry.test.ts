import { describe, expect, it } from 'vitest'
import { Fault } from '#words/fault.ts'
import { findModel } from './registry.ts'

const faultOf = (name: string, environment: Record<string, string> = {}): Fault => {
  try {
    findModel(name, environment)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('It was found.')
}

const HINT = 'keel run "what shall be true" --model anthropic/claude-sonnet-5'

describe('a model is found by its name', () => {
  it('with the key and the address that the environment gives', () => {
    expect(findModel('anthropic/claude-sonnet-5', { ANTHROPIC_API_KEY: 'k' })).toEqual({
      name: 'anthropic/claude-sonnet-5',
      wire: 'anthropic',
      model: 'claude-sonnet-5',
      url: 'https://api.anthropic.com/v1',
      key: 'k',
    })
    expect(findModel('google/gemini-3.5-flash', { GOOGLE_GENERATIVE_AI_API_KEY: 'k' })).toMatchObject({
      url: 'https://generativelanguage.googleapis.com/v1beta',
      key: 'k',
    })
    expect(findModel('google/m', { GEMINI_API_KEY: 'g', GOOGLE_GENERATIVE_AI_API_KEY: 'k' }).key).toBe('g')
    expect(findModel('compatible/org/model:7b', { KEEL_MODEL_URL: 'http://127.0.0.1:1/v1' })).toMatchObject({
      model: 'org/model:7b',
      key: null,
    })
  })

  it.each([
    ['anthropic/m', 'ANTHROPIC_BASE_URL', 'http://h:1', 'http://h:1/v1'],
    ['anthropic/m', 'ANTHROPIC_BASE_URL', 'http://h/proxy/v1/', 'http://h/proxy/v1'],
    ['openai/m', 'OPENAI_BASE_URL', 'http://h:1/', 'http://h:1/v1'],
    ['openai/m', 'OPENAI_BASE_URL', 'http://h/openai', 'http://h/openai'],
    ['google/m', 'GOOGLE_GEMINI_BASE_URL', 'http://h', 'http://h/v1beta'],
    ['google/m', 'GOOGLE_GEMINI_BASE_URL', 'http://h/v1beta', 'http://h/v1beta'],
    ['compatible/m', 'KEEL_MODEL_URL', 'http://h:11434', 'http://h:11434/v1'],
  ])('%s takes %s=%s as %s', (name, variable, given, url) => {
    const keys = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k' }
    expect(findModel(name, { ...keys, [variable]: given }).url).toBe(url)
  })

  it.each([
    ['anthropic/claude-sonnet-5', 'model-key-missing', 'export ANTHROPIC_API_KEY=your-key'],
    ['openai/gpt-5.5', 'model-key-missing', 'export OPENAI_API_KEY=your-key'],
    ['google/gemini-3.5-flash', 'model-key-missing', 'export GEMINI_API_KEY=your-key'],
    ['compatible/m', 'model-address-missing', 'export KEEL_MODEL_URL=http://127.0.0.1:11434/v1'],
    ['antropic/claude-sonnet-5', 'model-unknown', HINT],
    ['gpt-5.5', 'model-unknown', HINT],
    ['openai/', 'model-unknown', 'keel run "what shall be true" --model openai/gpt-5.5'],
    ['constructor/m', 'model-unknown', HINT],
  ])('%s is refused as %s with something to paste', (name, code, hint) => {
    expect(faultOf(name)).toMatchObject({ kind: 'user', code, hint })
  })

  it('takes an empty variable for one that is not set, and an address that is none for a mistake', () => {
    expect(faultOf('openai/m', { OPENAI_API_KEY: ' ' })).toMatchObject({ code: 'model-key-missing' })
    const environment = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'localhost:1234' }
    expect(faultOf('openai/m', environment)).toMatchObject({ code: 'model-address-invalid' })
  })
})
