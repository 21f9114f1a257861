import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ScenarioInput, scenarioSchema } from './scenario.ts'
import { type ScriptedModelOptions, startScriptedModel } from './start-scripted-model.ts'

const hello: ScenarioInput = { lanes: [{ name: 'main', steps: [{ text: 'Hello.', repeat: true }] }] }

async function start(options: Partial<ScriptedModelOptions> = {}) {
  const server = await startScriptedModel({ scenario: hello, ...options })
  onTestFinished(server.close)
  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { method: 'POST', body, headers })
  const ask = (content = 'go') =>
    send('/v1/messages', JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))
  return { server, send, ask }
}

describe('the scripted model', () => {
  it('listens on loopback only', async () => {
    const { server } = await start()
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('writes one line a request before it answers, with the time of the clock it was given', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keel-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const logFile = join(folder, 'new', 'log.jsonl')
    const { server, ask, send } = await start({ logFile, now: () => new Date('2026-01-02T03:04:05Z') })
    await ask()
    await send('/v1/messages', '{')
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(server.requests())
    expect(server.requests()).toMatchObject([
      {
        seq: 1,
        time: '2026-01-02T03:04:05.000Z',
        method: 'POST',
        path: '/v1/messages',
        wire: 'anthropic-messages',
        lane: 'main',
        step: 1,
        answer: 'step',
        body: { model: 'm' },
      },
      { seq: 2, lane: null, step: null, answer: 'refused', body: '{' },
    ])
  })

  it('keeps credentials out of the log, wherever they came in', async () => {
    const { server, send } = await start()
    const secret = 'sk-very-secret'
    const names = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'cookie', 'x-auth-token']
    await send(
      `/v1beta/models/m:generateContent?alt=sse&key=${secret}`,
      JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] }),
      { ...Object.fromEntries(names.map((name) => [name, secret])), 'user-agent': 'tester' },
    )
    const log = JSON.stringify(server.requests())
    expect(log).not.toContain(secret)
    expect(log).toContain('"user-agent":"tester"')
    expect(server.requests()[0]?.path).toBe('/v1beta/models/m:generateContent?alt=sse&key=[redacted]')
  })

  it.each([
    ['/v1/messages', '{"model":"m","messages":[}', 'The body is not JSON'],
    ['/v1/messages', '{"messages":[]}', 'model: '],
    ['/v1/responses', '{"model":"m"}', 'input: '],
    ['/v1/chat/completions', '{"model":"m","messages":"go"}', 'messages: '],
    ['/v1beta/models/m:generateContent', '[]', 'body: '],
    ['/v1/messages', '', 'body: '],
  ])('refuses at %s what the API would refuse: %s', async (path, body, complaint) => {
    const { send, ask } = await start()
    const response = await send(path, body)
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain(complaint)
    expect((await ask()).status).toBe(200)
  })

  it('answers what clients ask in passing', async () => {
    const { server, send } = await start({ scenario: { ...hello, models: ['one', 'two'] } })
    const fetched = async (path: string) => (await fetch(server.url + path)).json()
    expect(await fetched('/v1/models')).toMatchObject({
      object: 'list',
      data: [{ id: 'one' }, { id: 'two' }],
    })
    expect(await fetched('/v1/models/two')).toMatchObject({ id: 'two', object: 'model', type: 'model' })
    expect(await fetched('/v1beta/models')).toMatchObject({ models: [{ name: 'models/one' }, {}] })
    const body = JSON.stringify({ text: 'x'.repeat(400) })
    const counted = async (path: string) => (await send(path, body)).json()
    expect(await counted('/v1/messages/count_tokens')).toEqual({ input_tokens: 103 })
    expect(await counted('/v1/responses/input_tokens')).toMatchObject({ input_tokens: 103 })
    expect(await counted('/v1beta/models/m:countTokens')).toEqual({ totalTokens: 103 })
    expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${server.url}/v1/models/three`)).status).toBe(404)
    expect((await send('/v1/embeddings', '{}')).status).toBe(404)
    expect(server.requests().every(({ answer, wire }) => answer === 'aside' && wire === null)).toBe(true)
  })

  it('sends whoever wants a web socket back to plain requests', async () => {
    const { server, ask } = await start()
    const headers = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' }
    const status = await new Promise((resolve, reject) => {
      get(`${server.url}/v1/responses`, { headers }, (response) => resolve(response.statusCode)).on(
        'error',
        reject,
      )
    })
    expect(status).toBe(404)
    expect((await ask()).status).toBe(200)
  })

  it('sends an error exactly as the scenario words it', async () => {
    const error = { status: 503, body: '<html>down</html>', headers: { 'content-type': 'text/html' } }
    const { ask } = await start({ scenario: { lanes: [{ name: 'main', steps: [{ error }] }] } })
    const response = await ask()
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(await response.text()).toBe('<html>down</html>')
  })

  it('reads a body of twenty megabytes, with characters on the borders of its pieces', async () => {
    const { server, ask } = await start()
    const content = 'ä日👍'.repeat(2_200_000)
    expect((await ask(content)).status).toBe(200)
    expect(JSON.stringify(server.requests()[0]?.body)).toContain(content)
  })

  it('gives each of many askers at once a step of their own', async () => {
    const steps = Array.from({ length: 60 }, (_, index) => ({ text: `answer ${index + 1}` }))
    const { server, ask } = await start({ scenario: { lanes: [{ name: 'main', steps }] } })
    const texts = await Promise.all(steps.map(async () => (await ask()).text()))
    expect(new Set(texts.map((text) => /answer \d+/.exec(text)?.[0])).size).toBe(60)
    expect(server.requests().map(({ step }) => step)).toEqual(steps.map((_, index) => index + 1))
  })

  it('survives clients that leave at every point', async () => {
    const scenario: ScenarioInput = {
      lanes: [
        {
          name: 'slow',
          when: { prompt: 'slow' },
          steps: [{ text: 'x'.repeat(500), delayMs: 200, repeat: true }],
        },
        {
          name: 'drip',
          when: { prompt: 'drip' },
          steps: [{ text: 'x'.repeat(500), chunkDelayMs: 20, repeat: true }],
        },
        { name: 'main', steps: [{ text: 'Hello.', repeat: true }] },
      ],
    }
    const { server, ask } = await start({ scenario })
    const leave = async (content: string) => {
      const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content }] })
      const signal = AbortSignal.timeout(100)
      const response = await fetch(`${server.url}/v1/messages`, { method: 'POST', body, signal })
      return response.text()
    }
    await expect(leave('slow')).rejects.toThrow()
    await expect(leave('drip')).rejects.toThrow()
    await leaveInTheMiddleOfARequest(server.url)
    expect((await ask()).status).toBe(200)
  })

  it('ends at once, whoever is still waiting', async () => {
    const steps = [
      { hang: true as const },
      { text: 'x'.repeat(99), hang: 'mid-stream' as const },
      { text: 'y', delayMs: 60_000 },
    ]
    const { server, ask } = await start({ scenario: { lanes: [{ name: 'main', steps }] } })
    const waiting = steps.map(() => ask().then((response) => response.text()))
    const settled = Promise.allSettled(waiting)
    while (server.requests().length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
    await server.close()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await server.close()
  })
})

function leaveInTheMiddleOfARequest(url: string): Promise<void> {
  const { port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write('POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"model"', () => {
        socket.destroy()
        resolve()
      })
    })
  })
}

describe('the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/scripted-model.md'), 'utf8')
  const example = /```yaml\n(.*?)```/s.exec(guide)?.[1] ?? ''

  it('has an example that works as it says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keel-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'scenario.yaml'), example)
    const { send } = await start({ scenario: join(folder, 'scenario.yaml'), variables: { cwd: '/here' } })
    const ask = async (system: string, tools: unknown[]) => {
      const messages = [{ role: 'user', content: 'go' }]
      const response = await send('/v1/messages', JSON.stringify({ model: 'm', system, messages, tools }))
      return JSON.stringify(await response.json())
    }
    const tools = [{ name: 'write' }]
    expect(await ask('You review code.', tools)).toContain('Looks good to me.')
    expect(await ask('', [])).toContain('A title')
    expect(await ask('', tools)).toContain('/here/note.txt')
    expect(await ask('', tools)).toContain('Done.')
    expect(await ask('', tools)).toContain('scripted model: lane main has no step 3 for this request')
  })

  it('names every key that a scenario may have', () => {
    const { lanes, ...rest } = scenarioSchema.shape
    const lane = lanes.element.shape
    const keys = Object.keys({ ...rest, ...lane, ...lane.steps.element.shape, ...lane.when.unwrap().shape })
    expect(keys.filter((key) => !guide.includes(`\`${key}\``) && !example.includes(`${key}:`))).toEqual([])
  })
})
