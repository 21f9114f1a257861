import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadConfig } from '#config/load-config.ts'
import { planSetup } from '#context/setup/plan-setup.ts'
import { openJournal } from '#journal/open-journal.ts'
import { scratch } from '../../test/contracts/program.ts'
import { readTree } from '../../test/contracts/tree.ts'
import { drawOwnMap } from './draw-own-map.ts'
import { findPlace } from './find-place.ts'
import type { World } from './world.ts'

function project(): World {
  const { project: root, home } = scratch()
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src/main.ts'), "import { hello } from './hello.ts'\nhello()\n")
  writeFileSync(join(root, 'src/hello.ts'), 'export function hello(): void {}\n')
  const place = findPlace(root, { HOME: home, PATH: '' })
  return {
    place,
    config: loadConfig(place),
    confirm: null,
    program: [],
    asker: 'a test',
    journal: openJournal({ root, writer: 'test', now: () => new Date() }),
    now: () => new Date(),
    signal: new AbortController().signal,
    tell: () => {},
    mention: () => {},
    warn: () => {},
  }
}

describe('the map that keel sets up', () => {
  it('is drawn without leaving anything behind in a dry run, and with what was parsed otherwise', async () => {
    const world = project()
    const { root } = world.place
    const before = readTree(root)
    const dry = await drawOwnMap(world, { dryRun: true })
    expect(dry).toMatchObject({ text: expect.stringContaining('`function hello(): void`'), notes: [] })
    expect(readTree(root)).toEqual(before)
    expect((await drawOwnMap(world, { dryRun: false })).text).toBe(dry.text)
    expect(existsSync(join(root, '.keel/cache/code.db'))).toBe(true)
  })

  it('is given as it is remembered in a dry run, and nothing is copied for it', async () => {
    const world = project()
    const { root } = world.place
    const { text } = await drawOwnMap(world, { dryRun: false })
    const before = readTree(root)
    vi.stubEnv('TMPDIR', join(root, 'nowhere'))
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await drawOwnMap(world, { dryRun: true })).toMatchObject({ text, notes: [] })
    expect(readTree(root)).toEqual(before)
  })

  it('is a note where it takes too long, and the rest is set up', async () => {
    const world = project()
    const { root } = world.place
    const { text, notes } = await drawOwnMap(world, { dryRun: false, limitMs: 0 })
    expect(text).toBeNull()
    expect(notes).toEqual([expect.stringMatching(/^\.keel\/map\.md was not drawn: .*Run `keel map`/)])
    const parts = { root, facts: 'Facts.', targets: [], settings: [], agents: [], map: text, force: false }
    const { reports } = planSetup(parts)
    expect(reports.map(({ path }) => path)).toContain('.keel/constitution.md')
    expect(reports.map(({ path }) => path)).not.toContain('.keel/map.md')
  })

  it('is a note where it cannot be drawn', async () => {
    const world = project()
    // A folder that is gone when it is asked for.
    const gone = { ...world, place: { ...world.place, root: join(world.place.root, 'gone') } }
    const { text, notes } = await drawOwnMap(gone, { dryRun: false })
    expect(text).toBeNull()
    expect(notes).toEqual([expect.stringContaining('was not drawn')])
  })

  it('is not drawn, and nothing is set up, when the person has had enough', async () => {
    const world = { ...project(), signal: AbortSignal.abort() }
    await expect(drawOwnMap(world, { dryRun: false })).rejects.toMatchObject({ code: 'interrupted' })
  })
})
