import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Journal, openJournal } from '#journal/open-journal.ts'
import { readJournal } from '#journal/read-journal.ts'
import { processBegan } from '#kit/process-began.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { whileTasksLocked } from './change-task.ts'
import { claimTask, releaseTask } from './claim-task.ts'
import { closeTask } from './close-task.ts'
import { findReady } from './find-ready.ts'
import { readLease, readLeases } from './leases.ts'
import { moveTask } from './move-task.ts'
import { files } from './sources/files.ts'
import { whileLeased } from './while-leased.ts'

function project(statuses: Record<string, string> = { a: 'open' }) {
  const { project: root } = scratch()
  mkdirSync(join(root, '.keel/tasks'), { recursive: true })
  const path = (id: string) => join(root, `.keel/tasks/${id}.md`)
  for (const [id, status] of Object.entries(statuses))
    writeFileSync(path(id), `---\ntitle: ${id}\nstatus: ${status} # mine\n---\n`)
  const source = files(root)
  const now = () => new Date()
  const journal = openJournal({ root, writer: 'test', now })
  const claim = (claimant: string, more: Partial<Parameters<typeof claimTask>[0]> = {}) =>
    claimTask({ source, id: 'a', claimant, process: null, leaseMs: 60_000, journal, now, ...more })
  const statusOf = (id: string) => /^status: (\w+)/m.exec(readFileSync(path(id), 'utf8'))?.[1]
  const moves = () =>
    readJournal(root).entries.flatMap((entry) =>
      entry.kind === 'task-moved' ? [`${entry.from} ${entry.to} ${entry.by}`] : [],
    )
  const lease = (task: string, fields: object) => {
    mkdirSync(join(root, '.keel/leases'), { recursive: true })
    const at = new Date().toISOString()
    const until = new Date(Date.now() + 60_000).toISOString()
    const whole = { task, claimant: 'other', process: null, host: hostname(), taken: at, until, ...fields }
    writeFileSync(join(root, `.keel/leases/${task}.json`), JSON.stringify(whole))
  }
  return { root, source, journal, now, claim, statusOf, moves, lease, path }
}

/** The number of a process that has ended. */
function gone(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid
}

