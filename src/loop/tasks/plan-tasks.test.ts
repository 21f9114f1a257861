import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import { taskSchema } from '#words/task.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { drawGraph } from './draw-graph.ts'
import { cyclesThrough, findCycles, waitsForItself } from './find-cycles.ts'
import type { Lease } from './lease.ts'
import type { Leases } from './leases.ts'
import { findProblems } from './open-board.ts'
import { planWaves } from './plan-waves.ts'
import { readTasks } from './read-tasks.ts'
import { firstReadyTasks, readyTasks } from './ready-tasks.ts'
import { tableOfPlanned } from './table-of.ts'
import type { TaskTable } from './task-table.ts'
import { openWaveFiles } from './wave-files.ts'
import { whatNext } from './what-next.ts'
import { whyNotReady } from './why-not-ready.ts'

const NONE: Leases = { live: new Map(), dead: new Map(), unreadable: [] }

function tableOf(tasks: Record<string, string>): TaskTable {
  const { project: root } = scratch()
  mkdirSync(join(root, '.keel/tasks'), { recursive: true })
  for (const [id, fields] of Object.entries(tasks))
    writeFileSync(
      join(root, `.keel/tasks/${id}.md`),
      `---\ntitle: ${id}\n${fields.replaceAll('; ', '\n')}\n---\n`,
    )
  return readTasks(root)
}

const readyIn = (table: TaskTable, leases = NONE) =>
  readyTasks(table, leases).map((place) => table.ids[place])

function leased(live: readonly string[], dead: readonly string[] = []): Leases {
  const at = '2026-01-01T00:00:00Z'
  const lease = (task: string): [string, Lease] => [
    task,
    { task, claimant: 'run-1', process: null, host: 'h', taken: at, until: at },
  ]
  return { live: new Map(live.map(lease)), dead: new Map(dead.map(lease)), unreadable: [] }
}

describe('ready', () => {
  it('is what is open, waits for nothing that is not done, and is held up by nothing above', () => {
    const table = tableOf({
      free: 'status: open',
      behind: 'depends_on: [free]',
      after: 'depends_on: [finished]',
      finished: 'status: done',
      lost: 'depends_on: [nobody]',
      epic: 'type: epic',
      child: 'parent: epic',
      childless: 'type: epic',
      stopped: 'type: epic; status: blocked',
      below: 'parent: stopped',
      further: 'parent: below',
      late: 'type: epic; depends_on: [free]',
      part: 'parent: late',
      resting: 'status: deferred',
      shown: 'status: implemented',
      dotted: 'type: epic; status: deferred',
      'dotted.1': 'status: open',
      orphan: 'parent: nobody',
      damaged: 'status: what',
      hopeful: 'depends_on: [damaged]',
    })
    expect(readyIn(table)).toEqual(['after', 'child', 'free'])
    for (const [place, id] of table.ids.entries()) {
      const isReady = readyIn(table).includes(id)
      expect([id, whyNotReady(table, { place, leases: NONE }).length === 0]).toEqual([id, isReady])
    }
  })

  it('leaves what somebody works on, and takes up what a claimant that is gone has left', () => {
    const table = tableOf({
      open: 'status: open',
      held: 'status: open',
      abandoned: 'status: in_progress',
      running: 'status: in_progress',
      mine: 'status: in_progress',
    })
    expect(readyIn(table, leased(['held', 'running'], ['abandoned']))).toEqual(['abandoned', 'open'])
  })

  it('is in the order of priority, age and name', () => {
    const table = tableOf({
      a: 'priority: 3',
      b: 'priority: 1; created: 2026-01-02T00:00:00Z',
      c: 'priority: 1; created: 2026-01-01T00:00:00Z',
      d: 'priority: 1',
      e: 'priority: 0',
      f: 'priority: 3',
    })
    expect(readyIn(table)).toEqual(['e', 'c', 'b', 'd', 'a', 'f'])
  })

  it('begins the same however many are asked for', () => {
    const urgencies = fc.array(fc.tuple(fc.nat(4), fc.nat(3)), { maxLength: 30 })
    fc.assert(
      fc.property(urgencies, fc.constantFrom(0, 1, 2, 5, 20, 100, 101), (tasks, limit) => {
        const fields = tasks.map(([priority, day]) => `priority: ${priority}; created: 2026-01-0${day + 1}`)
        const table = tableOf(Object.fromEntries(fields.map((text, number) => [`t${number}`, text])))
        const all = readyTasks(table, NONE)
        const { first, total } = firstReadyTasks(table, { leases: NONE, limit })
        expect([[...first], total]).toEqual([all.slice(0, limit), all.length])
      }),
      { numRuns: 50 },
    )
  })

  it('holds for a chain as long as the list', () => {
    const chain = (link: (before: string) => string) =>
      tableOf(
        Object.fromEntries(
          Array.from({ length: 600 }, (_, n) => [`t${n}`, n === 0 ? 'status: open' : link(`t${n - 1}`)]),
        ),
      )
    const table = chain((before) => `depends_on: [${before}]`)
    expect(readyIn(table)).toEqual(['t0'])
    expect(findCycles(table)).toEqual([])
    expect(planWaves(table, { leases: NONE, unnamed: 'alone' }).waves).toHaveLength(600)
    expect(findCycles(chain((before) => `parent: ${before}`))).toEqual([])
    const knot = chain((before) => `parent: ${before}; depends_on: [${before}]`)
    expect(findCycles(knot).map(({ length }) => length)).toEqual(Array(20).fill(2))
    const isInCycle = waitsForItself(knot)
    expect(knot.ids.filter((id) => !isInCycle(id))).toEqual([])
    expect(cyclesThrough(knot, 't555')).toEqual([['t554', 't555']])
    expect(planWaves(knot, { leases: NONE, unnamed: 'alone' }).left_out).toContainEqual({
      id: 't555',
      reason: 'It waits for itself.',
    })
  })
})

