import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeStructure } from '../structure/describe-structure.ts'
import type { ListedFile } from '../structure/files/take-inventory.ts'
import { structureLines } from './structure-lines.ts'
import { takeLines } from './take-lines.ts'
import { withLeftOut } from './tree-lines.ts'

const code = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${folder}/part${at}.py`)

/** What is left of the structure of such files where a line costs one and there is room for so many. */
function drawn(paths: readonly string[], { room, texts = {} }: Drawn): string[] {
  const files = [...paths, ...Object.keys(texts)].map((path): ListedFile => ({ path }))
  const structure = describeStructure({ files, read: (path) => texts[path] ?? null })
  const { tree } = structure
  const taken = takeLines(structureLines(structure), { tree, room, costOf: () => 1 })
  return withLeftOut(taken, tree).map(({ text }) => text)
}

type Drawn = { readonly room: number; readonly texts?: Readonly<Record<string, string>> }

describe('the tree', () => {
  it('has the fullest folders where there is no room for all, and counts those that were left out', () => {
    const paths = [...code('anchor', 2), ...code('buoy', 3), ...code('tide', 40), ...code('wharf', 30)]
    expect(drawn(paths, { room: 3 })).toEqual([
      '- tide/ (40 files, mostly .py)',
      '- wharf/ (30 files, mostly .py)',
      '- … 2 more folders, 5 files',
    ])
  })

  it('has what is shallow before what is deep, and a folder that stays shut is told of by its number of files', () => {
    const paths = [...code('tide/hours', 20), ...code('tide/years', 20), ...code('wharf', 12)]
    expect(drawn(paths, { room: 2 })).toEqual([
      '- tide/ (40 files, mostly .py)',
      '- wharf/ (12 files, mostly .py)',
    ])
  })

  it('has a large folder within one before a small one beside it', () => {
    const paths = [
      ...code('anchor', 1),
      ...code('buoy', 1),
      ...code('tide/hours', 90),
      ...code('tide/years', 80),
    ]
    expect(drawn(paths, { room: 4 })).toEqual([
      '- tide/ (170 files, mostly .py)',
      '  - hours/ (90 files)',
      '  - years/ (80 files)',
      '- … 2 more folders, 2 files',
    ])
  })

  it('counts what was left out of a folder that has no line of its own', () => {
    const texts = {
      'tide/package.json': '{ "name": "tide", "description": "Tables of tides, by the hour" }',
      'wharf/package.json': '{ "name": "wharf", "description": "Where ships may lie" }',
    }
    const paths = [...code('tide/a', 2), ...code('tide/b', 30), ...code('tide/c', 3), ...code('wharf', 30)]
    expect(drawn(paths, { room: 4, texts })).toEqual([
      '- `tide`: Tables of tides, by the hour',
      '- `wharf`: Where ships may lie',
      '- tide/b/ (30 files, mostly .py)',
      '- … 2 more folders, 5 files',
    ])
  })

  it('tells of every file, whatever the room, where any of it is drawn', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const path = fc
      .array(name, { minLength: 1, maxLength: 4 })
      .map((folders) => `${folders.join('/')}/part.py`)
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (paths, room) => {
          const lines = drawn(paths, { room })
          expect(lines.length).toBeLessThanOrEqual(room)
          const top = lines.filter((line) => /^- (\S+\/ \(|… )/.test(line))
          const counted = top.map((line) => Number(/(\d+) files?/.exec(line)?.[1]))
          if (top.length > 0) expect(counted.reduce((sum, files) => sum + files, 0)).toBe(paths.length)
        },
      ),
    )
  })
})
