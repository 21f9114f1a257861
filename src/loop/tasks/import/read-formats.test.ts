import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allFormats } from './all-formats.ts'
import { checkDrafts } from './check-drafts.ts'
import type { ImportFormatName, SourceFile, TaskDraft } from './contract.ts'

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures/imports')

function source(path: string, text: string, others: Record<string, string> = {}): SourceFile {
  return { path, text, beside: (name) => others[name] ?? null }
}

function read(format: ImportFormatName, file: SourceFile, tag: string | null = null) {
  const outcome = allFormats[format].read(file, { tag })
  if (outcome.kind === 'unreadable') throw new Error(outcome.reason)
  const byKey = new Map(outcome.drafts.map((draft) => [draft.key, draft]))
  const get = (key: string): TaskDraft => {
    const draft = byKey.get(key)
    if (draft === undefined) throw new Error(`no ${key} among ${[...byKey.keys()].join(', ')}`)
    return draft
  }
  return { ...outcome, get }
}

function why(format: ImportFormatName, text: string): string {
  const outcome = allFormats[format].read(source('x.json', text), { tag: null })
  return outcome.kind === 'unreadable' ? outcome.reason : 'it was read'
}

describe('a tasks.md of spec-kit', () => {
  const folder = join(FIXTURES, 'spec-kit@1.2.3/specs/001-cart')
  const file = source('specs/001-cart/tasks.md', readFileSync(join(folder, 'tasks.md'), 'utf8'), {
    'spec.md': readFileSync(join(folder, 'spec.md'), 'utf8'),
  })

  it('is a feature with phases and tasks, with what is done, who may go together and which files they touch', () => {
    const { drafts, notUnderstood, get } = read('spec-kit', file)
    expect(notUnderstood).toEqual([])
    expect(checkDrafts(drafts)).toEqual([])
    expect(drafts.filter(({ type }) => type !== 'epic').map(({ key }) => key)).toEqual(
      Array.from({ length: 16 }, (_, index) => `T${String(index + 1).padStart(3, '0')}`),
    )
    expect(get('(epic)')).toMatchObject({
      title: 'Shopping Cart',
      description:
        'A cart that sums what is in it and takes coupons\n\nThe specification is `specs/001-cart/spec.md`.',
    })
    expect(get('(phase 3)')).toMatchObject({
      title: 'Phase 3: User Story 1 - Sum the cart',
      type: 'epic',
      priority: 1,
      labels: ['US1'],
      acceptance: [
        'Put two things into a cart and read the total',
        'At this point, User Story 1 should be fully functional and testable independently',
        'Given a cart with two lines, When the total is asked for, Then it is the sum of both',
        'Given an empty cart, When the total is asked for, Then it is nothing',
      ],
    })
    expect([get('T001').status, get('T003').status]).toEqual(['done', 'open'])
    expect(get('T009')).toMatchObject({
      title: 'Create line model in src/models/line.ts',
      labels: ['US1'],
      files: ['src/models/line.ts'],
      parent: '(phase 3)',
    })
    expect(get('T012').files).toEqual(['src/routes/cart.ts'])
    expect(get('T016').files).toEqual([])
  })

  it('keeps its order: alone unless [P], tests before code, stories after the foundation and not after each other', () => {
    const { get } = read('spec-kit', file)
    const waits = Object.fromEntries(
      [
        'T001',
        'T002',
        'T003',
        'T004',
        'T005',
        'T006',
        'T007',
        'T008',
        'T009',
        'T011',
        'T013',
        'T015',
        'T016',
      ].map((key) => [key, get(key).dependsOn.join(' ')]),
    )
    expect(waits).toEqual({
      T001: '',
      T002: 'T001',
      T003: 'T002',
      T004: 'T003',
      T005: 'T004',
      T006: 'T004',
      T007: 'T005 T006',
      T008: 'T005 T006',
      T009: 'T007 T008',
      T011: 'T009 T010',
      T013: 'T005 T006',
      T015: 'T012 T014',
      T016: 'T015',
    })
  })

  it('is understood as people and agents write it, and names what is not', () => {
    const text = [
      '# Tasks: Odd ones',
      '### Phase 3.1: Setup',
      '- [X] **T001** Bold',
      '* [ ] [T002] [P] In brackets, `src/a.ts`',
      '  more of it in src/b.ts:12',
      '  - [ ] a step without a number',
      '- [ ] T003: With a colon (depends on T002 and T009)',
      '  - [x] T003a A part',
      '  - [ ] T003b Another (after T003a)',
      '- [ ] no number at all',
      '### Phase 3.2: Core',
      '- [ ] T004 [P] [TEST] [US-2] See [the paper](./x.md) at https://x.org/a/b.ts',
      '- [ ] T005 [P] Later',
    ].join('\n')
    const { get, notUnderstood } = read('spec-kit', source('tasks.md', text))
    expect(get('T001')).toMatchObject({ title: 'Bold', status: 'done', parent: '(phase 3.1)' })
    expect(get('T002')).toMatchObject({
      files: ['src/a.ts', 'src/b.ts'],
      acceptance: ['a step without a number'],
      description: 'more of it in src/b.ts:12',
    })
    expect(get('T003')).toMatchObject({ type: 'epic', dependsOn: ['T002'] })
    expect(get('T003b')).toMatchObject({ parent: 'T003', dependsOn: ['T003a'] })
    expect(get('T004')).toMatchObject({ labels: ['TEST', 'US-2'], files: [], dependsOn: ['T003'] })
    expect(get('(phase 3.2)').labels).toEqual(['US2'])
    expect(notUnderstood).toEqual([
      { place: 'tasks.md:7', text: 'T003 depends on T009, which is no task above it.' },
      { place: 'tasks.md:10', text: 'has no number, and is left out: no number at all' },
    ])
  })
})

