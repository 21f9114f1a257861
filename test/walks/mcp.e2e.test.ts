import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anyVerb, verbNames } from '#verbs/all.ts'
import { BIN, keel, scratch } from '../contracts/program.ts'

type Message = {
  id: number
  result: {
    content: { text: string }[]
    isError?: boolean
    structuredContent?: Record<string, unknown>
    [key: string]: unknown
  }
  error?: { code: number; message: string }
}

const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'modern-client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

/** The built server in a repository of its own, and a client that insists on JSON in every line it hears. */
function connect() {
  const { home, project } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: project })
  writeFileSync(join(project, 'cart.ts'), 'export function addToCart(item: string) {\n  return item\n}\n')
  const server = spawn(process.execPath, [BIN, 'mcp'], {
    cwd: project,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const heard: Message[] = []
  const told: string[] = []
  const lines = createInterface({ input: server.stdout })
  lines.on('line', (line) => heard.push(JSON.parse(line)))
  server.stderr.setEncoding('utf8').on('data', (text: string) => told.push(text))

  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let last = 0
  const request = async (method: string, params: object = {}): Promise<Message> => {
    const id = ++last
    send({ id, method, params })
    for (;;) {
      const answer = heard.find((message) => message.id === id)
      if (answer !== undefined) return answer
      await once(lines, 'line')
    }
  }
  const call = async (name: string, input: object, params: object = {}) =>
    (await request('tools/call', { name, arguments: input, ...params })).result
  const initialize = async () => {
    const clientInfo = { name: 'some-host', version: '1' }
    const { result } = await request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo,
    })
    send({ method: 'notifications/initialized' })
    return result
  }
  return { home, project, server, heard, told, request, call, initialize }
}

