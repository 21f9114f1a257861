import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '#config/load-config.ts'
import { keepMove } from '#journal/kept-moves.ts'
import { openJournal } from '#journal/open-journal.ts'
import { sealKey } from '#kit/seal.ts'
import { findPlace } from '#verbs/find-place.ts'
import { taskEdit } from '#verbs/task-edit.ts'
import type { World } from '#verbs/world.ts'
import { BIN, keel, scratch } from '../contracts/program.ts'

const TASK = '.keel/tasks/t1.md'
const TESTS = 'test/sum.test.js'
const ONE = "import { test } from 'node:test'\ntest('one', () => {})\n"
const TWO = `${ONE}test('two', () => {})\n`

/** A project with two tests and a task that is claimed, and whoever sits at its terminal. */
function claimed({ config = '', ...others }: Readonly<Record<string, string>> = {}) {
  const { home, project } = scratch()
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: project })
  put('package.json', '{ "type": "module", "scripts": { "test": "node --test" } }')
  put(TESTS, TWO)
  put('.keel/config.yaml', config)
  for (const [path, text] of Object.entries(others)) put(path, text)
  put(TASK, '---\ntitle: One test is enough\n---\n')
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'start')
  const ask = (...words: string[]) => {
    const { code, stdout, stderr } = keel(words, { cwd: project, home })
    return { code, said: stdout + stderr }
  }
  expect(ask('task', 'claim', 't1', '--as', 'me').code).toBe(0)
  const asked: string[] = []
  const person = (answer: boolean): World => {
    const place = findPlace(project, { HOME: home, PATH: process.env['PATH'] ?? '' })
    const now = () => new Date()
    const keep = (entry: Parameters<typeof keepMove>[0]) => keepMove(entry, place)
    return {
      place,
      config: loadConfig(place, []),
      confirm: async (question) => asked.push(question) > 0 && answer,
      program: [],
      asker: 'cli',
      journal: openJournal({ root: place.root, writer: 'cli', now, key: () => sealKey(place), keep }),
      now,
      signal: new AbortController().signal,
      tell: () => {},
      mention: () => {},
      warn: () => {},
    }
  }
  const says = (answer: boolean, input: object) =>
    taskEdit.run(taskEdit.input.parse({ id: 't1', ...input }), person(answer))
  const close = () => ask('verify', '--task', 't1').said + ask('task', 'close', 't1').said
  const read = (path: string) => readFileSync(join(project, path), 'utf8')
  return { home, project, put, read, ask, asked, says, close }
}

