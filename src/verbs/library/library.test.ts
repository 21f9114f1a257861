import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { evidenceSchema } from '#words/evidence.ts'
import { NO_USAGE } from '#words/usage.ts'
import { keel, scratch } from '../../../test/contracts/program.ts'
import {
  epicContext,
  Fault,
  findPlace,
  openJournal,
  readLedger,
  retryContext,
  taskAttempts,
  verifyTask,
} from '../../index.ts'

/** An epic with two parts, of which one was tried and failed. */
function shop() {
  const { home, project } = scratch()
  vi.stubEnv('HOME', home)
  vi.stubEnv('XDG_STATE_HOME', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const files = {
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
    'test/a.test.js': "import { test } from 'node:test'\ntest('a', () => {})\n",
    '.keel/config.yaml': '',
    '.keel/tasks/shop.md': '---\ntitle: The shop\ntype: epic\n---\nAll of it.\n',
    '.keel/tasks/shop.1.md': '---\ntitle: A basket\nparent: shop\n---\n',
    '.keel/tasks/shop.2.md': '---\ntitle: A till\nparent: shop\nstatus: done\n---\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: project })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'start')
  const journal = openJournal({ root: project, writer: 'test', now: () => new Date(), key: () => null })
  const ending = { kind: 'ok', detail: 'It ended.', exitCode: 0 } as const
  journal.append({
    ...{
      kind: 'run-started',
      run: 'r1',
      objective: 'A basket',
      tier: null,
      test: 'npm test',
      task: 'shop.1',
    },
    ...{ checks: [], mayChangeTests: false, tried: 0, onBlocked: 'leave', base: 'b' },
    worker: { kind: 'host', host: 'claude-code', model: null },
    stand: { head: 'h', branch: 'main', rules: 'r' },
  })
  journal.append({ kind: 'attempt-started', run: 'r1', attempt: 1, tree: 'b', pack: null })
  journal.append({
    ...{ kind: 'attempt-ended', run: 'r1', attempt: 1, ending, claimed: true, stuck: null, commits: [] },
    ...{ usage: { ...NO_USAGE, input: 10, costUsd: 2, costSource: 'reported' }, files: ['basket.js'] },
  })
  const evidence = evidenceSchema.parse({
    ...{ command: 'npm test', isOwn: true, tree: 'a', after: 'a', altered: [], passed: false, exitCode: 1 },
    ...{
      framework: null,
      counts: null,
      failing: [],
      tail: '',
      at: '2026-01-01T00:00:00.000Z',
      durationMs: 5,
    },
  })
  journal.append({ kind: 'verified', run: 'r1', attempt: 1, evidence })
  journal.append({
    ...{ kind: 'run-ended', run: 'r1', outcome: 'blocked', reason: 'so', commit: null, remarks: [] },
  })
  return { home, project }
}

describe('keel as a library', () => {
  it('tells what the next attempt at a task must know, and what the task is a part of', () => {
    const { project } = shop()
    expect(retryContext(project, 'shop.1')).toMatch(/^# What was tried before\n\n- Attempt 1 \(claude-code/)
    expect(retryContext(join(project, 'test'), { id: 'shop.1' })).toContain('changed basket.js')
    expect(retryContext(project, 'shop.2')).toBeNull()
    expect(epicContext(project, 'shop.1')).toMatch(/: The shop\n\nAll of it\.\n\nDone already[\s\S]*A till/)
    expect(epicContext(project, { id: 'shop' })).toBeNull()
    expect(() => epicContext(project, 'nothing')).toThrow(Fault)
  })

  it('says of a folder that is none what it says of others', async () => {
    const { project } = shop()
    for (const folder of [join(project, 'nowhere'), join(project, 'package.json')]) {
      const none = expect.objectContaining({ code: 'no-folder', message: `${folder} is no folder.` })
      expect(() => findPlace(folder, process.env)).toThrow(none)
      expect(() => retryContext(folder, 'shop.1')).toThrow(none)
      expect(() => epicContext(folder, 'shop.1')).toThrow(none)
      expect(() => taskAttempts(folder, 'shop.1')).toThrow(none)
      await expect(readLedger(folder)).rejects.toEqual(none)
      await expect(verifyTask(folder, { task: 'shop.1' })).rejects.toEqual(none)
    }
  })

  it('tells what was tried, and what it cost', async () => {
    const { project } = shop()
    const attempt = { task: 'shop.1', number: 1, outcome: 'failed', files: ['basket.js'] }
    expect(taskAttempts(project, 'shop.1')).toMatchObject([attempt])
    expect(taskAttempts(project, 'shop.2')).toEqual([])
    expect(await readLedger(project)).toMatchObject({
      attempts: [attempt],
      runs: [{ run: 'r1', attempts: 1 }],
      cost: { attempts: 1, costUsd: 2 },
    })
  })

  it('proves a task by evidence that it can be closed on', async () => {
    const { project, home } = shop()
    expect(keel(['task', 'claim', 'shop.1', '--as', 'me'], { cwd: project, home }).code).toBe(0)
    writeFileSync(join(project, 'basket.js'), 'export const basket = []\n')
    const proof = await verifyTask(project, { task: 'shop.1' })
    expect(proof).toMatchObject({ passed: true, counts: { passed: 1 }, close: { kind: 'accepted' } })
    expect(keel(['task', 'close', 'shop.1'], { cwd: project, home }).code).toBe(0)
  })
})
