import type { TaskSource } from '#loop/tasks/sources/contract.ts'
import type { Tracked } from './trackers.ts'

/** A set of issues as people make them, and what keel has to read of it. */
export type Mapping = {
  readonly prepare: (tracked: Tracked) => void
  /** Of each task: status, type, priority, parent, what it waits for. */
  readonly expected: Readonly<Record<string, string>>
  readonly broken: readonly string[]
}

export const beadsMapping: Mapping = {
  prepare: ({ ask }) => {
    ask(['config', 'set', 'status.custom', 'in_review:active,parked:frozen'])
    const create = (id: string, ...words: string[]) =>
      ask(['create', `--id=bd-${id}`, `--title=${id}`, ...words])
    create('epic', '--type=epic', '--priority=0')
    create('part', '--type=task', '--deps=parent-child:bd-epic', '--acceptance=1. one\n2. two')
    create('chore', '--type=chore', '--priority=4', '--labels=a,b')
    create('bug', '--type=bug', '--deps=bd-chore')
    create('fallback', '--deps=conditional-blocks:bd-chore')
    create('spike', '--type=decision', '--waits-for=bd-epic')
    create('later', '--defer=2999-01-01')
    create('pinned')
    ask(['update', 'bd-pinned', '--status=pinned'])
    create('free', '--deps=bd-pinned')
    create('review')
    ask(['update', 'bd-review', '--status=in_review'])
    create('parked')
    ask(['update', 'bd-parked', '--status=parked'])
    create('related', '--deps=related:bd-bug')
    create('done')
    ask(['close', 'bd-done', '--reason=it is'])
    create('block', '--description=Text.\n\n```keel\nfiles: [a.ts] # mine\ncheck: make check\n```\n')
    create('broken', '--description=```keel\nfiles: [a.ts\n```\n')
  },
  expected: {
    'bd-epic': 'open epic 0 - -',
    'bd-part': 'open feature 2 bd-epic -',
    'bd-chore': 'open chore 4 - -',
    'bd-bug': 'open bug 2 - bd-chore',
    'bd-fallback': 'open feature 2 - bd-chore',
    'bd-spike': 'open feature 2 - bd-part',
    'bd-later': 'deferred feature 2 - -',
    'bd-pinned': 'deferred feature 2 - -',
    'bd-free': 'open feature 2 - -',
    'bd-review': 'open feature 2 - -',
    'bd-parked': 'deferred feature 2 - -',
    'bd-related': 'open feature 2 - -',
    'bd-done': 'done feature 2 - -',
    'bd-block': 'open feature 2 - -',
  },
  broken: ['bd-broken'],
}

export const githubMapping: Mapping = {
  prepare: ({ ask }) => {
    const create = (title: string, { body = '', labels = [] as string[] } = {}) =>
      ask([
        'api',
        '--method=POST',
        'repos/acme/rocket/issues',
        `-ftitle=${title}`,
        `-fbody=${body}`,
        ...labels.map((label) => `-flabels[]=${label}`),
      ])
    create('Epic', {
      body: '- [ ] #2\n- [x] #3 and text\n- #4 is only named\n',
      labels: ['epic', 'priority: high'],
    })
    create('Listed', { labels: ['bug', 'P0'] })
    create('Said', { body: 'Depends on #2, #4 and #1.\r\nPart of #4\r\n', labels: ['priority/low'] })
    create('Not said', {
      body: '<!-- blocked by #1 -->\n```\nblocked by #1\n```\n`depends on #2`',
      labels: ['chore'],
    })
    create('Waiting', { labels: ['status: on hold'] })
    create('Stuck', { body: '```keel\nblocked_by: no key\n```', labels: ['blocked', 'in progress'] })
    create('Busy', { labels: ['In Progress'] })
    create('Text', {
      body: '## Acceptance criteria\n\n- [ ] one\n- [x] two\n\n## More\n\n- three\n',
      labels: ['question'],
    })
    create('Broken', { body: 'x\n\n```keel\n- a list\n```\n' })
    create('Over', {})
    ask([
      'api',
      '--method=PATCH',
      'repos/acme/rocket/issues/10',
      '-fstate=closed',
      '-fstate_reason=not_planned',
    ])
  },
  expected: {
    '1': 'open epic 1 - -',
    '2': 'open bug 0 1 -',
    '3': 'open feature 3 4 2,4,1',
    '4': 'open chore 2 - -',
    '5': 'deferred feature 2 - -',
    '6': 'blocked feature 2 - -',
    '7': 'in_progress feature 2 - -',
    '8': 'open feature 2 - -',
    '10': 'done feature 2 - -',
  },
  broken: ['#9'],
}

export function mappedBy(source: TaskSource): Omit<Mapping, 'prepare'> {
  const table = source.readAll()
  const heads = table.ids.flatMap((_, place) => table.headOf(place) ?? [])
  const expected = heads.map(({ id, status, type, priority, parent, depends_on }) => [
    id,
    [status, type, priority, parent ?? '-', depends_on.join() || '-'].join(' '),
  ])
  return { expected: Object.fromEntries(expected), broken: table.broken.map(({ file }) => file) }
}
