import type { EmbeddingModel } from 'ai'
import { Fault } from '#words/fault.ts'
import type { ModelAddress } from './registry.ts'

/** Some models see a question differently from what would answer it. */
export type Embed = (
  texts: readonly string[],
  options: { readonly as: 'document' | 'query'; readonly signal?: AbortSignal | undefined },
) => Promise<readonly Float32Array[]>

/** As with `loadModel`, a maker's package is loaded by whoever needs it. How many texts go at once, the SDK knows of each. */
export async function loadEmbedder(address: ModelAddress): Promise<Embed> {
  const model = await modelOf(address)
  const { embedMany } = await import('ai')
  return async (texts, { as, signal }) => {
    if (texts.length === 0) return []
    try {
      const { embeddings } = await embedMany({
        model,
        values: [...texts],
        // Somebody waits for the answer to a question, and words alone are one.
        maxRetries: as === 'query' ? 1 : RETRIES,
        ...(signal === undefined ? {} : { abortSignal: signal }),
        providerOptions: { google: { taskType: as === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT' } },
      })
      return embeddings.map((numbers) => Float32Array.from(numbers))
    } catch (error) {
      signal?.throwIfAborted()
      throw unreachable(address, error)
    }
  }
}

const RETRIES = 3

async function modelOf({ name, wire, model, url, key }: ModelAddress): Promise<EmbeddingModel> {
  const given = { baseURL: url, apiKey: key ?? '' }
  switch (wire) {
    case 'anthropic':
      throw new Fault({
        kind: 'config',
        code: 'no-embedder',
        message: `\`${name}\` embeds no texts.`,
        hint: 'keel search "words" --set context.knowledge.embedder=none',
      })
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI(given).embedding(model)
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI(given).embedding(model)
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const named = { name: wire, baseURL: url }
      return createOpenAICompatible(key === null ? named : { ...named, apiKey: key }).embeddingModel(model)
    }
  }
}

function unreachable({ name, url }: ModelAddress, cause: unknown): Fault {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Fault({
    kind: 'user',
    code: 'embedder-failed',
    message: `\`${name}\` at ${url} embedded nothing: ${why}`,
    hint: 'keel search "words" --no-scan',
    cause,
  })
}
