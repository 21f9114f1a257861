import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dumpStore } from '../contracts/dump-store.ts'
import { BIN, keel, scratch } from '../contracts/program.ts'
import { writeTree } from '../contracts/tree.ts'

describe('keel scan', () => {
  it('tells what it found, then only what changed, and remembers each time', () => {
    const { run, project } = shop()
    const first = JSON.parse(run('scan', '--json').stdout)
    expect(first).toMatchObject({
      mode: 'incremental',
      store: 'sqlite',
      commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: project, encoding: 'utf8' }).trim(),
      files: 4,
      changed: 4,
      deleted: 0,
      dependencies: 1,
      durationMs: expect.any(Number),
    })
    expect(first.symbols).toBeGreaterThan(2)
    writeFileSync(join(project, 'src/user.ts'), 'export function findUser(): void {}\n')
    expect(JSON.parse(run('scan', '--json').stdout)).toMatchObject({ changed: 1, deleted: 0 })
    rmSync(join(project, 'src/user.ts'))
    expect(run('scan').stdout).toMatch(/3 files, 0 changed, 1 gone/)
    expect(run('scan', '--full').stdout).toMatch(/3 files, 3 changed[\s\S]*full scan/)
    const { scans } = JSON.parse(run('scan', '--history', '--json').stdout)
    expect(scans.map((scan: { mode: string; changed: number }) => [scan.mode, scan.changed])).toEqual([
      ['incremental', 4],
      ['incremental', 1],
      ['incremental', 0],
      ['full', 3],
    ])
    expect(run('log').stdout).toContain('full scan of 3 files')
  }, 60_000)

  it('is quiet in a pipe but for its answer', () => {
    const { run } = shop()
    expect(run('scan').stderr).toBe('')
  })

  it('writes what parsing knows of each module, and does not take that for a source', () => {
    const { run, project } = shop()
    expect(run('scan', '--ast-context', 'out').code).toBe(0)
    const context = JSON.parse(readFileSync(join(project, 'out/src/ast_context.json'), 'utf8'))
    expect(context).toMatchObject({
      module: 'src/',
      needs: [{ module: 'lib/', edges: expect.any(Number) }],
      files: [
        {
          path: 'src/user.ts',
          language: 'TypeScript',
          symbols: [{ name: 'getUserById', kind: 'function', exported: true, line: 2 }],
        },
      ],
    })
    expect(existsSync(join(project, 'out/ast_context.json'))).toBe(true)
    expect(JSON.parse(run('scan', '--json').stdout)).toMatchObject({ files: 4, changed: 0 })
  }, 60_000)

  it('is completed by the next one, whenever it was killed, and leaves no orphans', () => {
    const { run, killed, project, base } = shop()
    expect(run('scan').code).toBe(0)
    writeFileSync(
      join(project, 'src/user.ts'),
      "import { ask } from '../lib/ask.ts'\nexport const other = () => ask()\n",
    )
    writeFileSync(join(project, 'src/new.ts'), 'export class New { one() {} }\n')
    rmSync(join(project, 'README.md'))
    const restore = keepAside(project, base)
    expect(run('scan').code).toBe(0)
    const whole = dumpStore(databaseIn(project))
    expect(whole.orphans).toEqual([])
    let kills = 0
    for (let at = 1; ; at += 37, kills += 1) {
      restore()
      if (!killed(at)) break
      expect(run('scan').code).toBe(0)
      expect(dumpStore(databaseIn(project)), `killed before change ${at}`).toEqual(whole)
    }
    expect(kills).toBeGreaterThan(5)
  }, 600_000)

  it('leaves nothing of files that were deleted after a scan was killed in the middle of them', () => {
    const { run, killed, project, base } = shop()
    const restore = keepAside(project, base)
    let kills = 0
    for (let at = 60; ; at += 61, kills += 1) {
      restore()
      if (!killed(at)) break
      for (const folder of ['src', 'lib']) rmSync(join(project, folder), { recursive: true })
      expect(run('scan').code).toBe(0)
      const { documents, orphans } = dumpStore(databaseIn(project))
      expect(
        Object.keys(documents).filter((id) => /^(src|lib)\//.test(id)),
        `killed before change ${at}`,
      ).toEqual([])
      expect(orphans).toEqual([])
    }
    expect(kills).toBeGreaterThan(2)
  }, 600_000)

  it('does no harm to others at the same time', async () => {
    const { project, ran, run } = shop()
    const all = await Promise.all([1, 2, 3].map(() => ran(['scan'])))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
    const together = dumpStore(databaseIn(project))
    expect(run('scan', '--full').code).toBe(0)
    expect(together).toEqual(dumpStore(databaseIn(project)))
  }, 60_000)

  it('goes on with --watch until it is stopped, and tells what changed', async () => {
    const { project, home } = shop()
    const words = ['scan', '--watch', '--json', '--set', 'context.scan.interval=1']
    const child = spawn(process.execPath, [BIN, ...words], { cwd: project, env: environmentOf(home) })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    child.stdout.on('data', (data) => {
      said += String(data)
    })
    const lines = () =>
      said
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    await expect.poll(() => lines().length, { timeout: 30_000 }).toBe(1)
    writeFileSync(join(project, 'src/late.ts'), 'export const late = 1\n')
    await expect.poll(() => lines().length, { timeout: 30_000 }).toBe(2)
    expect(lines()).toMatchObject([
      { kind: 'scanned', changed: 4 },
      { kind: 'scanned', changed: 1 },
    ])
    child.kill('SIGINT')
    await new Promise((resolve) => child.on('close', resolve))
    expect(child.exitCode).toBe(0)
    expect(lines()[2]).toMatchObject({ kind: 'scan', followed: true })
  }, 90_000)
})

