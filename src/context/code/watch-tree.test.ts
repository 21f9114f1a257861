import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../test/contracts/program.ts'
import { listTree } from './walk/list-tree.ts'
import { watchTree } from './watch-tree.ts'

/** File systems count time in steps. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 20))

async function watched() {
  const { project: root, base } = scratch()
  mkdirSync(join(root, 'app'))
  writeFileSync(join(root, 'app/setup.cfg'), 'one')
  await moment()
  const tree = await listTree({ root })
  await moment()
  return { root, away: join(base, 'away'), ...watchTree(root, tree) }
}

describe('a tree that is watched', () => {
  it('has not moved where what was listed is read, or what is not listed is missing', async () => {
    const { read, watch, hasMoved } = await watched()
    expect(read('app/setup.cfg')).toBe('one')
    expect(read('app/none.cfg')).toBe(null)
    expect(watch('app/setup.cfg', () => 2)).toBe(2)
    expect(hasMoved()).toBe(false)
  })

  it('has moved where a listed file is gone', async () => {
    const { root, away, watch, hasMoved } = await watched()
    renameSync(join(root, 'app'), away)
    watch('app/setup.cfg', () => null)
    expect(hasMoved()).toBe(true)
  })

  it('has moved where a listed file was gone, and is back by the time that somebody looks', async () => {
    const { root, away, watch, hasMoved } = await watched()
    watch('app/setup.cfg', () => {
      renameSync(join(root, 'app/setup.cfg'), away)
      renameSync(away, join(root, 'app/setup.cfg'))
    })
    expect(hasMoved()).toBe(true)
  })

  it('has moved where there is a folder now', async () => {
    const { root, read, hasMoved, away } = await watched()
    renameSync(join(root, 'app/setup.cfg'), away)
    mkdirSync(join(root, 'app/setup.cfg'))
    expect(read('app/setup.cfg')).toBe(null)
    expect(hasMoved()).toBe(true)
  })
})
