import { describe, expect, it } from 'vitest'
import { describeStructure } from '../structure/describe-structure.ts'
import { structureLines } from './structure-lines.ts'
import { withLeftOut } from './tree-lines.ts'

function linesOf(paths: readonly string[], readme: Readonly<Record<string, string>> = {}): string[] {
  const files = [...paths, ...Object.keys(readme)].map((path) => ({ path }))
  const structure = describeStructure({ files, read: (path) => readme[path] ?? null })
  return withLeftOut(structureLines(structure), structure.tree).map(({ text }) => text)
}

const code = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${folder}/part${at}.py`)

describe('a folder', () => {
  it('is counted once: in the tree where it is drawn', () => {
    const lines = linesOf([
      ...code('harbour/tide', 4),
      'harbour/tide/tables.json',
      ...code('harbour/berth', 3),
    ])
    expect(lines).toEqual(['- harbour/ (8 files, mostly .py)', '  - berth/ (3 files)', '  - tide/ (5 files)'])
  })

  it('that is described has no line in the tree, and what is in it has', () => {
    const lines = linesOf([...code('tide', 2), ...code('tide/tables', 2), ...code('berth', 3)], {
      'tide/README.md': 'Tables of tides, by the hour.\n',
      'berth/README.md': 'Where ships may lie.\n',
    })
    expect(lines).toEqual([
      '- `berth`: Where ships may lie',
      '- `tide`: Tables of tides, by the hour',
      '- tide/tables/ (2 files, mostly .py)',
    ])
  })

  it('is counted once where it shares its line with the only one in it, too', () => {
    const settings = "include ':harbour:tide', ':harbour:berth'\n"
    const lines = linesOf([...code('harbour/tide/src/main', 4), ...code('harbour/berth', 3)], {
      'settings.gradle': settings,
    })
    expect(lines.filter((line) => /tide|berth/.test(line))).toEqual([
      '  - berth/ (3 files)',
      '  - tide/src/main/ (4 files)',
    ])
  })

  it('that is one of many more is not told of beside', () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      code(`src/f${String(at).padStart(2, '0')}`, 2 + at),
    ).flat()
    const lines = linesOf(many)
    expect(lines.at(-1)).toBe('  - … 4 more folders, 14 files')
    expect(lines.filter((line) => /f0[0-3]/.test(line))).toEqual([])
  })

  it('that is the only one more is one', () => {
    const many = Array.from({ length: 17 }, (_, at) => code(`src/f${String(at).padStart(2, '0')}`, 1 + at))
    expect(linesOf(many.flat()).at(-1)).toBe('  - … 1 more folder, 1 file')
  })
})
