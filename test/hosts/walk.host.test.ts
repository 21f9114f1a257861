/**
 * The whole walk with the real programs: keel drives them, a scripted model tells them what to do, and what they do is
 * judged, proven, committed and remembered.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJournal } from '../../src/journal/read-journal.ts'
import type { LoggedRequest } from '../../src/models/scripted/request-log.ts'
import { startScriptedModel } from '../../src/models/scripted/start-scripted-model.ts'
import { BIN, keel } from '../contracts/program.ts'
import { driven } from './driven.ts'
import { findProgram } from './programs.ts'
import { recipes } from './recipes.ts'

const MENDED = `/** What a basket costs, in cents. From 100 euros on there are 10 percent off. */
export function total(items) {
  const sum = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return sum >= 10000 ? sum * 0.9 : sum
}
`

describe.each(['claude-code', 'codex'] as const)('keel run with the real %s', (name) => {
  const found = findProgram(name)
  if (found.kind === 'absent') {
    it.skip(found.reason, () => {})
    return
  }
  let walked: Walked
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'keel-walk-')))
  beforeAll(async () => {
    walked = await walk({ name, path: found.path, base })
  }, 180_000)
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  it('mends a bug, verified by keel’s own run of the tests, and commits the tested tree', () => {
    const { code, answer, git } = walked
    expect(code, JSON.stringify(answer, null, 2)).toBe(0)
    expect(answer).toMatchObject({ outcome: 'verified', commit: git('rev-parse', 'HEAD') })
    expect(answer.attempts).toHaveLength(1)
    expect(answer.attempts[0]).toMatchObject({
      ending: { kind: 'ok' },
      claimed: true,
      evidence: { passed: true, framework: 'node:test', counts: { passed: 3, failed: 0 } },
    })
    expect(git('show', 'HEAD:basket.js')).toBe(MENDED.trim())
    expect(git('status', '--porcelain')).toBe('')
    expect(answer.attempts[0].usage).toMatchObject({ estimated: false })
  })

  it('is kept from writing a guard by its edit tool and by the shell, and each denial is a trace', () => {
    const { project, run, answer } = walked
    expect(existsSync(join(project, '.keel/guards'))).toBe(false)
    const denied = readJournal(project).entries.filter(({ kind }) => kind === 'denied')
    expect(denied).toMatchObject([
      {
        guard: 'protected-files',
        host: name,
        run: answer.run,
        action: expect.stringMatching(/^run .*guards/),
      },
      { guard: 'protected-files', host: name, run: answer.run, action: 'write .keel/guards/mine.yaml' },
    ])
    const { patterns } = JSON.parse(run('learn', '--json').stdout)
    expect(patterns).toMatchObject([{ subject: 'protected-files', count: 2 }])
  })

  it('has loaded the managed section and the reference to the map', () => {
    const asked = JSON.stringify(walked.requests[0]?.body)
    expect(asked).toContain('Working here with keel')
    expect(asked).toContain('.keel/map.md')
  })

  it('has called keel’s MCP tool and was given its answer', () => {
    // The prompt has a pack in it, too.
    const packs = walked.requests.map(
      ({ body }) => JSON.stringify(body).split('sum += item.price').length - 1,
    )
    expect(packs).toEqual([1, 1, 1, 2, 2, 2])
  })
})

type Walked = {
  readonly code: number | null
  // biome-ignore lint/suspicious/noExplicitAny: the answer is JSON, and what is expected of it stands in the tests.
  readonly answer: any
  readonly project: string
  readonly requests: readonly LoggedRequest[]
  readonly git: (...words: string[]) => string
  readonly run: (...words: string[]) => ReturnType<typeof keel>
}

async function walk({
  name,
  path,
  base,
}: {
  name: keyof typeof driven
  path: string
  base: string
}): Promise<Walked> {
  const [home, project] = [join(base, 'home'), join(base, 'project')]
  mkdirSync(home)
  const { environment, write } = recipes[name]
  const { setUp, shell, pack, model: modelName } = driven[name]
  cpSync(join(import.meta.dirname, '../../templates/demo/project'), project, { recursive: true })
  const run = (...words: string[]) => keel(words, { cwd: project, home })
  const git = (...words: string[]) => execFileSync('git', words, { cwd: project, encoding: 'utf8' }).trim()
  git('init', '-q')
  expect(run('init', '--host', name).code).toBe(0)
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'a basket with a bug')
  const guard = join(project, '.keel/guards/mine.yaml')
  const model = await startScriptedModel({
    scenario: {
      lanes: [
        {
          name: 'main',
          when: { hasTools: true },
          steps: [
            { tools: [shell('mkdir -p .keel/guards && echo "name: mine" > .keel/guards/mine.yaml')] },
            { tools: [write({ path: guard, content: 'name: mine\n' })] },
            // Not at once: a host does not wait for its servers before it starts to work.
            { tools: [pack('the total of a basket')] },
            { tools: [shell('rm basket.js')] },
            { tools: [write({ path: join(project, 'basket.js'), content: MENDED })] },
            { text: 'The total is right.\n\n<promise>COMPLETE</promise>' },
          ],
        },
      ],
    },
  })
  try {
    const setting = { home, project, url: model.url }
    setUp(setting)
    const words = ['run', 'The total of a basket is right', '--host', name, '--json', '--minutes', '2']
    const { code, stdout } = await start([...words, ...(modelName === null ? [] : ['--model', modelName])], {
      cwd: project,
      env: {
        ...environment(setting),
        HOME: home,
        TMPDIR: home,
        PATH: [dirname(path), process.env['PATH']].join(delimiter),
      },
    })
    const requests = model.requests().filter(({ lane }) => lane === 'main')
    return { code, answer: JSON.parse(stdout), project, requests, git, run }
  } finally {
    await model.close()
  }
}

/** Not waited for as other runs are: the scripted model lives in this process, and has to answer meanwhile. */
function start(
  words: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<{ code: number | null; stdout: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.on('close', (code) => resolve({ code, stdout }))
  })
}