describe('cycles', () => {
  it('are named by the tasks on the way, also through parents, and nothing in them is ready', () => {
    const table = tableOf({
      a: 'depends_on: [b]',
      b: 'depends_on: [c]',
      c: 'depends_on: [a]',
      self: 'depends_on: [self]',
      epic: 'type: epic',
      child: 'parent: epic; depends_on: [epic]',
      over: 'parent: under',
      under: 'parent: over',
      x: 'depends_on: [y]; status: done',
      y: 'depends_on: [x]',
      one: 'type: epic; depends_on: [two]',
      'one.1': 'status: open',
      two: 'type: epic',
      'two.1': 'depends_on: [one.1]',
    })
    expect(findCycles(table)).toEqual([
      ['a', 'b', 'c'],
      ['child', 'epic'],
      ['one', 'two', 'two.1', 'one.1'],
      ['over', 'under'],
      ['self'],
    ])
    expect(readyIn(table)).toEqual(['y'])
  })

  it('are named where a part waits for what it is a part of, whatever type that is', () => {
    const table = tableOf({
      whole: 'status: open',
      part: 'parent: whole; depends_on: [whole]',
      top: 'status: open',
      'top.a': 'status: open',
      'top.a.b': 'depends_on: [top]',
    })
    expect(findCycles(table)).toEqual([
      ['part', 'whole'],
      ['top', 'top.a', 'top.a.b'],
    ])
    const { waves, left_out: leftOut } = planWaves(table, { leases: NONE, unnamed: 'together' })
    expect([waves, leftOut.map(({ id }) => id)]).toEqual([[], ['part', 'top', 'top.a', 'top.a.b', 'whole']])
    const drawn = drawGraph(table, { around: null, format: 'text', which: 'left' }).text
    expect(drawn.match(/\(in a cycle\)/g)).toHaveLength(5)
  })

  it('that hang together are named until each task is in one, with how many hang on it; and no drawing loses a task of them', () => {
    const table = tableOf({
      a: 'depends_on: [b]',
      b: 'depends_on: [a, c]',
      c: 'depends_on: [b]',
      d: 'depends_on: [c]',
      e: 'parent: d',
      x: 'parent: y',
      y: 'parent: x',
      z: 'parent: x',
    })
    expect(findProblems({ table, leases: NONE }).map(({ text }) => text)).toEqual([
      'a → b → a: each waits for the next, and none can be done. 3 more hang on them.',
      'b → c → b: each waits for the next, and none can be done. 3 more hang on them.',
      'x → y → x: each waits for the next, and none can be done. 1 more hangs on them.',
    ])
    const { text, tasks } = drawGraph(table, { around: null, format: 'text', which: 'left' })
    expect([tasks, text.trimEnd().split('\n')]).toEqual([8, expect.objectContaining({ length: 8 })])
    expect(text.match(/^\s*\w(?=.*\(in a cycle\))/gm)?.map((id) => id.trim())).toEqual([
      'a',
      'b',
      'c',
      'x',
      'y',
    ])
    expect(planWaves(table, { leases: NONE, unnamed: 'alone' }).left_out).toContainEqual({
      id: 'c',
      reason: 'It waits for itself: b → c → b.',
    })
  })

  it('and names that differ in nothing but capitals are problems to mend', () => {
    const table = tableOfPlanned(
      ['CASE', 'case', 'other'].map((id) => taskSchema.parse({ id, title: id, created: null })),
    )
    expect(findProblems({ table, leases: NONE }).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^(?:case and CASE|CASE and case) differ in nothing but capitals/),
    ])
  })

  it('of parts are drawn below each other, and nobody’s part below who only has a similar name', () => {
    const table = tableOf({
      a: 'type: epic',
      'a-b': 'depends_on: [a.1]',
      'a.1': 'parent: a',
      other: 'depends_on: [a-b]',
      x: 'parent: y',
      y: 'parent: x',
      z: 'parent: y',
    })
    const { text } = drawGraph(table, { around: null, format: 'text', which: 'left' })
    expect(text.split('\n')).toEqual([
      'a [open] a',
      '  a.1 [open] a.1',
      'a-b [open] a-b <- a.1',
      'other [open] other <- a-b',
      'x [open] x (in a cycle)',
      '  y [open] y (in a cycle)',
      '    z [open] z',
      '',
    ])
  })

  it('are found exactly where a task cannot be reached by doing what is ready, one after the other', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...ids), { maxLength: 2 }), { minLength: 5, maxLength: 5 }),
        (all) => {
          const table = tableOf(
            Object.fromEntries(ids.map((id, n) => [id, `depends_on: [${all[n]?.join(', ')}]`])),
          )
          const { waves, left_out: leftOut } = planWaves(table, { leases: NONE, unnamed: 'together' })
          const inWaves = waves.flatMap(({ tasks }) => tasks.map(({ id }) => id))
          expect([...inWaves, ...leftOut.map(({ id }) => id)].sort()).toEqual(ids)
          expect(findCycles(table).length > 0).toBe(leftOut.length > 0)
          const waveOf = new Map(waves.flatMap(({ wave, tasks }) => tasks.map(({ id }) => [id, wave])))
          for (const { wave, tasks } of waves)
            for (const { depends_on } of tasks)
              for (const id of depends_on) expect(waveOf.get(id) ?? 99).toBeLessThan(wave)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('a task that is a part of nobody', () => {
  const table = () =>
    tableOf({
      stray: 'parent: nobody',
      below: 'parent: stray',
      waits: 'depends_on: [nobody]',
      free: 'status: open',
    })

  it('is as little ready as one that waits for nobody, and neither is what is a part of it', () => {
    const found = table()
    expect(readyIn(found)).toEqual(['free'])
    const why = (id: string) => whyNotReady(found, { place: found.placeOf(id) ?? -1, leases: NONE })
    expect(why('stray')).toEqual(['It is a part of nobody, and there is no such task.'])
    expect(why('below')).toEqual([
      'stray, which it is a part of, is a part of nobody, and there is no such task.',
    ])
    expect(planWaves(found, { leases: NONE, unnamed: 'together' }).left_out).toEqual([
      { id: 'below', reason: 'It is a part of a task that is not there.' },
      { id: 'stray', reason: 'It is a part of a task that is not there.' },
      { id: 'waits', reason: 'It waits for a task that is not there.' },
    ])
  })
})

describe('what could be started and never be done', () => {
  it('is not ready, as it is in no wave, and hears of the cycle', () => {
    const table = tableOf({ f: 'type: epic', 'f.1': '', 'f.1.2': 'depends_on: [f]', 'f.3': '' })
    expect(readyIn(table)).toEqual(['f.3'])
    const why = (id: string) => whyNotReady(table, { place: table.placeOf(id) ?? -1, leases: NONE })
    expect(why('f.1')).toEqual([expect.stringMatching(/^It waits for itself: .*f\.1\.2/)])
    expect(why('f.3')).toEqual([])
    const { waves } = planWaves(table, { leases: NONE, unnamed: 'together' })
    expect(JSON.stringify(waves)).not.toContain('f.1')
  })
})

describe('what has no part left to do', () => {
  it('says what to type where it does not end by itself', () => {
    const table = tableOf({
      epic: 'type: epic; check: npm test',
      'epic.a': 'status: done',
      whole: 'status: open',
      'whole.a': 'status: done',
      shown: 'status: implemented',
      'shown.a': 'status: done',
      busy: 'type: epic',
      'busy.a': 'status: open',
      plain: 'status: open',
    })
    const next = (id: string) => whatNext(table, table.placeOf(id) ?? -1)
    expect(next('epic')).toContain('keel verify --task epic && keel task close epic')
    expect(next('whole')).toMatch(
      /keel run --task whole\..*keel verify --task whole && keel task close whole/,
    )
    expect(next('shown')).toContain('keel verify --task shown')
    expect([next('busy'), next('plain')]).toEqual([null, null])
    const why = (id: string) => whyNotReady(table, { place: table.placeOf(id) ?? -1, leases: NONE }).join(' ')
    expect([why('epic'), why('shown'), why('whole')]).toEqual([
      expect.stringContaining('keel verify --task epic'),
      expect.stringContaining('keel verify --task shown'),
      '',
    ])
  })
})

describe('what somebody should mend', () => {
  it('is an epic that is done, with parts that are neither done nor deferred', () => {
    const table = tableOf({
      early: 'type: epic; status: done',
      'early.a': 'status: open',
      'early.b': 'status: in_progress',
      'early.c': 'status: done',
      meant: 'type: epic; status: done',
      'meant.a': 'status: deferred',
      'meant.b': 'status: done',
    })
    expect(findProblems({ table, leases: NONE })).toEqual([
      {
        kind: 'early',
        about: 'early',
        text: 'early is done, and parts of it are not: early.a, early.b.',
      },
    ])
  })
})

/** Whether two tasks could touch the same file, as waves see it. */
function globsMeet(one: string, other: string): boolean {
  const filesOf = (place: number) => [place === 0 ? one : other]
  const files = openWaveFiles({ filesOf, count: 2, unnamed: 'alone' })
  files.startWave()
  files.add(0)
  return !files.fits(1)
}

/** The same by trying all ways to bring two patterns together, segment by segment and sign by sign. */
function patternsMeet(one: string, other: string): boolean {
  const segments = (path: string) => [...path.split('/').map((name) => [...name]), ['**']]
  const isMany = (part: string | string[]) => ['*', '**'].includes(Array.isArray(part) ? part.join('') : part)
  const isAnySegments = (part: string | string[]) => Array.isArray(part) && part.join('') === '**'
  const meet = (mine: readonly (string | string[])[], theirs: readonly (string | string[])[]): boolean => {
    const [[a, ...restA], [b, ...restB]] = [mine, theirs]
    const spreads = (part: string | string[] | undefined) =>
      part !== undefined && (Array.isArray(part) ? isAnySegments(part) : isMany(part))
    if (spreads(a) && meet(restA, theirs)) return true
    if (spreads(b) && meet(mine, restB)) return true
    if (a === undefined || b === undefined) return a === b
    if (spreads(a)) return meet(mine, restB)
    if (spreads(b)) return meet(restA, theirs)
    const alike = Array.isArray(a) && Array.isArray(b) ? meet(a, b) : a === b || a === '?' || b === '?'
    return alike && meet(restA, restB)
  }
  return meet(segments(one), segments(other))
}

describe('waves', () => {
  const waves = (tasks: Record<string, string>, unnamed: 'alone' | 'together' = 'alone', leases = NONE) => {
    const plan = planWaves(tableOf(tasks), { leases, unnamed })
    return { waves: plan.waves.map(({ tasks: own }) => own.map(({ id }) => id)), leftOut: plan.left_out }
  }

  it('never hold two that could touch the same file, nor one before what it waits for', () => {
    const tasks = {
      a: 'files: [src/cart.ts]',
      b: 'files: ["src/**/*.ts"]',
      c: 'files: [docs]',
      d: 'files: [docs/guide.md]',
      e: 'files: [test/e.ts]; depends_on: [a]',
      f: 'status: blocked',
      g: 'files: [x]; depends_on: [f]',
      h: 'status: open',
    }
    expect(waves(tasks)).toEqual({
      waves: [['a', 'c'], ['b', 'd', 'e'], ['h']],
      leftOut: [
        { id: 'f', reason: 'It is blocked.' },
        { id: 'g', reason: 'It waits for what is in no wave.' },
      ],
    })
    expect(waves(tasks, 'together').waves).toEqual([
      ['a', 'c', 'h'],
      ['b', 'd', 'e'],
    ])
  })

  it('ask what each task waits for a few times, however deep the parts are', () => {
    const deep = Array.from({ length: 300 }, (_, at) => [`d${at}`, at === 0 ? 'x: 1' : `parent: d${at - 1}`])
    const table = tableOf(Object.fromEntries(deep))
    let asked = 0
    const dependenciesOf = (place: number) => {
      asked++
      return table.dependenciesOf(place)
    }
    planWaves({ ...table, dependenciesOf }, { leases: NONE, unnamed: 'together' })
    expect(asked).toBeLessThan(10 * deep.length)
  })

  it('hold no epic, and say so of one without parts', () => {
    const { waves: none, leftOut } = waves({ e: 'type: epic', f: 'depends_on: [e]' })
    expect([none, leftOut]).toEqual([
      [],
      [
        { id: 'e', reason: 'It is an epic without parts.' },
        { id: 'f', reason: 'It waits for what is in no wave.' },
      ],
    ])
  })

  it('begin with what is being worked on', () => {
    const tasks = {
      a: 'files: [a.ts]',
      b: 'files: [a.ts]; status: in_progress',
      c: 'files: [c.ts]; depends_on: [b]',
      d: 'files: [d.ts]; status: implemented',
    }
    expect(waves(tasks).waves).toEqual([
      ['b', 'd'],
      ['a', 'c'],
    ])
  })

  it('have no two with the same file in one of them, whatever they are, but what is being worked on', () => {
    expect(
      waves({
        a: 'files: [x.ts]; status: in_progress',
        b: 'files: [x.ts]; status: in_progress',
        c: 'files: [x.ts, y.ts]; status: implemented',
        d: 'files: [y.ts]; status: implemented; priority: 4',
        e: 'files: [x.ts]; priority: 0',
        f: 'files: [z.ts]; depends_on: [c]; priority: 0',
        g: 'files: [z.ts]; status: implemented; priority: 4',
      }).waves,
    ).toEqual([['a', 'b', 'd', 'g'], ['c'], ['e', 'f']])
  })

  it('say what can be started now, in whichever wave it is', () => {
    const table = tableOf({
      a: 'files: [a.ts]',
      b: 'files: [a.ts]',
      c: 'files: [c.ts]; depends_on: [a]',
      d: 'status: in_progress',
      e: 'status: implemented',
    })
    const { waves: planned } = planWaves(table, { leases: NONE, unnamed: 'together' })
    const states = planned.flatMap(({ wave, tasks }) =>
      tasks.map(({ id, state }) => `${wave} ${id} ${state}`),
    )
    expect(states).toEqual(['1 d running', '1 e implemented', '1 a ready', '2 b ready', '2 c waiting'])
  })

  it('let what waits for an epic wait for all that is in it', () => {
    const tasks = {
      epic: 'type: epic',
      'epic.1': 'files: [a]',
      'epic.2': 'files: [b]; depends_on: [epic.1]',
      next: 'files: [c]; depends_on: [epic]',
    }
    expect(waves(tasks).waves).toEqual([['epic.1'], ['epic.2'], ['next']])
  })

  it('never hold two tasks that spell one file in two ways', () => {
    const spellings = [
      'src/a.ts',
      './src/a.ts',
      'src/./a.ts',
      'src//a.ts',
      'src/',
      '.',
      './',
      '{.,b}/src/a.ts',
    ]
    const all = [...spellings, 'SRC\\\\a.ts']
    const tasks = Object.fromEntries(all.map((file, at) => [`t${at}`, `files: ["${file}"]`]))
    expect(waves(tasks).waves.map(({ length }) => length)).toEqual(all.map(() => 1))
    for (const path of ['/somewhere/src/a.ts', 'C:/p/src/a.ts', 'src/../src/a.ts', '~/src'])
      expect(globsMeet(path, 'src/a.ts')).toBe(true)
    const accents = { one: 'files: ["caf\u00e9.ts"]', two: 'files: ["cafe\u0301.ts"]' }
    expect(waves(accents).waves).toEqual([['one'], ['two']])
  })

  it('are those that come of comparing each pattern with each other', () => {
    const part = fc.constantFrom('a', 'b', 'ab', 'ba', '*', 'a*', '*b', 'a*b', '?b', 'b?', '*a*', '**')
    const glob = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
    const files = fc.array(glob, { minLength: 1, maxLength: 3 })
    const plainly = (lists: readonly (readonly string[])[]) => {
      const planned: number[][] = []
      const areApart = (one: number, other: number) =>
        !(lists[one] ?? []).some((mine) => (lists[other] ?? []).some((their) => patternsMeet(mine, their)))
      for (const place of lists.keys()) {
        const wave = planned.find((chosen) => chosen.every((other) => areApart(place, other)))
        if (wave === undefined) planned.push([place])
        else wave.push(place)
      }
      return planned.map((wave) => wave.map(nameOf))
    }
    const nameOf = (place: number) => `t${place}`
    const head = { type: 'feature', status: 'open', priority: 2, parent: null, created: null } as const
    const rest = { check: null, checks: null, changes_tests: false, blocked_by: null, origin: null }
    fc.assert(
      fc.property(fc.array(files, { minLength: 2, maxLength: 9 }), (lists) => {
        const heads = lists.map((own, place) => {
          const id = nameOf(place)
          return { ...head, ...rest, id, title: id, acceptance: [], labels: [], depends_on: [], files: own }
        })
        const { waves: planned } = planWaves(tableOfPlanned(heads), { leases: NONE, unnamed: 'alone' })
        expect(planned.map(({ tasks }) => tasks.map(({ id }) => id))).toEqual(plainly(lists))
      }),
      { numRuns: 1500 },
    )
  })

  it('ask few questions of each pattern, however many tasks there are', () => {
    const paths = (place: number) => ['package.json', `src/m${place}/**/*.ts`]
    let asked = 0
    const filesOf = (place: number) => {
      asked++
      return paths(place)
    }
    const count = 3000
    const files = openWaveFiles({ filesOf, count, unnamed: 'alone' })
    for (let first = 0; first < 3; first++) {
      files.startWave()
      files.add(first)
      for (let place = first + 1; place < count; place++) expect(files.fits(place)).toBe(false)
    }
    expect(asked).toBe(count)
  })

  it('know that two globs meet wherever some file is named by both', () => {
    const part = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '?', '**', '{a,b}', '[ab]', 'a.{ts,js}')
    const glob = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
    const path = fc
      .array(fc.constantFrom('a', 'b', 'ab', 'ba', 'a.ts'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/'))
    const names = (pattern: string, file: string) =>
      picomatch([pattern, `${pattern}/**`], { dot: true })(file)
    fc.assert(
      fc.property(glob, glob, path, (one, other, file) => {
        if (names(one, file) && names(other, file)) expect(globsMeet(one, other)).toBe(true)
      }),
      { numRuns: 3000 },
    )
    for (const [one, other] of [
      ['src/a.ts', 'src/b.ts'],
      ['src/**', 'test/**'],
      ['src/*.ts', 'src/*.md'],
      ['src/{a,b}.ts', 'src/c.ts'],
      ['docs', 'docs2/x'],
    ] as const)
      expect([one, other, globsMeet(one, other)]).toEqual([one, other, false])
    expect(globsMeet('SRC/A.ts', './src/a.ts')).toBe(true)
    expect(globsMeet('../x', 'anything')).toBe(true)
  })
})
