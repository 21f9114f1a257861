import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keel, scratch } from '../../../test/contracts/program.ts'

/** A task, one that waits for it, and one that was imported as done. */
function project() {
  const { home, project: cwd } = scratch()
  mkdirSync(join(cwd, '.keel/tasks'), { recursive: true })
  const path = (id: string) => join(cwd, `.keel/tasks/${id}.md`)
  writeFileSync(join(cwd, '.keel/config.yaml'), '')
  writeFileSync(path('first'), '---\ntitle: First\n---\n')
  writeFileSync(path('next'), '---\ntitle: Next\ndepends_on: [first]\n---\n')
  writeFileSync(path('old'), '---\ntitle: Old\nstatus: done\norigin: tasks.md#1\n---\n')
  const ask = (...words: string[]) => {
    const { code, stdout, stderr } = keel(words, { cwd, home })
    return { code, said: stdout + stderr }
  }
  const setDone = () =>
    writeFileSync(path('first'), readFileSync(path('first'), 'utf8').replace('in_progress', 'done'))
  expect(ask('task', 'claim', 'first', '--as', 'me').code).toBe(0)
  setDone()
  return { cwd, ask }
}

describe('a task that somebody is at work on', () => {
  it('is not done because its file says so, and whoever waits for it goes on waiting', () => {
    const { ask } = project()
    const why = /first is done in its file, and keel has seen no close: me is at work on it/
    expect(ask('task', 'ready').said).toMatch(/No task is ready/)
    expect(ask('task', 'ready').said).toMatch(why)
    expect(ask('task', 'list').said).toMatch(why)
    expect(ask('task', 'claim', 'next')).toMatchObject({
      code: 2,
      said: expect.stringContaining(
        'It waits for first, which is in_progress: its file says done, and keel has seen no close.',
      ),
    })
    expect(ask('task', 'show', 'first').said).toMatch(/done in its file, and keel has seen no proof/)
  })
})

describe('a task that nobody is at work on', () => {
  it('is believed to be done, and it is said that it was not proven', () => {
    const { cwd, ask } = project()
    rmSync(join(cwd, '.keel/leases'), { recursive: true })
    for (const verb of ['ready', 'list'] as const) {
      const { said } = ask('task', verb)
      expect(said).toMatch(
        /first is done in its file, and keel has seen no proof of it: keel verify --task first/,
      )
      expect(said).not.toContain('old')
    }
    expect(ask('task', 'claim', 'next').code).toBe(0)
  })
})