describe('a prd.json of Ralph', () => {
  const text = readFileSync(join(FIXTURES, 'ralph@2026-02-02/prd.json'), 'utf8')

  it('is worked through by its priority, one after the other', () => {
    const { drafts, get } = read('ralph', source('prd.json', text))
    expect(drafts.map(({ key }) => key)).toEqual(['(epic)', 'US-001', 'US-002', 'US-003'])
    expect(get('(epic)')).toMatchObject({
      title: 'Coupons - Take something off the total of a cart',
      labels: ['Shop'],
    })
    expect(get('(epic)').description).toContain('`ralph/coupons`')
    expect(get('US-001')).toMatchObject({ status: 'done', dependsOn: [] })
    expect(get('US-002')).toMatchObject({
      status: 'open',
      dependsOn: ['US-001'],
      acceptance: ['src/total.ts takes a coupon', 'Tests pass', 'Typecheck passes'],
      files: ['src/total.ts'],
      description:
        'As a customer, I want my coupon to count so that I pay less.\n\n## Notes from Ralph\n\nRound half a cent up.\nNever below zero.',
    })
    expect(get('US-003').dependsOn).toEqual(['US-002'])
  })

  it('lets stories of one priority go together, and believes a file that says itself who waits for whom', () => {
    const stories = (more: object) =>
      JSON.stringify({
        userStories: [
          { id: 'a', priority: 1 },
          { id: 'b', priority: 1 },
          { id: 'c', priority: 2, ...more },
        ],
      })
    expect(read('ralph', source('prd.json', stories({}))).get('c').dependsOn).toEqual(['a', 'b'])
    expect(read('ralph', source('prd.json', stories({ dependsOn: ['b'] }))).get('c').dependsOn).toEqual(['b'])
  })

  it('names stories that are none, and refuses what has none', () => {
    const odd = JSON.stringify({ userStories: [{ id: 'a', passes: 'yes' }, 7, { notes: 'x' }] })
    expect(read('ralph', source('prd.json', odd)).notUnderstood).toEqual([
      { place: 'prd.json, story 1', text: 'passes is neither true nor false: "yes"' },
      { place: 'prd.json, story 2', text: 'has neither an id nor a title.' },
      { place: 'prd.json, story 3', text: 'has neither an id nor a title.' },
    ])
    expect(why('ralph', text.slice(0, 200))).toContain('is not JSON')
    expect(why('ralph', '{"userStories": {}}')).toBe('has no list of `userStories`')
    expect(why('ralph', '')).toBe('is empty')
    expect(why('ralph', '['.repeat(100_000))).toContain('nested deeper')
  })
})