describe('a claim', () => {
  it('is of one claimant, who may renew it, until it is given back', () => {
    const { root, source, journal, claim, statusOf, moves } = project()
    expect(claim('anna')).toMatchObject({ kind: 'claimed', lease: { claimant: 'anna', process: null } })
    expect(claim('ben')).toMatchObject({ kind: 'held', lease: { claimant: 'anna' } })
    const { taken } = readLease(root, 'a') ?? {}
    expect(claim('anna', { leaseMs: 600_000 })).toMatchObject({ kind: 'claimed', lease: { taken } })
    expect([statusOf('a'), moves()]).toEqual(['in_progress', ['open in_progress anna']])
    expect(releaseTask({ source, id: 'a', claimant: 'ben', journal, reason: 'x' }).kind).toBe('not-yours')
    expect(releaseTask({ source, id: 'a', claimant: 'anna', journal, reason: 'tired' }).kind).toBe('moved')
    expect([statusOf('a'), readLease(root, 'a')]).toEqual(['open', null])
    expect(claim('ben').kind).toBe('claimed')
  })

  it('holds in every worktree of a repository', () => {
    const { root, claim, journal } = project()
    const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' })
    git('init', '-q')
    git('add', '-A')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'start')
    const other = `${root}-other`
    expect(git('worktree', 'add', '-q', other).status).toBe(0)
    onTestFinished(() => rmSync(other, { recursive: true, force: true }))
    expect(claim('ben', { source: files(other), journal }).kind).toBe('claimed')
    expect(claim('anna')).toMatchObject({ kind: 'held', lease: { claimant: 'ben' } })
    // One lock for all of them: else two could take over what somebody left behind.
    const lock = join(root, '.keel/leases/.lock.keel-tmp')
    expect(whileTasksLocked(other, () => existsSync(lock))).toEqual({ kind: 'done', value: true })
    // What is open here is not taken from whoever works on it there.
    const move = {
      source: files(root),
      id: 'a',
      by: 'cli',
      reason: 'x',
      journal,
      now: () => new Date(),
    } as const
    expect(moveTask({ ...move, to: 'open', over: 'any' })).toMatchObject({ kind: 'held' })
    expect(readLease(root, 'a')?.claimant).toBe('ben')
  })

  it.each([
    ['of a bare repository', ['clone', '-q', '--bare', 'first', 'bare.git'], 'bare.git', ''],
    ['of a bare repository called .git', ['clone', '-q', '--bare', 'first', 'here/.git'], 'here/.git', ''],
    ['whose git directory lies elsewhere', ['init', '-q', '--separate-git-dir=../store.git'], 'first', ''],
    ['in a folder of a repository', null, 'first', 'pkg'],
    ['where .git is a link', 'link to store.git', 'first', ''],
    ['where .git is a link to a .git elsewhere', 'link to store/.git', 'first', ''],
  ])('holds in every worktree %s', (_, words, from, folder) => {
    const { project: base } = scratch()
    const first = join(base, 'first')
    const tasks = join(first, folder, '.keel/tasks')
    mkdirSync(tasks, { recursive: true })
    writeFileSync(join(tasks, 'a.md'), '---\ntitle: a\n---\n')
    const git = (cwd: string, ...said: string[]) => expect(spawnSync('git', said, { cwd }).status).toBe(0)
    git(first, 'init', '-q')
    git(first, 'add', '-A')
    git(first, '-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'start')
    if (typeof words === 'string') {
      const store = join(base, words.slice('link to '.length))
      mkdirSync(dirname(store), { recursive: true })
      renameSync(join(first, '.git'), store)
      symlinkSync(store, join(first, '.git'))
    } else if (words !== null) git(words[0] === 'init' ? first : base, ...words)
    for (const name of ['b1', 'b2']) git(join(base, from), 'worktree', 'add', '-q', join(base, name))
    const places = ['b1', 'b2', ...(from === 'first' ? ['first'] : [])]
    const claims = places.map((name) => {
      const source = files(join(base, name, folder))
      const journal = openJournal({ root: source.root, writer: 'test', now: () => new Date() })
      const who = { id: 'a', claimant: name, process: null, leaseMs: 60_000 }
      return claimTask({ ...who, source, journal, now: () => new Date() }).kind
    })
    expect(claims).toEqual(['claimed', ...places.slice(1).map(() => 'held')])
    expect(existsSync(join(base, 'here/.keel'))).toBe(false)
  })

  it('writes through a link that stays in the project, and through none that leaves it', () => {
    const { root, claim, path } = project()
    renameSync(path('a'), join(root, 'plan.md'))
    symlinkSync('../../plan.md', path('a'))
    expect(claim('anna').kind).toBe('claimed')
    expect(lstatSync(path('a')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(root, 'plan.md'), 'utf8')).toContain('status: in_progress # mine')
    const outside = `${root}-outside.md`
    onTestFinished(() => rmSync(outside, { force: true }))
    writeFileSync(outside, '---\ntitle: x\n---\n')
    symlinkSync(outside, path('b'))
    expect(claim('anna', { id: 'b' })).toMatchObject({
      kind: 'unfit',
      reason: expect.stringContaining('a link that leads out of the project'),
    })
    expect([readFileSync(outside, 'utf8'), readLease(root, 'b')]).toEqual(['---\ntitle: x\n---\n', null])
  })

  it('goes to another when its time is over, or its process is gone from this machine', () => {
    const began = processBegan(process.pid) ?? undefined
    const another = began === undefined ? [] : [{ process: process.pid, began: began - 1 }]
    for (const fields of [{ until: '2020-01-01T00:00:00Z' }, { process: gone() }, ...another]) {
      const { claim, lease, moves, source } = project({ a: 'in_progress' })
      lease('a', fields)
      expect(findReady(source, { now: new Date() }).tasks.map(({ id }) => id)).toEqual(['a'])
      expect(claim('ben')).toMatchObject({ kind: 'claimed', lease: { claimant: 'ben' } })
      expect(moves()).toEqual(['in_progress in_progress ben'])
    }
    const living = { process: process.pid, began, taken: '2026-01-01T00:00:00Z' }
    for (const fields of [{}, { process: process.pid }, living, { process: gone(), host: 'elsewhere' }]) {
      const { claim, lease } = project({ a: 'in_progress' })
      lease('a', fields)
      expect(claim('ben')).toMatchObject({ kind: 'held', lease: { claimant: 'other' } })
    }
  })

  it('is refused where a person works without a lease, and where nothing is to be started', () => {
    for (const status of ['in_progress', 'implemented', 'done', 'blocked', 'deferred']) {
      const { claim, root } = project({ a: status })
      expect(claim('ben')).toMatchObject({ kind: 'not-open', task: { status } })
      expect(existsSync(join(root, '.keel/leases/a.json'))).toBe(false)
    }
    const { claim } = project({ b: 'open' })
    expect(claim('ben')).toEqual({ kind: 'missing', id: 'a' })
    expect(claim('ben', { id: '../../secret' }).kind).toBe('missing')
  })

  it('takes no notice of a lease that is torn, and says so', () => {
    const { root, source, claim, lease } = project({ a: 'open', b: 'in_progress' })
    lease('a', {})
    writeFileSync(join(root, '.keel/leases/a.json'), '{"task":"a","claim')
    writeFileSync(join(root, '.keel/leases/b.json'), '')
    expect(readLeases(root, new Date()).unreadable).toEqual(['.keel/leases/a.json', '.keel/leases/b.json'])
    const { tasks, problems } = findReady(source, { now: new Date() })
    expect([tasks.map(({ id }) => id), problems.map(({ kind }) => kind)]).toEqual([['a'], ['lease', 'lease']])
    expect(claim('ben').kind).toBe('claimed')
    expect(readLease(root, 'a')).toMatchObject({ claimant: 'ben' })
  })

  it('lives as long as the work does, and is told when it is lost', async () => {
    const { root, claim, now, lease } = project()
    const claimed = claim('run-1', { process: process.pid, leaseMs: 200 })
    if (claimed.kind !== 'claimed') throw new Error(claimed.kind)
    let isLost = false
    let told = 0
    const renew = () => {
      told += 1
    }
    const held = { root, lease: claimed.lease, leaseMs: 200, now, renew, onLost: () => (isLost = true) }
    await whileLeased(held, async () => {
      await sleep(600)
      expect([claim('run-2').kind, isLost]).toEqual(['held', false])
      // Once in the time of a lease, and not at each beat.
      expect([1, 2, 3]).toContain(told)
      lease('a', { claimant: 'run-2' })
      told = 0
      await sleep(300)
    })
    expect(told).toBe(0)
    expect([isLost, readLease(root, 'a')?.claimant]).toEqual([true, 'run-2'])
  })

  it('by a clock that was far ahead lasts as long as it was meant to, from when it is seen', () => {
    const { root, source, claim, lease } = project({ a: 'in_progress' })
    const ahead = Date.now() + 365 * 86_400_000
    lease('a', { taken: new Date(ahead).toISOString(), until: new Date(ahead + 60_000).toISOString() })
    const later = new Date(Date.now() + 61_000)
    expect(findReady(source, { now: new Date() }).total).toBe(0)
    expect(Date.parse(readLease(root, 'a')?.until ?? '')).toBeLessThan(later.getTime())
    expect(findReady(source, { now: later }).total).toBe(1)
    expect(claim('anna', { now: () => later })).toMatchObject({ kind: 'claimed' })
  })
})

