import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTasks } from '#loop/tasks/read-tasks.ts'
import { BIN, keel, scratch } from '../contracts/program.ts'
import { readTree } from '../contracts/tree.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/imports')

function project(files: Record<string, string | Buffer> = {}) {
  const { base, home, project: root } = scratch()
  mkdirSync(join(root, '.keel/tasks'), { recursive: true })
  const put = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  for (const [path, content] of Object.entries(files)) put(path, content)
  const ask = (...words: string[]) => keel(words, { cwd: root, home })
  const data = (...words: string[]) => {
    const { stdout, stderr } = ask(...words, '--json')
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  }
  const ids = () => readdirSync(join(root, '.keel/tasks')).sort()
  const byOrigin = (end: string) =>
    data('task', 'export', '-o', 'all.jsonl') &&
    readFileSync(join(root, 'all.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .find(({ origin }) => origin?.replace(/@\w+$/, '').endsWith(end))
  return { base, home, root, put, ask, data, ids, byOrigin }
}

const fixture = (path: string) => readFileSync(join(FIXTURES, path), 'utf8')

type Listed = { id: string; title: string; status: string }

describe('keel task import', () => {
  it('says what is wrong with a file, and what a wish means nothing for', () => {
    const prd = { branchName: 'b', userStories: [{ id: 'US-1', title: 'A', passes: false }] }
    const { ask } = project({ 'bad.json': '{', 'prd.json': JSON.stringify(prd) })
    expect(ask('task', 'import', 'bad.json').stderr).toContain('bad.json is not JSON')
    const { code, stderr } = ask('task', 'import', 'prd.json', '--tag', 'master')
    expect([code, stderr]).toEqual([2, expect.stringContaining('--tag names a list of task-master')])
    expect(ask('task', 'import', 'prd.json').code).toBe(0)
  })

  it('opens an epic again that was done, where something is added to it that is not', () => {
    const { ask, data, put, byOrigin } = project({ 'TODO.md': '# Release\n\n- [x] a\n' })
    expect(data('task', 'import', 'TODO.md').epics).toEqual([])
    const { id } = byOrigin('#(epic)')
    const status = () => data('task', 'show', id).task.status
    expect(status()).toBe('done')
    put('TODO.md', '# Release\n\n- [x] a\n- [x] b\n')
    expect(data('task', 'import', 'TODO.md').epics).toEqual([])
    put('TODO.md', '# Release\n\n- [x] a\n- [x] b\n- [ ] c\n')
    expect(data('task', 'import', 'TODO.md', '--dry-run').epics).toEqual([id])
    expect(status()).toBe('done')
    expect(ask('task', 'import', 'TODO.md').stdout).toContain(`open again with it: ${id}`)
    expect(status()).toBe('open')
    expect(data('task', 'list').problems).toEqual([])
  })

  it('brings a feature of spec-kit in, with its phases, its order and its parallel tasks', () => {
    const { root, data, ask } = project()
    cpSync(join(FIXTURES, 'spec-kit@1.2.3/specs'), join(root, 'specs'), { recursive: true })
    expect(data('task', 'import', 'specs', '--dry-run').added).toHaveLength(22)
    expect(readdirSync(join(root, '.keel/tasks'))).toEqual([])
    const said = ask('task', 'import', '.').stdout
    expect(said).toContain('22 added, 2 of them done there and taken over without proof')
    const titles = data('task', 'waves').waves.map(({ tasks }: { tasks: Listed[] }) =>
      tasks.map(({ title }) => title.split(' in ')[0]),
    )
    expect(titles).toEqual([
      ['Configure linting'],
      ['Define money'],
      ['Define a product', 'Define an error'],
      ['Unit test for line totals', 'Integration test for a cart', 'Create coupon model'],
      ['Create line model', 'Create cart model', 'Take a coupon off'],
      ['Implement totals'],
      ['Serve GET /cart/total'],
      ['Documentation updates'],
      ['Run quickstart.md validation'],
    ])
    const done = data('task', 'list', '--status', 'done').tasks.find(({ title }: Listed) =>
      title.startsWith('Create project'),
    )
    expect(data('task', 'show', done.id).moves).toMatchObject([
      {
        from: 'open',
        to: 'done',
        isForced: true,
        evidence: null,
        reason: expect.stringContaining('keel has seen no proof'),
      },
    ])
    expect(data('task', 'ready').problems).toEqual([])
  })

  it('keeps the order of Ralph’s stories in what is ready', () => {
    const { data } = project({ 'scripts/ralph/prd.json': fixture('ralph@2026-02-02/prd.json') })
    expect(data('task', 'import', '.').sources).toEqual([{ format: 'ralph', path: 'scripts/ralph/prd.json' }])
    expect(data('task', 'ready').tasks.map(({ title }: Listed) => title)).toEqual([
      'Take a coupon off the total',
    ])
    expect(
      data('task', 'waves').waves.map(({ tasks }: { tasks: Listed[] }) => tasks.map(({ title }) => title)),
    ).toEqual([['Take a coupon off the total'], ['Show the coupon in the cart']])
  })

  it('keeps the order where something was done there before its turn', () => {
    const tasks =
      '## Phase 1: Setup\n\n- [ ] T001 Begin\n- [x] T002 Lint\n\n## Phase 2: Core\n\n- [ ] T003 [P] Cart\n- [ ] T004 Wire\n'
    const story = (id: string, priority: number, passes: boolean) => ({ id, title: id, priority, passes })
    const prd = {
      userStories: [story('A', 1, false), story('B', 2, true), story('C', 3, true), story('D', 4, false)],
    }
    const files = { 'specs/001-cart/tasks.md': tasks, 'prd.json': JSON.stringify(prd) }
    const { ask, data, put } = project(files)
    for (const path of Object.keys(files)) expect(ask('task', 'import', path).code).toBe(0)
    const ready = () => data('task', 'ready').tasks.map(({ title }: Listed) => title)
    expect(ready()).toEqual(['Begin', 'A'])
    put('specs/001-cart/tasks.md', tasks.replace('[x] T002', '[ ] T002'))
    expect(data('task', 'import', 'specs/001-cart/tasks.md').changed).toMatchObject([{ fields: ['status'] }])
  })

  it('brings in task-master’s lists, and lets wait for the parts whoever waits for the whole', () => {
    const { data, byOrigin } = project({
      '.taskmaster/tasks/tasks.json': fixture('task-master@0.43.1/tasks.json'),
    })
    expect(data('task', 'import', '.taskmaster', '--tag', 'master').added).toHaveLength(10)
    const parts = ['2.1', '2.2', '2.3'].map((key) => byOrigin(`#master/${key}`).id)
    expect(byOrigin('#master/3').depends_on).toEqual([byOrigin('#master/1').id, ...parts])
    expect(data('task', 'ready').tasks.map(({ title }: Listed) => title)).toEqual(['Line totals'])
    expect(data('task', 'import', '.').added.map(({ title }: Listed) => title)).toEqual([
      'payments',
      'Take cards',
    ])
  })

  it('adds only what is new the second time, and never touches what is there', () => {
    const prd = JSON.parse(fixture('ralph@2026-02-02/prd.json'))
    const { data, put, root, byOrigin, ask } = project({ 'prd.json': JSON.stringify(prd) })
    data('task', 'import', 'prd.json')
    const { id } = byOrigin('#US-002')
    appendFileSync(join(root, `.keel/tasks/${id}.md`), '\nMine.\n')
    ask('task', 'edit', id, '--title', 'My own title')
    const before = readTree(join(root, '.keel/tasks'))
    expect(data('task', 'import', 'prd.json')).toMatchObject({ added: [], changed: [], gone: [] })
    expect(readTree(join(root, '.keel/tasks'))).toEqual(before)
    prd.userStories[0].title = 'Another title'
    prd.userStories[0].passes = true
    prd.userStories.pop()
    prd.userStories.push({ id: 'US-004', title: 'New', priority: 4, passes: false })
    put('prd.json', JSON.stringify(prd))
    const second = data('task', 'import', 'prd.json')
    expect(second.added.map(({ title }: Listed) => title)).toEqual(['New'])
    expect(second.added[0].depends_on).toEqual([id])
    expect(second.changed).toEqual([
      { id, key: 'US-002', title: 'My own title', fields: ['title', 'status'] },
    ])
    expect(second.gone).toMatchObject([{ key: 'US-003' }])
    expect(readTree(join(root, '.keel/tasks'))).toMatchObject(before)
    expect(ask('task', 'import', 'prd.json').stdout).toContain(
      'US-002 was changed there since (title, status)',
    )
  })

  it('takes Ralph’s list of another branch for another list, though it has the same names', () => {
    const prd = (branchName: string | undefined, title: string) => ({
      project: 'Shop',
      branchName,
      description: title,
      userStories: [
        { id: 'US-001', title: `${title}: store`, priority: 1, passes: false },
        { id: 'US-002', title: `${title}: show`, priority: 2, passes: false },
      ],
    })
    const { data, put, root, ids } = project({ 'prd.json': JSON.stringify(prd('ralph/coupons', 'Coupons')) })
    expect(data('task', 'import', 'prd.json').added).toHaveLength(3)
    put('prd.json', JSON.stringify(prd('ralph/refunds', 'Refunds')))
    const second = data('task', 'import', 'prd.json')
    expect(second.added.map(({ title }: Listed) => title)).toEqual([
      'Refunds',
      'Refunds: store',
      'Refunds: show',
    ])
    expect(second).toMatchObject({ known: [], changed: [], gone: [], others: [] })
    for (const [branch, title] of [
      ['ralph/coupons', 'Coupons'],
      ['ralph/refunds', 'Refunds'],
    ] as const) {
      put('prd.json', JSON.stringify(prd(branch, title)))
      expect(data('task', 'import', 'prd.json')).toMatchObject({ added: [], changed: [], gone: [] })
    }
    // An older keel named no branch: what is called the same is the same.
    for (const name of ids()) {
      const path = join(root, '.keel/tasks', name)
      writeFileSync(path, readFileSync(path, 'utf8').replace('prd.json[ralph/refunds]#', 'prd.json#'))
    }
    expect(data('task', 'import', 'prd.json')).toMatchObject({ added: [], changed: [], gone: [] })
    put('prd.json', JSON.stringify(prd('ralph/gifts', 'Wrap presents')))
    expect(data('task', 'import', 'prd.json').added).toHaveLength(3)
  })

  it('adds nothing of a list that has taken the place of another, says so, and names a way that works', () => {
    const list = (...tasks: object[]) => JSON.stringify({ master: { tasks } })
    const { ask, data, put, ids, byOrigin } = project({
      'tasks.json': list(
        { id: 1, title: 'Store coupons', status: 'done' },
        { id: 2, title: 'Take a coupon off', status: 'pending' },
      ),
    })
    data('task', 'import', 'tasks.json')
    const before = ids()
    // A word more or less, and what is done here alone, make no other list.
    put(
      'tasks.json',
      list({ id: 1, title: 'Store all coupons', status: 'pending' }, { id: 2, title: 'Take a coupon off' }),
    )
    expect(data('task', 'import', 'tasks.json')).toMatchObject({ others: [], changed: [{ key: 'master/1' }] })
    const refunds = list(
      { id: 1, title: 'Refund by card', status: 'pending' },
      { id: 2, title: 'Take a coupon off', status: 'pending' },
      { id: 3, title: 'Tell the customer', status: 'pending', dependencies: [1] },
    )
    put('tasks.json', refunds)
    const { code, stdout } = ask('task', 'import', 'tasks.json')
    expect(code).toBe(1)
    expect(stdout).toContain('tasks.json has another list by now, and nothing of it was added')
    expect(stdout).not.toContain('✓')
    expect(ids()).toEqual(before)
    const { id } = byOrigin('#master/1')
    expect(data('task', 'import', 'tasks.json').others).toEqual([
      expect.objectContaining({
        path: 'tasks.json',
        list: '2',
        tasks: [{ key: 'master/1', id, title: 'Store coupons', there: 'Refund by card' }],
      }),
    ])
    const way = /keel (task import .*)/.exec(stdout)?.[1]?.split(' ') ?? []
    expect(way).toEqual(['task', 'import', 'tasks.json', '--list', '2'])
    expect(data(...way).added).toHaveLength(4)
    expect(data(...way)).toMatchObject({ added: [], others: [] })
    expect(ask('task', 'import', 'tasks.json').stdout).toContain('--list 2')
    put('tasks.json', list({ id: 1, title: 'Gift wrapping' }, { id: 2, title: 'Send by post' }))
    expect(data('task', 'import', 'tasks.json').others).toMatchObject([{ list: '3' }])
    // Who means the same calls it the same here.
    put('tasks.json', refunds)
    ask('task', 'edit', id, '--title', 'Refund by card')
    expect(data('task', 'import', 'tasks.json')).toMatchObject({ others: [], added: [{}] })
  })

  it('understands how people write in a list of task-master by hand what is done', () => {
    const { data } = project({
      'tasks.json': JSON.stringify({
        tasks: [
          { id: 1, title: 'One', status: 'complete' },
          { id: 2, title: 'Two', status: 'incomplete' },
        ],
      }),
    })
    const { added, notUnderstood } = data('task', 'import', 'tasks.json')
    expect([added.map(({ status }: Listed) => status), notUnderstood]).toEqual([['open', 'done', 'open'], []])
  })

  it('shows each task below the heading that it is of, in a plan and in an import', () => {
    const { ask } = project({
      'TODO.md': '# Shop\n\n## Cart\n\n- [ ] Count\n- [ ] Add up\n\n## Till\n\n- [ ] Pay\n',
    })
    const titles = ['Shop', '  Cart', '    Count', '    Add up', '  Till', '    Pay']
    const said = (...words: string[]) => {
      const { stdout } = ask(...words)
      return stdout.split('\n').flatMap((line) => {
        const word = /(Shop|Cart|Count|Add up|Till|Pay)(?: {2}wave \d+)?$/.exec(line)?.[1]
        const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2 - 1
        return word === undefined || depth < 0 ? [] : [`${'  '.repeat(depth)}${word}`]
      })
    }
    for (const words of [
      ['task', 'import', 'TODO.md', '--dry-run'],
      ['plan', 'TODO.md'],
      ['plan', 'TODO.md', '--write'],
    ])
      expect(said(...words)).toEqual(titles)
  })

  it('names exactly the fields that were changed there, whatever was changed here', () => {
    const list = {
      id: 1,
      title: 'A',
      description: 'As it was.',
      status: 'pending',
      dependencies: [],
      priority: 'high',
    }
    const other = {
      id: 2,
      title: 'B',
      description: '',
      status: 'pending',
      dependencies: [],
      priority: 'high',
    }
    const file = 'tasks.json'
    const written = (one: object, two: object) => JSON.stringify({ master: { tasks: [one, two] } })
    const { data, put, root, ask, byOrigin } = project({ [file]: written(list, other) })
    data('task', 'import', file)
    const { id } = byOrigin('#master/1')
    ask('task', 'edit', id, '--title', 'Mine', '--priority', '4', '--label', 'mine', '--description', 'Mine.')
    expect(data('task', 'import', file).changed).toEqual([])
    const changed = { ...list, description: 'As it is.', dependencies: [2], testStrategy: 'Look at it.' }
    put(file, written(changed, other))
    const [found] = data('task', 'import', file).changed
    expect(found).toEqual({
      id,
      key: 'master/1',
      title: 'Mine',
      fields: ['depends_on', 'acceptance', 'description'],
    })
    // An older keel has kept no more than that it was another.
    const path = join(root, `.keel/tasks/${id}.md`)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(@[0-9a-f]{8})[0-9a-f]+/, '$1'))
    expect(data('task', 'import', file)).toMatchObject({ added: [], changed: [{ id, fields: [] }] })
    put(file, written(list, other))
    expect(data('task', 'import', file)).toMatchObject({ added: [], changed: [] })
  })

  it('adds nothing twice by another way to the same file', () => {
    const { root, ask, data, ids } = project({ 'docs/TODO.md': '- [ ] one\n- [ ] two\n' })
    symlinkSync('docs', join(root, 'papers'))
    symlinkSync('docs/TODO.md', join(root, 'LIST.md'))
    expect(data('task', 'import', 'docs/TODO.md').added).toHaveLength(3)
    const before = ids()
    for (const path of ['papers/TODO.md', 'LIST.md', './docs/../docs/TODO.md'])
      expect(data('task', 'import', path)).toMatchObject({ added: [], sources: [{ path: 'docs/TODO.md' }] })
    expect(ids()).toEqual(before)
    expect(ask('task', 'ready').stdout).not.toContain('epic')
  })

  it('takes a mark, line ends and the wide letters of Windows as they come', () => {
    const text = fixture('spec-kit@1.2.3/specs/001-cart/tasks.md')
    const { data } = project({
      'a/tasks.md': `\ufeff${text.replaceAll('\n', '\r\n')}`,
      'b/tasks.md': Buffer.from(`\ufeff${text}`, 'utf16le'),
    })
    expect(data('task', 'import', 'a').added).toHaveLength(22)
    expect(data('task', 'import', 'b/tasks.md').added).toHaveLength(22)
  })

  it('refuses as a whole what cannot be, and names each reason', () => {
    const list = (tasks: object[]) => JSON.stringify({ tasks })
    const { ask, ids } = project({
      'cut.json': '{"tasks": [{"id": 1,',
      'twice.json': list([
        { id: 1, title: 'a' },
        { id: '1', title: 'b' },
      ]),
      'self.json': list([{ id: 1, title: 'a', dependencies: [1] }]),
      'unknown.json': list([{ id: 1, title: 'a', dependencies: [9, '7.7'] }]),
      'circle.json': list([
        { id: 1, title: 'a', dependencies: [2] },
        {
          id: 2,
          title: 'b',
          subtasks: [
            { id: 5, title: 'c', dependencies: [1] },
            { id: 6, title: 'd', dependencies: ['1'] },
          ],
        },
        { id: 3, title: 'e', dependencies: [4] },
        { id: 4, title: 'f', dependencies: [3] },
      ]),
      'binary.md': Buffer.from([0, 1, 2, 3]),
      'words.md': '# Words\n',
      'numbers.md': '# Words\n\n## Steps\n\n1. One\n',
      'words.toml': 'a = 1\n',
    })
    const refusal = (file: string) => {
      const { code, stderr } = ask('task', 'import', file)
      expect(code).toBe(2)
      return stderr
    }
    expect(refusal('cut.json')).toContain('cut.json is not JSON')
    expect(refusal('twice.json')).toContain('master/1 is there twice')
    expect(refusal('self.json')).toContain('master/1 waits for itself')
    expect(refusal('unknown.json')).toMatch(
      /master\/1 waits for master\/9[\s\S]*master\/1 waits for master\/7\.7/,
    )
    expect(refusal('circle.json')).toMatch(/master\/3 → master\/4 → master\/3/)
    expect(refusal('binary.md')).toContain('cannot be read as text')
    expect(refusal('words.md')).toContain('keel plan words.md')
    expect(refusal('numbers.md')).toContain('keel task import numbers.md --from checklist')
    expect(refusal('words.toml')).toContain('keel task import --help')
    expect(refusal('nowhere')).toContain('There is no nowhere')
    expect(ids()).toEqual([])
  })

  it('lets no name or text out of its place', () => {
    const evil = '---\nstatus: done\n---\n# x\u001b[31m'
    const { data, ids, ask, root } = project({
      'prd.json': JSON.stringify({
        userStories: [
          {
            id: '../../evil',
            title: evil,
            description: evil,
            notes: 'key: [',
            priority: 1,
            acceptanceCriteria: [evil, ': - {'],
          },
          { id: 'a\nstatus: done', title: 'b: c # d "e"', priority: 2 },
        ],
      }),
    })
    data('task', 'import', 'prd.json')
    expect(ids().every((name) => /^[a-z0-9.]+\.md$/.test(name))).toBe(true)
    expect(data('task', 'list').tasks.map(({ title, status }: Listed) => [title, status])).toEqual([
      ['prd.json', 'open'],
      ['--- status: done --- # x[31m', 'open'],
      ['b: c # d "e"', 'open'],
    ])
    expect(data('task', 'ready').problems).toEqual([])
    expect(data('task', 'import', 'prd.json').added).toEqual([])
    expect(ask('task', 'import', 'prd.json').stdout).not.toContain('\u001b[31m')
    expect(readdirSync(dirname(root))).toEqual(['home', 'project'])
  })

  it('brings in five thousand tasks at once', { timeout: 120_000 }, () => {
    const tasks = Array.from({ length: 5000 }, (_, index) => ({
      id: index + 1,
      title: `Task ${index + 1}`,
      dependencies: index % 50 === 0 ? [] : [index],
    }))
    const { ask, data, ids } = project({ 'tasks.json': JSON.stringify({ tasks }) })
    expect(ask('task', 'import', 'tasks.json').stdout).toContain('5001 added')
    expect(ids()).toHaveLength(5001)
    expect(data('task', 'ready').total).toBe(100)
    expect(ask('task', 'import', 'tasks.json').stdout).toContain('0 added; 5001 there before')
  })

  it('killed before any of its changes leaves nothing that the next import does not finish', {
    timeout: 300_000,
  }, () => {
    const { base, home, root } = project({ 'prd.json': fixture('ralph@2026-02-02/prd.json') })
    let kills = 0
    let halves = 0
    for (let at = 1; ; at++) {
      const copy = join(base, `killed-${at}`)
      cpSync(root, copy, { recursive: true })
      const { signal } = spawnSync(
        process.execPath,
        ['--require', join(import.meta.dirname, 'kill-at.cjs'), BIN, 'task', 'import', 'prd.json'],
        {
          cwd: copy,
          env: { PATH: process.env['PATH'] ?? '', HOME: home, KILL_AT: String(at), KILL_IN: 'project' },
        },
      )
      if (signal !== 'SIGKILL') break
      kills++
      const isWhole = () => readdirSync(join(copy, '.keel/tasks')).every((name) => name.endsWith('.md'))
      // What is half done lies where git sees nothing.
      expect(isWhole()).toBe(true)
      const left = listIn(copy)
      if (left.tasks.length > 0 && left.tasks.length < 4) halves++
      expect(left.problems, `killed before change ${at}`).toEqual([])
      expect(keel(['task', 'import', 'prd.json'], { cwd: copy, home }).code).toBe(0)
      const { tasks, problems } = listIn(copy)
      expect([tasks.length, problems]).toEqual([4, []])
      expect(new Set(tasks.map(({ origin }) => origin)).size).toBe(4)
      expect(isWhole()).toBe(true)
      expect(readdirSync(join(copy, '.keel/leases')).filter((name) => name.includes('.md.'))).toEqual([])
      rmSync(copy, { recursive: true, force: true })
    }
    expect(kills).toBeGreaterThan(15)
    expect(halves).toBeGreaterThan(0)
  })
})

/** Without starting a program: it is asked after every kill. */
function listIn(root: string) {
  const table = readTasks(root)
  return { tasks: table.ids.flatMap((_, place) => table.headOf(place) ?? []), problems: table.broken }
}