describe('a tasks.json of task-master', () => {
  const text = readFileSync(join(FIXTURES, 'task-master@0.43.1/tasks.json'), 'utf8')

  it('is an epic for each tag, with subtasks, dependencies among them, status and priority', () => {
    const { drafts, notUnderstood, get } = read('task-master', source('tasks.json', text))
    expect([notUnderstood, checkDrafts(drafts)]).toEqual([[], []])
    expect(get('master/1')).toMatchObject({ status: 'done', priority: 1, parent: 'master/(epic)' })
    expect(get('master/2')).toMatchObject({
      type: 'epic',
      status: 'open',
      priority: 2,
      dependsOn: ['master/1'],
      description: 'Sum the lines of a cart\n\nMoney is in cents, never in floats.',
    })
    expect(get('master/2.1')).toMatchObject({ status: 'open', parent: 'master/2', files: ['src/line.ts'] })
    expect(get('master/2.3').dependsOn).toEqual(['master/2.1', 'master/2.2'])
    expect(get('master/3')).toMatchObject({ status: 'deferred', priority: 3 })
    expect(get('master/4').dependsOn).toEqual(['master/2.3'])
    expect(get('master/5')).toMatchObject({ status: 'deferred', labels: ['cancelled'] })
    expect(get('master/6').status).toBe('implemented')
    expect(get('payments/1')).toMatchObject({
      status: 'blocked',
      blocked_by: 'It is blocked in task-master.',
    })
    expect(read('task-master', source('tasks.json', text), 'payments').drafts).toHaveLength(2)
    expect(allFormats['task-master'].read(source('tasks.json', text), { tag: 'other' })).toEqual({
      kind: 'unreadable',
      reason: 'has no tag other, but master, payments',
    })
  })

  it('may be one list as older versions wrote it, with a test strategy and siblings by their number', () => {
    const flat = JSON.stringify({
      tasks: [
        {
          id: 1,
          title: 'One',
          testStrategy: 'Run it.',
          priority: 'critical',
          status: 'strange',
          subtasks: [
            { id: 1, title: 'a' },
            { id: 2, title: 'b', dependencies: [1, '2', 2.1] },
          ],
        },
        { id: '2', title: 'Two', dependencies: [1], subtasks: [{ id: '2.1', title: 'c' }] },
        { title: 'no id' },
      ],
    })
    const { get, notUnderstood } = read('task-master', source('tasks.json', flat))
    expect(get('master/1')).toMatchObject({ acceptance: ['Run it.'], priority: 0, status: 'open' })
    expect(get('master/1.2').dependsOn).toEqual(['master/1.1', 'master/1.2', 'master/2.1'])
    expect(get('master/2.1').parent).toBe('master/2')
    expect(notUnderstood.map(({ text: said }) => said)).toEqual([
      'has the status strange, which keel does not know. It is taken for open.',
      'has no id.',
    ])
    expect(why('task-master', '{"master":{"tasks":7}}')).toBe('has no list of `tasks`')
  })
})

describe('a checklist', () => {
  it('has headings that are underlined, too, and names boxes that are quoted', () => {
    const text = [
      'Release',
      '=======',
      '',
      '- [ ] first',
      '',
      'Code',
      '----',
      '- [ ] second',
      '',
      '---',
      '- [ ] third',
      'goes on',
      '---',
      '> - [ ] quoted',
    ].join('\n')
    const { drafts, notUnderstood } = read('checklist', source('TODO.md', text))
    expect(drafts.map(({ key, parent, title }) => [key, parent, title])).toEqual([
      ['(epic)', null, 'Release'],
      ['(code)', '(epic)', 'Code'],
      ['first', '(epic)', 'first'],
      ['code/second', '(code)', 'second'],
      ['code/third', '(code)', 'third'],
    ])
    expect(notUnderstood).toEqual([
      { place: 'TODO.md:14', text: expect.stringContaining('looks like a box to tick') },
    ])
  })

  it('is an epic with one for each heading; what stands below an item says when it is done', () => {
    const text = [
      '# Release',
      'Some words.',
      '- [ ] first',
      '## Code',
      '- [x] write `src/a.ts`',
      '  - it works',
      '  - [ ] it is fast',
      '### Later',
      '1. [ ] clean up',
      '- no box, no task',
      '```',
      '- [ ] in a fence',
      '```',
    ].join('\n')
    const { drafts } = read('checklist', source('TODO.md', text))
    expect(drafts.map(({ key, parent, status }) => [key, parent, status])).toEqual([
      ['(epic)', null, 'open'],
      ['(code)', '(epic)', 'open'],
      ['(code/later)', '(code)', 'open'],
      ['first', '(epic)', 'open'],
      ['code/write-src-a-ts', '(code)', 'open'],
      ['code/later/clean-up', '(code/later)', 'open'],
    ])
    expect(drafts[4]).toMatchObject({ files: ['src/a.ts'], acceptance: ['it works', 'it is fast'] })
  })

  it('may be a numbered list under a heading, where nobody ticks boxes', () => {
    const { drafts } = read(
      'checklist',
      source('SPEC.md', '# X\n## Steps\n1. one\n   - done when\n2. two\n\nBut 3. is prose.\n'),
    )
    expect(drafts.slice(2)).toMatchObject([{ title: 'one', acceptance: ['done when'] }, { title: 'two' }])
    expect(why('checklist', '# Only words\n\nNothing to do.\n')).toContain('has no checklist')
  })

  it('has what is numbered under its title, too, and says what is numbered under none', () => {
    const underTitle = read(
      'checklist',
      source('SPEC.md', '# Shop\n\n1. one\n2. two\n\n## Later\n\n3. three\n'),
    )
    expect(underTitle.drafts.map(({ title, parent }) => [title, parent])).toEqual([
      ['Shop', null],
      ['Later', '(epic)'],
      ['one', '(epic)'],
      ['two', '(epic)'],
      ['three', '(later)'],
    ])
    expect(underTitle.notUnderstood).toEqual([])
    const before = read('checklist', source('SPEC.md', '1. zero\n2. also\n\n# Shop\n\n1. one\n'))
    expect(before.drafts.map(({ title }) => title)).toEqual(['Shop', 'one'])
    expect(before.notUnderstood).toEqual([
      {
        place: 'SPEC.md:1',
        text: 'and 1 more are numbered items under no heading: left out, where others have one.',
      },
    ])
  })
})