describe('keel search', () => {
  it('finds getUserById by "user by id", scanning first, and sees what changed since', () => {
    const { run, project } = shop()
    const { code, stdout } = run('search', 'user by id', '--kind', 'symbol')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^src\/user\.ts:2 {2}.*getUserById/)
    writeFileSync(join(project, 'src/late.ts'), 'export function zebraCrossing(): void {}\n')
    expect(run('search', 'zebra', '--no-scan').stdout).toBe('Nothing here has any of these words.\n')
    expect(run('search', 'zebra crossing').stdout).toContain('src/late.ts')
  }, 60_000)

  it.skipIf(process.platform === 'win32')(
    'shows a name that speaks to a terminal, and says it to none',
    () => {
      const { run, project } = shop()
      writeFileSync(join(project, 'tax\u001b[2J\n\u202erate.ts'), 'export function taxRate() {}\n')
      const { stdout } = run('search', 'tax rate')
      expect(stdout).toContain('tax\\u001b[2J\\n\\u202erate.ts:1  ')
      const pack = run('pack', 'taxRate is wrong, see tax', '--budget', '100').stdout
      expect(pack).toContain('tax')
      for (const text of [stdout, pack])
        for (const said of ['\u001b', '\u202e', '\nrate']) expect(text).not.toContain(said)
    },
  )

  it('keeps to a kind, a folder and a number', () => {
    const { run } = shop()
    const hits = (...words: string[]): { kind: string; path: string; line: number | null; score: number }[] =>
      JSON.parse(run('search', 'ask', '--json', ...words).stdout).hits
    expect(new Set(hits().map(({ kind }) => kind))).toEqual(new Set(['file', 'symbol', 'module']))
    expect(hits('--kind', 'file').map(({ kind }) => kind)).toEqual(['file', 'file'])
    const under = hits('--under', 'lib').map(({ path }) => path)
    expect(under).toContain('lib/ask.ts')
    expect(under.filter((path) => !path.startsWith('lib/'))).toEqual([])
    expect(hits('--limit', '1')).toMatchObject([{ score: 1 }])
    expect(run('search', 'ask', '--under', '..')).toMatchObject({ code: 2 })
  }, 60_000)

  it.each(['elasticsearch', 'opensearch'])(
    'says that %s is down, and what still works',
    (store) => {
      const { run } = shop()
      const away = ['--set', `context.knowledge.store=${store}`]
      expect(run('search', 'user', ...away)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('context.knowledge.url is not set'),
      })
      // Nobody listens there, and nobody may.
      const { code, stdout, stderr } = run(
        'search',
        'user',
        ...away,
        '--set',
        'context.knowledge.url=http://me:secret@127.0.0.1:1',
      )
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain(
        `The knowledge store is down (${store} at http://127.0.0.1:1, index keel-project)`,
      )
      expect(stderr).toContain('keel pack')
      expect(stderr).not.toContain('secret')
    },
    60_000,
  )

  it('sends no key of the user’s where only the repository says', async () => {
    const { ran, project } = shop()
    mkdirSync(join(project, '.keel'), { recursive: true })
    writeFileSync(
      join(project, '.keel/config.yaml'),
      'context: { knowledge: { store: elasticsearch, url: "http://127.0.0.1:1" } }\n',
    )
    const key = { KEEL_KNOWLEDGE_API_KEY: 'top-secret' }
    const refused = await ran(['search', 'ask', '--json'], key)
    expect(JSON.parse(refused.stdout).fault.code).toBe('store-address-of-project')
    const own = await ran(['search', 'ask', '--json'], { ...key, KNOWLEDGE_STORE_URL: 'http://127.0.0.1:1' })
    expect(JSON.parse(own.stdout).fault.code).not.toBe('store-address-of-project')
    expect(refused.stdout + own.stdout).not.toContain('top-secret')
    // A pack does without it, and says so.
    const made = JSON.parse((await ran(['pack', 'ask the user', '--json'], key)).stdout)
    expect(made.files.length).toBeGreaterThan(0)
    expect(made.gaps.join()).toContain('stands on the code alone')
  }, 60_000)

  it('finds what means the same with an embedder, and says where that cannot be reached', async () => {
    const { run, ran } = shop()
    expect(JSON.parse(run('search', 'customer', '--json').stdout).hits).toEqual([])
    const url = await startEmbedding()
    const words = [
      'search',
      'customer',
      '--kind',
      'file',
      '--json',
      '--set',
      'context.knowledge.embedder=compatible/tiny',
    ]
    const { stdout, code } = await ran(words, { KEEL_MODEL_URL: url })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).hits[0]).toMatchObject({ path: 'src/user.ts' })
    const gone = await ran(words, { KEEL_MODEL_URL: 'http://127.0.0.1:1/v1' })
    expect(JSON.parse(gone.stdout)).toMatchObject({ unheard: expect.stringContaining('127.0.0.1:1') })
  }, 60_000)
})