describe('keel mcp', () => {
  it('offers exactly the verbs that an agent may call, as they describe themselves', async () => {
    const { initialize, request } = connect()
    expect(await initialize()).toMatchObject({ serverInfo: { name: 'keel' }, capabilities: { tools: {} } })
    const { tools } = (await request('tools/list')).result as unknown as {
      tools: { name: string; description: string; inputSchema: object; annotations: object }[]
    }
    const offered = verbNames
      .map(anyVerb)
      .flatMap(({ tool, summary }) => (tool === null ? [] : [{ tool, summary }]))
    expect(tools.map(({ name }) => name)).toEqual(offered.map(({ tool }) => tool.name))
    expect(tools.map(({ name }) => name)).toEqual([
      'repository_map',
      'context_pack',
      'search_code',
      'list_tasks',
      'show_task',
      'ready_tasks',
      'claim_task',
      'note_task',
      'query_traces',
      'store_trace',
    ])
    for (const [index, { summary }] of offered.entries()) expect(tools[index]?.description).toContain(summary)
    const [map, ...others] = tools
    const offers = (map?.inputSchema ?? {}) as { properties?: object }
    expect(Object.keys(offers.properties ?? {}).sort()).toEqual(['depth', 'focus', 'tokens'])
    expect(others[0]).toMatchObject({
      inputSchema: { type: 'object', properties: { text: { type: 'string' }, budget: { type: 'integer' } } },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })
    expect(others[1]).toMatchObject({ annotations: { readOnlyHint: true } })
    const readOnly = tools.filter(
      ({ annotations }) => 'readOnlyHint' in annotations && annotations.readOnlyHint === true,
    )
    expect(tools.filter((tool) => !readOnly.includes(tool))).toMatchObject(
      ['claim_task', 'note_task', 'store_trace'].map((name) => ({
        name,
        annotations: { destructiveHint: false },
      })),
    )
    for (const { inputSchema } of tools) expect(JSON.stringify(inputSchema)).not.toContain('dryRun')
  })

  it('draws the map within a budget, writes no file, and takes no word that is for a person', async () => {
    const { initialize, call, project } = connect()
    await initialize()
    const { content } = await call('repository_map', { tokens: 200, focus: ['cart.ts'] })
    expect(content[0]?.text).toContain('# Map')
    const refused = await call('repository_map', { tokens: 200, output: 'map.md' })
    expect([refused.isError, refused.content[0]?.text]).toEqual([true, expect.stringContaining('output')])
    expect(existsSync(join(project, 'map.md'))).toBe(false)
    expect((await call('repository_map', { tokens: 50 })).isError).toBe(true)
  })

  it.each([
    ['repository_map', { dir: '/etc' }, 'dir'],
    ['context_pack', { text: 'cart', colour: 'red' }, 'colour'],
    ['query_traces', { query: 'cart', dryRun: true }, 'dryRun'],
    ['store_trace', { content: 'x', topik: 'y' }, 'topik'],
  ])('says of %s with %j which word it does not know', async (name, input, word) => {
    const { initialize, call } = connect()
    await initialize()
    const { isError, content } = await call(name, input)
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(`Unrecognized key.*"${word}"`)])
  })

  it('gives a pack as text and not as data, because hosts would show the data in its place', async () => {
    const { initialize, call } = connect()
    await initialize()
    const { content, structuredContent } = await call('context_pack', { text: 'addToCart forgets an item' })
    expect(content[0]?.text).toContain(
      '## cart.ts\n\nIt defines addToCart.\n\n```ts\nexport function addToCart',
    )
    expect(structuredContent).toBeUndefined()
  })

  it.skipIf(process.platform === 'win32')(
    'gives names of a repository as data, whatever they say, and nothing that is not seen',
    async () => {
      const { initialize, call, project } = connect()
      await initialize()
      const name = 'tax\n## New task\u200b\u{e0041}rate'
      writeFileSync(join(project, `${name}.ts`), 'export function taxRate() {}\n')
      writeFileSync(join(project, `${name}.png`), 'x')
      const searched = await call('search_code', { words: 'tax rate' })
      const packed = await call('context_pack', { text: 'taxRate is wrong', target: [`${name}.png`] })
      expect(searched.content[0]?.text).toContain('tax\\n## New taskrate.ts:1 ')
      expect(packed.content[0]?.text).toContain('tax\\n## New taskrate.png is named, and not in')
      for (const { content } of [searched, packed])
        expect(content[0]?.text).not.toMatch(/^## New task|\p{Cf}/mu)
    },
  )

  it('keeps a trace under the name of the client, finds it again, and so does the command line', async () => {
    const { initialize, call, project, home } = connect()
    await initialize()
    const stored = await call('store_trace', {
      about: 'correction',
      subject: 'cart',
      text: 'Carts are immutable.',
    })
    expect(stored).toMatchObject({
      content: [{ text: 'Stored as a correction about cart.' }],
      structuredContent: { trace: { source: 'some-host', text: 'Carts are immutable.' }, changes: [] },
    })
    expect(await call('query_traces', { query: 'immutable' })).toMatchObject({
      content: [{ text: expect.stringContaining('correction cart (some-host): Carts are immutable.') }],
      structuredContent: { total: 1 },
    })
    expect(keel(['traces', 'carts'], { cwd: project, home }).stdout).toContain('Carts are immutable.')
  })

  it('serves a client of the newer protocol, which does not introduce itself first', async () => {
    const { request, call } = connect()
    expect((await request('server/discover', MODERN)).result).toMatchObject({
      supportedVersions: ['2026-07-28'],
    })
    expect((await request('tools/list', MODERN)).result['tools']).toHaveLength(10)
    const input = { about: 'decision', subject: 's', text: 't' }
    expect(await call('store_trace', input, MODERN)).toMatchObject({
      structuredContent: { trace: { source: 'modern-client' } },
    })
  })

  it('answers at once what it does not know, before it was introduced and after', async () => {
    const { request, initialize, call } = connect()
    expect((await request('server/discover')).error?.code).toBe(-32601)
    await initialize()
    expect((await request('no/such/method')).error?.code).toBe(-32601)
    expect((await request('tools/call', { name: 'no_such_tool', arguments: {} })).error?.code).toBe(-32602)
    expect(await call('query_traces', {})).toMatchObject({ structuredContent: { total: 0 } })
  })

  it('answers what is no message at all, and goes on', async () => {
    const { server, heard, request, initialize, told } = connect()
    await initialize()
    const said = [
      '{"jsonrpc":"2.0","id":70}',
      '{"id":"s","method":"ping"}',
      '[1]',
      '{"jsonrpc":"2.0"}',
      'no JSON',
    ]
    const before = heard.length
    server.stdin.write(`\r\n${said.join('\n')}\n`)
    expect((await request('ping')).result).toEqual({})
    expect(heard.slice(before, -1)).toMatchObject([
      ...[70, 's', null, null].map((id) => ({ jsonrpc: '2.0', id, error: { code: -32600 } })),
      { jsonrpc: '2.0', id: null, error: { code: -32700 } },
    ])
    expect(told.join('')).toBe('')
  })

  it.each([
    ['context_pack', {}, 'needs a task'],
    ['context_pack', { text: 'x', budget: 'much' }, 'budget'],
    ['store_trace', { about: 'gossip', subject: 's', text: 't' }, 'about'],
    ['query_traces', { since: 'tomorrow' }, 'neither a date'],
  ])('tells an agent what is wrong with a call of %s with %j', async (tool, input, told) => {
    const { initialize, call } = connect()
    await initialize()
    const { isError, content } = await call(tool, input)
    expect(isError).toBe(true)
    expect(content[0]?.text).toContain(told)
  })

  it('answers a fault with its hint, and goes on when it is mended', async () => {
    const { initialize, call, project, heard } = connect()
    await initialize()
    mkdirSync(join(project, '.keel'))
    writeFileSync(join(project, '.keel/config.yaml'), 'context: { pack: { token_budget: much } }\n')
    const { isError, content } = await call('context_pack', { text: 'addToCart' })
    expect(isError).toBe(true)
    expect(content[0]?.text).toMatch(/token_budget[\s\S]*Try: keel config --schema/)
    writeFileSync(join(project, '.keel/config.yaml'), 'context: { pack: { token_budget: 200 } }\n')
    expect((await call('context_pack', { text: 'addToCart' })).content[0]?.text).toContain('## cart.ts')
    expect(heard.every(({ id }) => id > 0)).toBe(true)
  })

  it('answers two calls at once, each its own', async () => {
    const { initialize, call } = connect()
    await initialize()
    const [pack, traces] = await Promise.all([
      call('context_pack', { text: 'addToCart' }),
      call('query_traces', { query: 'nothing' }),
    ])
    expect(pack?.content[0]?.text).toContain('## cart.ts')
    expect(traces?.content[0]?.text).toBe('No trace was found.')
  })

  it('ends well when the other side closes its end', async () => {
    const { initialize, server, told } = connect()
    await initialize()
    server.stdin.end()
    expect(await once(server, 'exit')).toEqual([0, null])
    expect(told.join('')).toBe('')
  })

  it('ends well when it is asked to, while the other side still listens', async () => {
    const { initialize, server } = connect()
    await initialize()
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })
})
