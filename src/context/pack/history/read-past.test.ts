import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../../test/contracts/program.ts'
import { openPast } from './open-past.ts'
import { readPast } from './read-past.ts'

const PATHS = ['cart.ts', 'price.ts', 'user.ts']

function repository(): { root: string; commit: (message: string, paths: readonly string[]) => string } {
  const { project: root } = scratch()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: root,
      encoding: 'utf8',
    })
  git('init', '-q')
  let count = 0
  return {
    root,
    commit: (message, paths) => {
      for (const path of paths) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        count += 1
        writeFileSync(join(root, path), `${count}\n`)
      }
      git('add', '-A')
      git('commit', '-qm', message)
      return git('rev-parse', 'HEAD').trim()
    },
  }
}

describe('the past of files', () => {
  it('tells what was said of their changes, and what was changed with them, the same when it is remembered', async () => {
    const { root, commit } = repository()
    commit('round the total of a basket', ['cart.ts', 'price.ts'])
    commit('round again', ['cart.ts', 'price.ts'])
    commit('log in with a token', ['user.ts', 'gone/session.ts'])
    const head = commit(
      'everything',
      Array.from({ length: 80 }, (_, place) => `many/${place}.ts`),
    )
    const cache = join(scratch().base, 'cache')
    for (const _ of ['read', 'remembered']) {
      const arrays = await openPast(root, { head, cache })
      const past = readPast(arrays, PATHS)
      const [cart = 0, price = 0, user = 0] = past.score(new Map([['round', 1]]))
      expect([cart > 0, price > 0, user]).toEqual([true, true, 0])
      expect([...past.changedWith([{ file: 0, worth: 1 }])]).toEqual([0, 2 / 7, 0])
      expect([...past.changedWith([{ file: 2, worth: 1 }])], 'not with what is gone').toEqual([0, 0, 0])
      expect(past.recency.every((recent) => recent > 0.9 && recent <= 1)).toBe(true)
      arrays.close()
    }
    expect(readdirSync(join(cache, 'pasts'))).toHaveLength(1)
  })

  it('knows nothing of what comes later, and nothing at all before the first commit', async () => {
    const { root, commit } = repository()
    const first = commit('first', ['cart.ts'])
    commit('mend the price', ['price.ts'])
    execFileSync('git', ['checkout', '-q', first], { cwd: root })
    const past = readPast(await openPast(root, { head: first, cache: null }), PATHS)
    expect([...past.score(new Map([['mend', 1]]))]).toEqual([0, 0, 0])
    const none = readPast(await openPast(scratch().project, { head: null, cache: null }), PATHS)
    expect([...none.score(new Map([['first', 1]])), ...none.recency]).toEqual([0, 0, 0, 0, 0, 0])
  })
})
