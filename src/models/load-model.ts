import type { LanguageModel } from 'ai'
import type { ModelAddress } from './registry.ts'

/** Each maker's package is loaded by whoever needs it and by nobody else. None of them looks at the environment. */
export async function loadModel({ wire, model, url, key }: ModelAddress): Promise<LanguageModel> {
  const given = { baseURL: url, apiKey: key ?? '' }
  switch (wire) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(given)(model)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI(given).responses(model)
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI(given)(model)
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const named = { name: wire, baseURL: url, includeUsage: true }
      return createOpenAICompatible(key === null ? named : { ...named, apiKey: key })(model)
    }
  }
}