/** Speaks the wire of OpenAI's embeddings, and knows one thing: a customer is a user. */
async function startEmbedding(): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const data of request) body += String(data)
    const { input } = JSON.parse(body) as { input: string[] }
    const vectorOf = (text: string) => (/user|customer/i.test(text) ? [0, 1] : [1, 0])
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data, model: 'tiny', usage: { prompt_tokens: 1 } }))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

function shop() {
  const { base, home, project } = scratch()
  const user = [
    "import { ask } from '../lib/ask.ts'",
    'export function getUserById(id: string) {',
    '  return ask(id)',
    '}',
  ]
  const files = {
    'src/user.ts': `${user.join('\n')}\n`,
    'lib/ask.ts': "export function ask(id = '') {\n  return id\n}\n",
    'README.md': '# Shop\n\nSells.\n',
    '.gitignore': 'dist\n',
  }
  writeTree(
    project,
    Object.entries(files).map(([path, text]) => ({ kind: 'file', path, bytes: Buffer.from(text) })),
  )
  const commit = ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first']
  for (const words of [['init', '-q'], ['add', '-A'], commit]) execFileSync('git', words, { cwd: project })
  return {
    base,
    home,
    project,
    run: (...words: string[]) => keel(words, { cwd: project, home }),
    /** Beside this process, so that it can answer meanwhile. */
    ran: (words: readonly string[], environment: Record<string, string> = {}) => {
      const env = { ...environmentOf(home), ...environment }
      const child = spawn(process.execPath, [BIN, ...words], { cwd: project, env })
      let stdout = ''
      child.stdout.on('data', (data) => {
        stdout += String(data)
      })
      return new Promise<{ code: number | null; stdout: string }>((resolve) =>
        child.on('close', (code) => resolve({ code, stdout })),
      )
    },
    /** Whether a scan was killed before its change of that number, or had ended by then. */
    killed: (at: number) => {
      const words = ['--require', join(import.meta.dirname, 'kill-at.cjs'), BIN, 'scan']
      const env = { ...environmentOf(home), KILL_AT: String(at), KILL_IN: 'cache' }
      return spawnSync(process.execPath, words, { cwd: project, env }).signal === 'SIGKILL'
    },
  }
}

function environmentOf(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home }
}

/** Gives back what makes the project again what it is now. */
function keepAside(project: string, base: string): () => void {
  const aside = join(base, 'aside')
  cpSync(project, aside, { recursive: true })
  return () => {
    rmSync(project, { recursive: true, force: true })
    cpSync(aside, project, { recursive: true })
  }
}

function databaseIn(project: string): string {
  const folder = join(project, '.keel/cache/knowledge')
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.db'))
  return join(folder, name)
}
