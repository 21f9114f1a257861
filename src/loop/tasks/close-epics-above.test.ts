import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openJournal } from '#journal/open-journal.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { closeEpicsAbove } from './close-epics-above.ts'
import { reopenEpicsAbove } from './reopen-epics-above.ts'
import { files } from './sources/files.ts'

function project(tasks: Readonly<Record<string, string>>) {
  const { project: root } = scratch()
  mkdirSync(join(root, '.keel/tasks'), { recursive: true })
  for (const [id, head] of Object.entries(tasks))
    writeFileSync(join(root, `.keel/tasks/${id}.md`), `---\ntitle: ${id}\n${head}---\n`)
  const source = files(root)
  const status = (id: string) => {
    const read = source.read(id)
    return read.kind === 'task' ? read.task.status : read.kind
  }
  const journal = openJournal({ root, writer: 'test', now: () => new Date() })
  const close = (id: string) =>
    closeEpicsAbove({ source, id, by: 'keel', entry: 'e1', journal, now: () => new Date() })
  const reopen = (id: string) => reopenEpicsAbove({ source, id, by: 'keel', journal, now: () => new Date() })
  return { status, close, reopen }
}

const EPIC = 'type: epic\n'
const DONE = 'status: done\n'

it('closes an epic with its last part, and the epic above with that, and stops where a part is open', () => {
  const tasks = { a: EPIC, 'a.b': EPIC, 'a.b.c': DONE, 'a.b.d': DONE, e: EPIC, 'e.f': DONE, 'e.g': '' }
  const { status, close, reopen } = project(tasks)
  expect(close('a.b.c')).toEqual(['a.b', 'a'])
  expect([status('a'), status('a.b')]).toEqual(['done', 'done'])
  expect(reopen('a.b.d')).toEqual(['a.b', 'a'])
  expect([status('a'), status('a.b')]).toEqual(['open', 'open'])
  expect(close('e.f')).toEqual([])
  expect(status('e')).toBe('open')
})

it('leaves an epic open that has a check of its own, and what is no epic', () => {
  const { status, close } = project({ a: `${EPIC}check: make all\n`, 'a.b': DONE, c: '', 'c.d': DONE })
  expect([...close('a.b'), ...close('c.d')]).toEqual([])
  expect([status('a'), status('c')]).toEqual(['open', 'open'])
})

it('leaves an epic alone that somebody has deferred or blocked, and the one above it', () => {
  const tasks = {
    a: EPIC,
    'a.b': `${EPIC}status: deferred\n`,
    'a.b.c': DONE,
    d: `${EPIC}status: blocked\n`,
    'd.e': DONE,
  }
  const { status, close } = project(tasks)
  expect([...close('a.b.c'), ...close('d.e')]).toEqual([])
  expect([status('a'), status('a.b'), status('d')]).toEqual(['open', 'deferred', 'blocked'])
})