describe('a status', () => {
  it('is recorded with its reason, and the rest of the file stays', () => {
    const { source, journal, now, path, moves } = project()
    const move = { source, id: 'a', by: 'anna', journal, now, over: 'any' } as const
    expect(moveTask({ ...move, to: 'blocked', reason: 'no key: "x"' }).kind).toBe('moved')
    expect(readFileSync(path('a'), 'utf8')).toBe(
      `---\ntitle: a\nstatus: blocked # mine\nblocked_by: "no key: \\"x\\""\n---\n`.replace(
        '"no key: \\"x\\""',
        `'no key: "x"'`,
      ),
    )
    expect(moveTask({ ...move, to: 'open', reason: 'got it' }).kind).toBe('moved')
    expect(readFileSync(path('a'), 'utf8')).toBe(
      '---\ntitle: a\nstatus: open # mine\nblocked_by: null\n---\n',
    )
    expect(moves()).toEqual(['open blocked anna', 'blocked open anna'])
  })

  it('is not moved by a loop that lost its task, and is by a person', () => {
    const { root, source, journal, now, claim } = project()
    claim('run-2')
    const move = { source, id: 'a', to: 'implemented', by: 'run-1', reason: 'x', journal, now } as const
    expect(moveTask({ ...move, over: 'own' })).toMatchObject({ kind: 'held', lease: { claimant: 'run-2' } })
    expect(moveTask({ ...move, over: 'any' }).kind).toBe('moved')
    expect(readLease(root, 'a')).toBeNull()
  })

  it('becomes done only by a decision, which is kept', () => {
    const { root, source, journal, now, claim, statusOf, moves } = project()
    const close = { source, id: 'a', by: 'run-1', journal, now }
    const reasons = ['no tests ran']
    expect(closeTask({ ...close, decision: { kind: 'refused', reasons } })).toEqual({
      kind: 'refused',
      reasons,
    })
    expect([statusOf('a'), moves()]).toEqual(['open', []])
    claim('run-2')
    expect(closeTask({ ...close, decision: { kind: 'proven', entry: 'e7' } }).kind).toBe('held')
    // Under the lease of another, and in one’s own name.
    expect(
      closeTask({ ...close, claimant: 'run-2', decision: { kind: 'proven', entry: 'e7' } }),
    ).toMatchObject({
      kind: 'moved',
      entry: { kind: 'task-moved', by: 'run-1', to: 'done', evidence: 'e7', isForced: false },
    })
    expect([statusOf('a'), readLease(root, 'a')]).toEqual(['done', null])
    expect(closeTask({ ...close, decision: { kind: 'forced', by: 'anna', why: 'so' } }).kind).toBe(
      'closed-before',
    )
  })

  it('is taken back in the journal where the file could not be written', () => {
    const { root, source, journal, now, moves } = project()
    const folder = join(root, '.keel/tasks')
    const spoiling: Journal = {
      append: (fact) => {
        if (existsSync(join(folder, 'a.md'))) {
          renameSync(folder, join(root, 'aside'))
          writeFileSync(folder, 'no folder any more')
        }
        return journal.append(fact)
      },
    }
    const move = {
      source,
      id: 'a',
      to: 'deferred',
      by: 'anna',
      reason: 'x',
      journal: spoiling,
      now,
      over: 'any',
    } as const
    expect(() => moveTask(move)).toThrow(/ENOTDIR|EEXIST/)
    expect(moves()).toEqual(['open deferred anna', 'deferred open anna'])
  })
})
