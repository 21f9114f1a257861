import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { TASK_STATUSES, taskSchema } from '#words/task.ts'
import { addNote } from './add-note.ts'
import { composeTaskText } from './compose-task-text.ts'
import { editTaskText } from './edit-task-text.ts'
import { parseTask } from './parse-task.ts'
import { plainHead } from './plain-head.ts'
import { splitTaskFile } from './split-task-file.ts'

/** Values as people and programs spell them, one line each. */
const spelled = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      'open',
      '"in quotes"',
      "'it''s'",
      '2',
      '-1',
      '1e3',
      '0x1f',
      '~',
      'null',
      'True',
      'no',
      '2026-01-02',
      '.5',
    ],
    ...[
      '[a, b]',
      '[]',
      '[ a , 2 ]',
      '{a: 1}',
      '[a, [b]]',
      '["x, y"]',
      '&name a',
      '!!str 5',
      'a # why',
      'a#b',
      'a: b',
    ],
    ...[
      'https://x.org/a',
      '*.ts',
      '- a',
      '@at',
      '"esc \\n"',
      'é ü',
      '日本',
      '\u00a0x',
      'a  b',
      '# only a comment',
    ],
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
)
const blocks = fc.constantFrom(
  '\n  - a\n  - b # one',
  '\n- a\n- 2',
  '\n  # inside\n  - a',
  ' |\n  two\n  lines\n',
  ' >-\n  folded\n\n  text',
  '\n  deep:\n    deeper: [1,\n      2]',
  ' first\n  goes on',
)
const comment = fc.constantFrom('', '# a comment\n', '\n', '   # further in\n')
const line = fc.tuple(
  fc.constantFrom('owner', 'Estimate', 'x-y', 'blocked_by', 'labels', 'files', 'due', '"quoted key"'),
  fc.oneof(
    spelled.map((value) => ` ${value}`),
    blocks,
  ),
  comment,
)
const ends = fc.constantFrom('', ' # why', '   ')

