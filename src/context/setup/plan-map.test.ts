import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '#kit/changes.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { MAP_FILE } from '../map/map-file.ts'
import { renderStamp } from '../map/map-stamp.ts'
import { planMap, planMapRemoval } from './plan-map.ts'

const stamped = (text: string, input = 'aaaaaaaaaaaa') =>
  `${text}\n\n${renderStamp(text, { version: '1.0.0', input, tokens: 42 })}\n`

/** A project whose map is this, and what becomes of it. */
function project(map: string | null) {
  const { project: root } = scratch()
  const path = join(root, MAP_FILE)
  mkdirSync(join(root, '.keel'))
  if (map !== null) writeFileSync(path, map)
  const carryOut = ({ report, changes }: ReturnType<typeof planMap>) => {
    expect(applyChanges(changes)).toEqual([])
    const saved = /\S+\.keel-edit-[0-9a-f]{8}/.exec(report.notes.join())?.[0]
    return {
      outcome: report.outcome,
      map: existsSync(path) ? readFileSync(path, 'utf8') : null,
      saved: saved === undefined ? null : readFileSync(join(root, saved), 'utf8'),
      notes: report.notes.length,
    }
  }
  const draw = (drawn: string, force = false) => carryOut(planMap(root, { drawn, force }))
  return { draw, remove: () => carryOut(planMapRemoval(root)) }
}

const drawn = stamped('# Map\n\n## Structure\n- src/ (3 files)', 'bbbbbbbbbbbb')
const older = stamped('# Map\n\n## Structure\n- src/ (2 files)')
const edited = older.replace('src/', 'my words about src/')

describe('the map of a project', () => {
  it('is written where there is none, and anew where it says something else', () => {
    expect(project(null).draw(drawn)).toEqual({ outcome: 'created', map: drawn, saved: null, notes: 0 })
    expect(project(older).draw(drawn)).toEqual({ outcome: 'updated', map: drawn, saved: null, notes: 0 })
  })

  it('is left to the byte where it says the same of the files', () => {
    const same = stamped('# Map\n\n## Structure\n- src/ (3 files)\n\n## Project health\n- Tasks: 1 completed')
    for (const map of [drawn, same, same.replaceAll('\n', '\r\n')])
      expect(project(map).draw(drawn)).toEqual({ outcome: 'unchanged', map, saved: null, notes: 0 })
  })

  it('that somebody edited is saved before it is drawn anew', () => {
    expect(project(edited).draw(drawn)).toEqual({ outcome: 'updated', map: drawn, saved: edited, notes: 1 })
  })

  it('that is not keel’s stays, and is saved where it is to be replaced', () => {
    for (const map of ['', '# Our map\n', `${older}\nand more\n`]) {
      expect(project(map).draw(drawn)).toEqual({ outcome: 'kept', map, saved: null, notes: 1 })
      expect(project(map).draw(drawn, true)).toEqual({ outcome: 'updated', map: drawn, saved: map, notes: 1 })
    }
  })

  it('goes with keel if it is as keel wrote it, and stays otherwise', () => {
    for (const map of [drawn, drawn.replaceAll('\n', '\r\n')])
      expect(project(map).remove()).toMatchObject({ outcome: 'removed', map: null })
    expect(project(edited).remove()).toEqual({ outcome: 'kept', map: edited, saved: null, notes: 1 })
    expect(project('# Our map\n').remove()).toMatchObject({ outcome: 'unchanged', map: '# Our map\n' })
    expect(project(null).remove()).toMatchObject({ outcome: 'unchanged', map: null })
  })
})