describe('a list of another tool', () => {
  it('loses no task for a mark of its own, and says what it took it for', () => {
    const marks = ['~', '-', '/', '>']
    const text = (number: string) =>
      marks.map((mark, at) => `- [${mark}] ${number}${at + 1} Do it ${at}`).join('\n')
    const kit = read('spec-kit', source('tasks.md', `## Phase 1\n\n- [ ] T009 First\n${text('T00')}\n`))
    expect([...marks.keys()].map((at) => kit.get(`T00${at + 1}`).status)).toEqual(marks.map(() => 'open'))
    expect(kit.notUnderstood.map((one) => one.text)).toEqual(
      marks.map((mark) => `has the mark [${mark}], which keel does not know. It is taken for open.`),
    )
    const list = read('checklist', source('TODO.md', `- [ ] First\n${text('No ')}\n`))
    expect(list.drafts).toHaveLength(2 + marks.length)
    expect(list.notUnderstood.map(({ place }) => place)).toEqual(
      [2, 3, 4, 5].map((line) => `TODO.md:${line}`),
    )
  })

  const WAYS = ['- []', '- [  ]', '-[ ]', '*  [ ]', '+ [ ]', '1. [ ]', '1) [x]', '- [ x ]', '2.[X]']
  const NO_WAYS = ['[ ] A line', '• [ ] A line', '- [v] A line', '- ( ) A line', '☐ A line', '- [ ]']

  it('has boxes in all the ways in which people write them, and names what it did not take', () => {
    const items = WAYS.map((box, at) => `${box} Item ${at}`)
    const links = ['- [x](x.md) A link', '- [](y.md)', '- [a]: z', '- [x][y] words']
    const text = [...items, ...NO_WAYS, ...links].join('\n')
    const list = read('checklist', source('TODO.md', text))
    const own = list.drafts.filter(({ type }) => type !== 'epic')
    expect(own.map(({ title, status }) => `${title} ${status}`)).toEqual(
      WAYS.map((box, at) => `Item ${at} ${/x/i.test(box) ? 'done' : 'open'}`),
    )
    const places = NO_WAYS.map((_, at) => `TODO.md:${WAYS.length + at + 1}`)
    expect(list.notUnderstood.map(({ place }) => place)).toEqual(places)
    expect(list.notUnderstood[0]?.text).toContain('not taken for one')
  })

  it('has them in a tasks.md, too', () => {
    const items = WAYS.map((box, at) => `${box} T00${at} Item ${at} in src/${at}.ts`)
    const text = ['# Tasks', '## Phase 1: All', ...items, ...NO_WAYS].join('\n')
    const { drafts, notUnderstood } = read('spec-kit', source('specs/1/tasks.md', text))
    expect(drafts.filter(({ type }) => type !== 'epic').map(({ key }) => key)).toEqual(
      WAYS.map((_, at) => `T00${at}`),
    )
    expect(notUnderstood.map(({ place }) => place)).toEqual(
      NO_WAYS.map((_, at) => `specs/1/tasks.md:${WAYS.length + at + 3}`),
    )
  })

  it('is not done where a box below is open', () => {
    const text = '- [x] one\n  - [x] sub\n- [x] two\n  - [ ] sub\n'
    const { get } = read('checklist', source('TODO.md', text))
    expect([get('one').status, get('two').status, get('(epic)').status]).toEqual(['done', 'open', 'open'])
    const steps = '## Phase 1\n\n- [x] T001 One\n  - [ ] step\n- [x] T002 Two\n  - [x] step\n'
    const kit = read('spec-kit', source('tasks.md', steps))
    expect([kit.get('T001').status, kit.get('T002').status]).toEqual(['open', 'done'])
  })

  it('is not taken for task-master’s where no task has an id', () => {
    const editor = '{"version":"2.0.0","tasks":[{"label":"build","type":"shell"},{"label":"test"}]}'
    expect(allFormats['task-master'].recognises(source('.vscode/tasks.json', editor))).toBe(false)
    expect(why('task-master', editor)).toContain('without an id')
    expect(
      allFormats['task-master'].recognises(source('tasks.json', '{"tasks":[{"id":1,"title":"x"}]}')),
    ).toBe(true)
  })
})
