import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startScriptedModel } from '#models/scripted/start-scripted-model.ts'
import { keel } from '../contracts/program.ts'
import { runsIn } from '../walks/shop.ts'
import type { Tracked } from './trackers.ts'

export type Walk = {
  readonly source: 'beads' | 'github'
  readonly start: () => Tracked | Promise<Tracked>
  /** How somebody types an id there. */
  readonly typed: (id: string) => string
  /** What the tracker itself says of a task, as one text. */
  readonly toldBy: (tracked: Tracked, id: string) => string
}

/** From the first word to the proof, as a person does it, and what the tracker says in the end. */
export function walkWith({ source, start, typed, toldBy }: Walk): void {
  it(`the built program adds, takes, proves and closes a task that lives in ${source}`, {
    timeout: 300_000,
  }, async () => {
    const tracked = await start()
    const { root: cwd, home } = tracked
    const environment = { ...tracked.environment, TASK_SOURCE: source }
    const ask = (...words: string[]) => {
      const { code, stdout, stderr } = keel([...words, '--json'], { cwd, home, environment })
      expect([code, stderr, stdout].slice(0, code === 0 ? 1 : 3)).toEqual([0])
      return JSON.parse(stdout)
    }
    writeFileSync(join(cwd, 'package.json'), '{"type":"module","scripts":{"test":"node --test"}}\n')
    writeFileSync(join(cwd, 'sum.test.js'), "import { test } from 'node:test'\ntest('adds', () => {})\n")
    for (const words of [
      ['add', 'package.json', 'sum.test.js'],
      ['commit', '-qm', 'first'],
    ])
      expect(spawnSync('git', words, { cwd, env: { ...process.env, HOME: home } }).status).toBe(0)
    const { task } = ask(
      'task',
      'add',
      'Add a sum',
      '--type',
      'bug',
      '-p',
      '1',
      '--files',
      'sum.js',
      '-d',
      'Two numbers.',
    )
    const id = typed(task.id)
    expect(ask('task', 'ready').tasks[0]).toMatchObject({
      id: task.id,
      title: 'Add a sum',
      files: ['sum.js'],
    })
    expect(ask('task', 'list').total).toBe(1)
    ask('task', 'edit', id, '--check', 'node --test sum.test.js', '--label', 'arithmetic')
    ask('task', 'claim', id, '--as', 'anna')
    expect(ask('task', 'show', id)).toMatchObject({
      task: { status: 'in_progress' },
      lease: { claimant: 'anna' },
    })
    const secret = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`
    ask('task', 'note', id, '-m', `Look at sum.js first. Not at ${secret}`)
    ask('task', 'block', id, '--why', 'no numbers')
    expect(ask('task', 'ready').total).toBe(0)
    ask('task', 'reopen', id)
    const refused = keel(['task', 'close', id], { cwd, home, environment })
    expect([refused.code, refused.stdout + refused.stderr]).toEqual([1, expect.stringContaining('no tests')])
    ask('verify', '--task', id)
    expect(ask('task', 'close', id)).toMatchObject({ kind: 'closed', task: { status: 'done' } })
    expect(ask('task', 'export').tasks).toMatchObject([
      { id: task.id, status: 'done', labels: expect.arrayContaining(['arithmetic']) },
    ])
    expect(ask('task', 'waves').waves).toEqual([])
    ask('task', 'graph')
    const told = toldBy(tracked, task.id)
    expect(told).toMatch(/closed/i)
    expect(told).toMatch(/Done\. `npm test` was run by keel: 1 tests passed/)
    expect(told).toContain('Look at sum.js first.')
    expect(told).not.toContain(secret)
    expect(keel(['doctor', '--json'], { cwd, home, environment }).stdout).not.toContain('loop.tasks.source')
    const lonely = { ...environment, PATH: '/usr/bin:/bin' }
    expect(keel(['doctor', '--json'], { cwd, home, environment: lonely }).stdout).toContain(
      'is not on your PATH',
    )
  })
}

/** `keel run --task` on a repository with a bug, by a model that mends it. */
export function runWith({ source, start, typed, toldBy }: Walk): void {
  it(`a run takes a task from ${source}, and what proves it closes it there`, {
    timeout: 300_000,
  }, async () => {
    const tracked = await start()
    const { root: cwd, home } = tracked
    cpSync(join(import.meta.dirname, '../../templates/demo/project'), cwd, { recursive: true })
    writeFileSync(join(cwd, '.keel/config.yaml'), `loop:\n  tasks:\n    source: ${source}\n`)
    for (const words of [
      ['add', '-A'],
      ['commit', '-qm', 'first'],
    ])
      expect(spawnSync('git', words, { cwd, env: { ...process.env, HOME: home } }).status).toBe(0)
    const mend = (old: string, fresh: string) => ({
      name: 'edit',
      input: { path: 'basket.js', old, new: fresh },
    })
    const steps = [
      { tools: [mend('sum += item.price', 'sum += item.price * item.quantity')] },
      { tools: [mend('sum > 10000', 'sum >= 10000')] },
      { text: 'Done.\n\n<promise>COMPLETE</promise>' },
    ]
    const model = await startScriptedModel({ scenario: { lanes: [{ name: 'main', steps }] } })
    onTestFinished(model.close)
    const environment = {
      ...tracked.environment,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'test-key',
      NO_PROXY: '127.0.0.1',
    }
    const added = keel(['task', 'add', 'The total is right', '--json'], { cwd, home, environment })
    const { id } = JSON.parse(added.stdout).task
    const { answer } = await runsIn(cwd, environment).run(
      '--task',
      typed(id),
      '--model',
      'anthropic/scripted',
    )
    expect(answer).toMatchObject({ outcome: 'verified', task: id })
    expect(toldBy(tracked, id)).toMatch(/closed[\s\S]*Done\. `|Done\. `[\s\S]*closed/i)
    expect(existsSync(join(cwd, `.keel/tasks/${id}.md`))).toBe(false)
    const log = spawnSync('git', ['log', '-1', '--format=%B'], { cwd, encoding: 'utf8' })
    expect(log.stdout).toContain(`Keel-Task: ${id}`)
  })
}