describe('the text of a task', () => {
  it('stays as it is to the byte but for the status, whatever keys and comments are in it', () => {
    let edits = 0
    fc.assert(
      fc.property(
        fc.record({
          before: fc.array(line, { maxLength: 4 }),
          after: fc.array(line, { maxLength: 4 }),
          status: fc.constantFrom('open', '"open"', "'open'"),
          end: ends,
          body: fc.string({ unit: 'grapheme' }),
          isWindows: fc.boolean(),
          hasMark: fc.boolean(),
          to: fc.constantFrom(...TASK_STATUSES),
        }),
        ({ before, after, status, end, body, isWindows, hasMark, to }) => {
          const written = (lines: typeof before) =>
            lines.map(([key, value, rest]) => `${key}:${value}\n${rest}`).join('')
          const unix = [`---\n${written(before)}status: `, status, `${end}\n${written(after)}---\n${body}`]
          const [head = '', old = '', rest = ''] = isWindows
            ? unix.map((part) => part.replaceAll(/\r?\n/g, '\r\n'))
            : unix
          const mark = hasMark ? '\ufeff' : ''
          const outcome = editTaskText(mark + head + old + rest, { status: to })
          // Two of the same key, and the like, are nobody’s to change.
          if (outcome.kind === 'unfit') return
          edits++
          const expected = to === 'open' ? old : to
          expect(outcome.text).toBe(mark + head + expected + rest)
        },
      ),
      { numRuns: 2000 },
    )
    expect(edits).toBeGreaterThan(400)
  })

  it('is read the short way as YAML’s own parser reads it', () => {
    let read = 0
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const head = lines
          .map(
            ([key, value, rest]) =>
              `${key.replaceAll('"', '').replace(' ', '_').toLowerCase()}:${value}\n${rest}`,
          )
          .join('')
        const plain = plainHead(head)
        if (plain === null) return
        read++
        expect(plain).toEqual(parse(head) ?? {})
      }),
      { numRuns: 5000 },
    )
    expect(read).toBeGreaterThan(500)
  })

  it('gains a field below the others, and a list keeps the form that it has', () => {
    const edit = (head: string, changes: Parameters<typeof editTaskText>[1]) => {
      const outcome = editTaskText(`---\n${head}---\nbody\n`, changes)
      return outcome.kind === 'edited' ? splitTaskFile(outcome.text)?.head : outcome.reason
    }
    expect(edit('title: a # the title\n', { status: 'open' })).toBe('title: a # the title\nstatus: open\n')
    expect(edit('', { status: 'open' })).toBe('status: open\n')
    expect(edit('  title: a\n', { status: 'open' })).toBe('  title: a\n  status: open\n')
    expect(edit('labels: [a] # why\n', { labels: ['b', 'c: d'] })).toBe('labels: [b, "c: d"] # why\n')
    expect(edit('labels:\n  - a\n  - b\nx: 1\n', { labels: ['c', 'd'] })).toBe(
      'labels:\n  - c\n  - d\nx: 1\n',
    )
    expect(edit('labels:\n- a\nx: 1\n', { labels: [] })).toBe('labels: []\nx: 1\n')
    expect(edit('title: |\n  long\n  text\nx: 1\n', { title: 'short' })).toBe('title: short\nx: 1\n')
    expect(edit('check:\nx: 1\n', { check: 'npm test' })).toBe('check: npm test\nx: 1\n')
    expect(edit('a: 1\n', { title: 'one\ntwo' })).toBe('a: 1\ntitle: "one\\ntwo"\n')
    expect(edit('status: &s open\nother: *s\n', { status: 'done' })).toMatch(/does not change/)
    expect(edit('{status: open, x: 1}\n', { status: 'done' })).toBe('{status: done, x: 1}\n')
    expect(edit(`x: ${'['.repeat(5000)}\n`, { status: 'done' })).toMatch(/does not change/)
  })

  it('is refused by its reason where it is no task', () => {
    const reasonOf = (text: string | Buffer, id = 'a') => {
      const parsed = parseTask(Buffer.from(text), id)
      return parsed.kind === 'broken' ? parsed.reason : null
    }
    expect(reasonOf('# no front matter')).toMatch(/no front matter/)
    expect(reasonOf('---\ntitle: x\n')).toMatch(/no front matter/)
    expect(reasonOf('---\nstatus: open\n---\n')).toBe('has no title')
    expect(reasonOf('---\ntitle: x\nstatus: finished\n---\n')).toMatch(
      /status that is none of open, in_progress/,
    )
    expect(reasonOf('---\ntitle: x\npriority: 9\n---\n')).toMatch(/priority/)
    expect([
      reasonOf('---\ntitle: x\npriority: 9\n---\n'),
      reasonOf('---\ntitle: x\npriority: high\n---\n'),
      reasonOf('---\ntitle: x\npriority: 1.5\n---\n'),
      reasonOf('---\ntitle: x\nchanges_tests: maybe\n---\n'),
      reasonOf('---\ntitle: x\ncreated: yesterday\n---\n'),
      reasonOf('---\ntitle: " "\n---\n'),
    ]).toEqual([
      'has a priority that keel cannot use (it has to be 4 at most)',
      'has a priority that keel cannot use (it has to be a number)',
      'has a priority that keel cannot use (it has to be a whole number)',
      'has a changes_tests that keel cannot use (it has to be true or false)',
      'has a created that keel cannot use (it has to be a time such as 2026-01-31T12:00:00Z)',
      'has a title that keel cannot use (there is nothing in it)',
    ])
    expect(reasonOf('---\ntitle: x\ncheck: true\n---\n')).toMatch(/has a check that keel cannot use/)
    expect(reasonOf('---\ntitle: "x\n---\n')).toMatch(/not YAML/)
    expect(reasonOf('---\ntitle: x\nstatus: open\nstatus: done\n---\n')).toBe(
      'is not YAML: Map keys must be unique at line 4, column 1',
    )
    expect(reasonOf('---\ntitle: x\n...\na: b\n---\n')).toMatch(
      /not YAML: Source contains multiple documents/,
    )
    expect(reasonOf('---\ntitle: x\n...\na: b\n---\n')).not.toContain('YAML.')
    expect(reasonOf('---\ntitle: x\nacceptance: [a, [b]]\n---\n')).toMatch(
      /^has acceptance of which keel cannot use number 2 \(/,
    )
    expect(reasonOf('---\n- a\n- b\n---\n')).toMatch(/no list of fields/)
    expect(reasonOf('---\nid: b\ntitle: x\n---\n')).toBe('says that it is b, and is called a')
    expect(reasonOf(`---\ntitle: ${'['.repeat(100_000)}\n---\n`)).toMatch(/deeper/)
    expect(reasonOf(Buffer.concat([Buffer.from('---\ntitle: x\n---\n'), Buffer.of(0xff, 0xfe)]))).toBe(
      'is not UTF-8',
    )
  })

  it('says what people mean: a number for an id, a day, one name for a list', () => {
    const text =
      '---\nid: 17\ntitle: x\ncreated: 2026-01-02\ndepends_on: 4\nlabels:\nacceptance: it works\nowner: me\n---\n\nText.\n'
    expect(parseTask(Buffer.from(text), '17')).toMatchObject({
      head: {
        id: '17',
        created: '2026-01-02T00:00:00Z',
        depends_on: ['4'],
        labels: [],
        acceptance: ['it works'],
      },
      description: 'Text.',
      others: { owner: 'me' },
    })
  })

  it.each(['007', '0x10', '1e3', '1.20', '1.0', '1.10'])('has the id %s as it is spelled', (id) => {
    const text = `---\nid: ${id}\ntitle: ${id}\nparent: ${id} # why\ndepends_on: [${id}, a]\nlabels:\n  - ${id}\npriority: 1\n---\n`
    expect(parseTask(Buffer.from(text), id)).toMatchObject({
      head: { id, title: id, parent: id, depends_on: [id, 'a'], labels: [id], priority: 1 },
    })
    const one = `---\ntitle: x\ndepends_on: ${id}\n---\n`
    expect(parseTask(Buffer.from(one), 'a')).toMatchObject({ head: { depends_on: [id] } })
  })

  it('says when it was made in the time of wherever that was', () => {
    const text = '---\ntitle: x\ncreated: 2024-01-01T10:00:00+02:00\n---\n'
    expect(parseTask(Buffer.from(text), 'a')).toMatchObject({
      head: { created: '2024-01-01T10:00:00+02:00' },
    })
  })

  it('of a new task is read as it was meant', () => {
    fc.assert(
      fc.property(
        fc.record({
          title: fc
            .string({ unit: 'grapheme', minLength: 1 })
            .filter((title) => title.trim() === title && !/[\r\n]/.test(title)),
          labels: fc.array(fc.constantFrom('ui', 'a: b', 'x, y', '12', 'true')),
          check: fc.constantFrom(null, 'npm test -- "a b" # x', "grep -q 'x: y' f"),
          description: fc.constantFrom('', 'One.\n\n---\n\nTwo.'),
        }),
        ({ title, labels, check, description }) => {
          const head = taskSchema.parse({ id: 'b2', title, labels, check })
          const parsed = parseTask(Buffer.from(composeTaskText({ ...head, description })), 'b2')
          expect(parsed).toMatchObject({
            kind: 'task',
            head,
            description,
          })
        },
      ),
    )
  })
})

describe('notes', () => {
  const add = (body: string) => addNote(body, { note: 'tried\nit', newline: '\n' })

  it('stand below their heading, in order, and before whatever comes after', () => {
    expect(add('')).toBe('\n## Notes\n\n- tried\n  it\n')
    expect(add('\nText')).toBe('\nText\n\n## Notes\n\n- tried\n  it\n')
    expect(add('\nText\n\n## Notes\n\n- first\n')).toBe('\nText\n\n## Notes\n\n- first\n- tried\n  it\n')
    expect(add('\n## Notes\n\n- first\n\n## Links\nx\n')).toBe(
      '\n## Notes\n\n- first\n- tried\n  it\n\n## Links\nx\n',
    )
    expect(add('```\n## Notes\n```\n')).toBe('```\n## Notes\n```\n\n## Notes\n\n- tried\n  it\n')
  })
})
