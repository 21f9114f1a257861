import { describe, expect, it } from 'vitest'
import { compareLoading } from './compare-loading.ts'
import type { Loaded } from './observe-loading.ts'

const file = (path: string, more: Partial<Loaded> = {}): Loaded => ({
  path,
  bytes: 100,
  whole: true,
  when: 'start',
  ...more,
})
const recorded = (loaded: readonly Loaded[], absent: readonly string[] = []) => ({
  loaded,
  absent,
  unlisted: new Set(['link.md']),
})
const compare = (before: readonly Loaded[], after: readonly Loaded[]) =>
  compareLoading(recorded(before), { loaded: after, absent: [] })

describe('a recording', () => {
  it('is no longer true where a file comes, goes, or changes its time, its importer or its place', () => {
    const before = [file('A.md'), file('b.md', { via: 'A.md' }), file('sub/C.md', { when: 'read' })]
    expect(compare(before, before)).toEqual([])
    expect(compare(before, before.slice(1))).toEqual(['no longer loaded: A.md (start)'])
    expect(compare(before, [...before, file('A.md')])).toEqual(['newly loaded: A.md (start)'])
    expect(compare(before, [file('A.md'), file('b.md'), file('sub/C.md')])).toEqual([
      'no longer loaded: b.md via A.md (start)',
      'no longer loaded: sub/C.md (read)',
      'newly loaded: b.md (start)',
      'newly loaded: sub/C.md (start)',
    ])
    const apart = [file('x/A.md'), file('y/B.md')]
    expect(compare(apart, apart.toReversed())).toEqual(['the order was x/A.md, y/B.md and is y/B.md, x/A.md'])
  })

  it('is no longer true where a file is cut elsewhere', () => {
    expect(compare([file('A.md')], [file('A.md', { whole: false, bytes: 50 })])).toEqual([
      'A.md was whole and is cut',
    ])
    expect(compare([file('A.md')], [file('A.md', { bytes: 97 })])).toEqual(['A.md had 100 bytes and has 97'])
  })

  it('is no longer true where a file is passed over that was not, or the other way round', () => {
    const before = recorded([], ['A.md', 'link.md'])
    expect(compareLoading(before, { loaded: [], absent: ['B.md'] })).toEqual([
      'no longer absent: A.md',
      'newly absent: B.md',
    ])
  })

  it('stays true whatever the file system lists first, and whosever the white space is', () => {
    const rules = [file('rules/a.md'), file('rules/b.md')]
    expect(compare(rules, rules.toReversed())).toEqual([])
    expect(compare([file('A.md')], [file('A.md', { bytes: 98 })])).toEqual([])
  })
})
