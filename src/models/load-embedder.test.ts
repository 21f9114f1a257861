import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbedder } from './open-embedder.ts'

type Asked = { readonly path: string; readonly headers: Record<string, unknown>; readonly body: Body }
type Body = {
  readonly model?: string
  readonly input?: readonly string[]
  readonly requests?: readonly {
    readonly taskType?: string
    readonly content: { parts: { text: string }[] }
  }[]
}

/** Answers as the makers do: for each text, how long it is and the place it had. */
async function startMaker(status = 200) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const bytes: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) bytes.push(part)
    const body = JSON.parse(Buffer.concat(bytes).toString('utf8')) as Body
    asked.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 200 ? answerTo(body) : { error: { message: 'No such model.' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function answerTo({ input, requests }: Body): object {
  const texts = input ?? requests?.map(({ content }) => content.parts[0]?.text ?? '') ?? []
  const vectors = texts.map((text, index) => ({ index, numbers: [text.length, index, 0.5] }))
  return requests === undefined
    ? {
        object: 'list',
        data: vectors.map(({ index, numbers }) => ({ object: 'embedding', index, embedding: numbers })),
        usage: { prompt_tokens: 1, total_tokens: 1 },
      }
    : { embeddings: vectors.map(({ numbers }) => ({ values: numbers })) }
}

function open(name: string, url: string) {
  return openEmbedder(name, {
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: url,
    GEMINI_API_KEY: 'key',
    GOOGLE_GEMINI_BASE_URL: url,
    KEEL_MODEL_URL: url,
  })
}

describe('embedding texts', () => {
  it('says of a name that is none how to find out where it stands', () => {
    const hint = 'keel config context.knowledge.embedder --explain'
    expect(() => open('nonsense', '')).toThrow(expect.objectContaining({ code: 'model-unknown', hint }))
  })

  it.each([
    ['openai/text-embedding-3-small', '/v1/embeddings'],
    ['google/gemini-embedding-001', '/v1beta/models/gemini-embedding-001:batchEmbedContents'],
    ['compatible/nomic-embed-text', '/v1/embeddings'],
  ])('asks %s where it is, and gives one vector a text, in their order', async (name, path) => {
    const { url, asked } = await startMaker()
    const { embed, identity } = open(name, url)
    expect(asked).toEqual([])
    expect(await embed(['a', 'bcd'], { as: 'document' })).toEqual([
      Float32Array.of(1, 0, 0.5),
      Float32Array.of(3, 1, 0.5),
    ])
    expect(asked.map((one) => one.path)).toEqual([path])
    expect(identity).toBe(name)
    expect(await embed([], { as: 'document' })).toEqual([])
    expect(asked).toHaveLength(1)
  })

  it('parts many texts as the maker wants them', async () => {
    const { url, asked } = await startMaker()
    const texts = Array.from({ length: 250 }, (_, place) => 'x'.repeat(place + 1))
    const vectors = await open('google/gemini-embedding-001', url).embed(texts, { as: 'document' })
    expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length))
    expect(asked.length).toBeGreaterThan(1)
  })

  it('tells a maker who wants to know it what is a question and what would answer it', async () => {
    const { url, asked } = await startMaker()
    const { embed } = open('google/gemini-embedding-001', url)
    await embed(['a', 'b'], { as: 'document' })
    await embed(['a', 'b'], { as: 'query' })
    expect(asked.map(({ body }) => body.requests?.[0]?.taskType)).toEqual([
      'RETRIEVAL_DOCUMENT',
      'RETRIEVAL_QUERY',
    ])
  })

  it('sends the key where there is one, and none where there is none', async () => {
    const { url, asked } = await startMaker()
    await open('openai/text-embedding-3-small', url).embed(['a'], { as: 'query' })
    await open('compatible/nomic-embed-text', url).embed(['a'], { as: 'query' })
    expect(asked.map(({ headers }) => headers['authorization'])).toEqual(['Bearer key', undefined])
  })

  it('says who failed and why, and what to type instead', async () => {
    const { url } = await startMaker(404)
    await expect(open('compatible/none', url).embed(['a'], { as: 'query' })).rejects.toMatchObject({
      code: 'embedder-failed',
      message: expect.stringMatching(/^`compatible\/none` at http:.* embedded nothing: .*No such model/),
      hint: 'keel search "words" --no-scan',
    })
  })
})