describe('what proves a task that is claimed', () => {
  it('is not for whoever works on it to say, and they hear who may and how', () => {
    const { put, ask, close, read } = claimed()
    put(TESTS, ONE)
    const edited = ask('task', 'edit', 't1', '--changes-tests')
    expect(edited).toMatchObject({ code: 0, said: expect.stringContaining('its claim keeps its terms') })
    expect(edited.said).toContain('changes_tests: false -> true')
    expect(read(TASK)).toContain('changes_tests: true')
    const said = close()
    expect(said).toContain('`changes_tests` was set after it was claimed')
    expect(said).toContain('a person at a terminal says so: keel task edit t1 --renew-terms')
    expect(said).toContain('test/sum.test.js')
    expect(said).not.toContain('t1 is done')
    expect(ask('task', 'edit', 't1', '--renew-terms')).toMatchObject({
      code: 2,
      said: expect.stringContaining('--renew-terms is for a person at a terminal'),
    })
    expect(close()).not.toContain('t1 is done')
  })

  it('is said anew by a person at a terminal, and that leaves a trace', async () => {
    const { put, ask, asked, says, close } = claimed()
    put(TESTS, ONE)
    expect(close()).toContain(
      'If the task is about tests, a person at a terminal says so: keel task edit t1 --changes-tests',
    )
    const report = await says(true, { changesTests: true })
    expect(asked).toEqual([expect.stringContaining('changes_tests: false -> true')])
    expect(report.terms).toMatchObject({ kind: 'renewed' })
    expect(ask('task', 'show', 't1').said).toContain('other terms, cli: changes_tests: false -> true')
    expect(ask('log').said).toContain('changes_tests: false -> true')
    expect(close()).toContain('t1 is done')
  })

  it('stays as it was where the person says no, and is only in the file then', async () => {
    const { says, close, read, put } = claimed()
    expect((await says(false, { check: 'node --version' })).terms).toMatchObject({ kind: 'kept' })
    expect(read(TASK)).toContain('check: node --version')
    put('more.js', '')
    expect(close()).toContain('Its check was changed after it was claimed, from none to `node --version`')
  })

  it('is what the file says, where a person edited it by hand and has that bind', async () => {
    const { put, says, ask, asked, close } = claimed()
    ask('task', 'block', 't1', '--why', 'hm')
    ask('task', 'reopen', 't1')
    put(TASK, '---\ntitle: One test is enough\ncheck: node --version\nchanges_tests: true\n---\n')
    put('more.js', '')
    expect(close()).toContain('--renew-terms')
    expect((await says(true, { renewTerms: true })).terms?.changes).toHaveLength(2)
    expect(asked[0]).toContain('check: none -> node --version')
    expect(close()).toContain('t1 is done')
    expect((await says(true, { renewTerms: true })).terms).toEqual({ kind: 'same', changes: [] })
  })

  it('keeps the checks that it named, and those of the configuration', async () => {
    const config = 'loop:\n  checks: { ends: node ends.js }\n'
    const { put, says, close } = claimed({ config, 'ends.js': 'process.exit(1)' })
    put('more.js', '')
    expect(close()).toContain('The check ends failed')
    const other = 'What has to end well beside the tests was changed after it was claimed'
    put(TASK, '---\ntitle: One test is enough\nstatus: in_progress\nchecks: []\n---\n')
    expect(close()).toContain(`${other}, from \`ends: node ends.js\` to none`)
    put(TASK, '---\ntitle: One test is enough\nstatus: in_progress\n---\n')
    put('.keel/config.yaml', 'loop:\n  checks: { ends: "true", more: "true" }\n')
    expect(close()).toContain(other)
    expect((await says(true, { renewTerms: true })).terms?.changes).toMatchObject([{ name: 'checks' }])
    expect(close()).toContain('t1 is done')
  })

  it('is not smuggled in with another word of the person’s', async () => {
    const { put, says, close } = claimed()
    put(TASK, '---\ntitle: One test is enough\nchanges_tests: true\n---\n')
    put(TESTS, ONE)
    await says(true, { check: 'node --version' })
    expect(close()).toContain('`changes_tests` was set after it was claimed')
  })

  it('is what the person said, though the journal was taken away', async () => {
    const { project, put, says, close } = claimed()
    put(TESTS, ONE)
    await says(true, { changesTests: true })
    rmSync(join(project, '.keel/journal'), { recursive: true })
    expect(close()).toContain('t1 is done')
  })

  it('asks nobody and writes nothing in a dry run', async () => {
    const { says, asked, read, ask } = claimed()
    const before = read(TASK)
    expect((await says(true, { changesTests: true, dryRun: true })).terms?.kind).toBe('renewed')
    expect(asked).toEqual([])
    expect(read(TASK)).toBe(before)
    expect(ask('log').said).not.toContain('other terms')
  })
})

describe('a terminal', () => {
  const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true
  const atTerminal = (shop: ReturnType<typeof claimed>, { words, environment = {} }: Typed) =>
    spawnSync('script', ['-qec', `'${process.execPath}' '${BIN}' ${words}`, '/dev/null'], {
      cwd: shop.project,
      input: 'y\n',
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: shop.home, ...environment },
    }).stdout
  type Typed = { readonly words: string; readonly environment?: Readonly<Record<string, string>> }

  it.skipIf(!hasScript)('is where a person is asked', () => {
    const shop = claimed()
    expect(atTerminal(shop, { words: 'task edit t1 --changes-tests' })).toContain(
      'From here on it is proven by other terms',
    )
    expect(atTerminal(shop, { words: 'task close t1 --force --why so' })).toContain('without proof')
  })

  it.skipIf(!hasScript).each(['CLAUDECODE', 'KEEL_RUN'])(
    'that an agent made for itself (%s) is none',
    (name) => {
      const shop = claimed()
      const environment = { [name]: '1' }
      expect(atTerminal(shop, { words: 'task edit t1 --changes-tests', environment })).toContain(
        'its claim keeps its terms',
      )
      for (const words of ['task edit t1 --renew-terms', 'task close t1 --force --why so'])
        expect(atTerminal(shop, { words, environment })).toContain('is for a person at a terminal')
      expect(shop.ask('task', 'show', 't1').said).not.toContain('other terms')
    },
  )
})

describe('what closing would say', () => {
  it('is said by keel verify, in the same words', () => {
    const { put, ask } = claimed()
    const nothing = ask('verify', '--task', 't1')
    expect(nothing).toMatchObject({ code: 0, said: expect.stringContaining('close would be refused:') })
    const [reason] = JSON.parse(ask('verify', '--task', 't1', '--json').said).close.reasons
    expect(reason).toMatch(/^Nothing was changed since the task was claimed/)
    expect(nothing.said).toContain(reason)
    expect(ask('task', 'close', 't1').said).toContain(reason)
    put('more.js', '')
    expect(ask('verify', '--task', 't1').said).toContain('close would be accepted')
    expect(ask('task', 'close', 't1').said).toContain('t1 is done')
  })

  it('is not said where nobody asked for a task', () => {
    const { ask } = claimed()
    expect(ask('verify').said).not.toContain('close would')
    expect(JSON.parse(ask('verify', '--json').said).close).toBeNull()
  })
})
