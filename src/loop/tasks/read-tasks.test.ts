import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../test/contracts/program.ts'
import { findCycles } from './find-cycles.ts'
import { readTasks } from './read-tasks.ts'
import { files } from './sources/files.ts'
import { statusAt, type TaskTable } from './task-table.ts'

/** All that a table says, in plain words. */
function told(table: TaskTable) {
  return {
    broken: table.broken,
    cycles: findCycles(table),
    tasks: table.ids.map((id, place) => ({
      id,
      status: statusAt(table, place),
      head: table.headOf(place),
      dependencies: table.dependenciesOf(place).map((other) => table.ids[other] ?? 'unknown'),
      parent: table.ids[table.columns.parents[place] ?? 0] ?? null,
      numbers: [table.columns.types[place], table.columns.priorities[place], table.columns.created[place]],
    })),
  }
}

function project() {
  const { project: root } = scratch()
  const folder = join(root, '.keel/tasks')
  mkdirSync(folder, { recursive: true })
  const write = (id: string, text: string) => writeFileSync(join(folder, `${id}.md`), text)
  const cacheFolder = join(root, '.keel/cache/tasks')
  const index = () => join(cacheFolder, readdirSync(cacheFolder)[0] ?? '')
  /** What would be said if nothing had ever been kept. */
  const anew = () => {
    const aside = join(root, 'aside')
    const cache = join(root, '.keel/cache')
    if (existsSync(cache)) renameSync(cache, aside)
    const table = told(readTasks(root))
    rmSync(cache, { recursive: true, force: true })
    if (existsSync(aside)) renameSync(aside, cache)
    return table
  }
  /** As if they had been changed long ago, so that the index believes its marks. */
  const settle = () => {
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), new Date(1e12), new Date(1e12))
    return new Promise((resolve) => setTimeout(resolve, 2200))
  }
  return { root, folder, write, index, anew, settle }
}

const text = (fields: string) => `---\ntitle: x\n${fields}\n---\nbody\n`

describe('a list of tasks', () => {
  it('is the same from the index as from the files, whatever was done to them', () => {
    const ids = ['a', 'b', 'c', 'a.1', 'd-4']
    const fields = fc.constantFrom(
      ...[
        'status: open',
        'status: done',
        'priority: 0',
        'type: epic',
        'parent: a',
        'depends_on: [b, c]',
        'status: odd',
      ],
      ...[
        'depends_on: [nobody]',
        'depends_on: [a]',
        'created: 2026-01-02T03:04:05Z',
        'parent: nobody',
        'labels: [x',
      ],
    )
    const deed = fc.oneof(
      fc.record({ kind: fc.constant('write' as const), id: fc.constantFrom(...ids), fields }),
      fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom(...ids), fields }),
      fc.record({ kind: fc.constant('spoil' as const), id: fc.constantFrom(...ids), fields }),
    )
    const { root, folder, write, index, anew } = project()
    fc.assert(
      fc.property(fc.array(deed, { minLength: 1, maxLength: 5 }), (deeds) => {
        for (const { kind, id, fields: said } of deeds) {
          if (kind === 'write') write(id, text(said))
          if (kind === 'remove') rmSync(join(folder, `${id}.md`), { force: true })
          if (kind === 'spoil' && existsSync(join(root, '.keel/cache/tasks'))) {
            const bytes = readFileSync(index())
            bytes[Math.floor(bytes.length / 2)] = 7
            writeFileSync(index(), bytes)
          }
        }
        expect(told(readTasks(root))).toEqual(anew())
      }),
      { numRuns: 150 },
    )
  })

  it('says of a folder that its tasks are passed over, also where they came into it later', async () => {
    const { root, folder, write, settle } = project()
    write('a', text('status: open'))
    for (const name of ['empty', 'shop', '.hidden']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, '.hidden/b.md'), text('status: open'))
    await settle()
    expect(readTasks(root).broken).toEqual([])
    writeFileSync(join(folder, 'shop/b.md'), text('status: open'))
    const { ids, broken } = readTasks(root)
    expect(ids).toEqual(['a'])
    expect(broken).toEqual([
      { file: '.keel/tasks/shop/', reason: expect.stringMatching(/^is a folder, .* is passed over/) },
    ])
  })

  it('sees an edit in place that leaves size and time of change as they were', async () => {
    const { root, folder, write, settle } = project()
    write('a', text('status: open'))
    write('b', text('status: open'))
    await settle()
    readTasks(root)
    const path = join(folder, 'a.md')
    const { mtime, size, ino } = statSync(path)
    writeFileSync(path, text('status: done'))
    utimesSync(path, mtime, mtime)
    expect(statSync(path)).toMatchObject({ size, ino, mtime })
    expect(told(readTasks(root)).tasks.map(({ status }) => status)).toEqual(['done', 'open'])
  })

  it('sees edits that follow each other at once', () => {
    const { root, write } = project()
    write('a', text('status: open'))
    for (let round = 0; round < 300; round++) {
      const status = round % 2 === 0 ? 'done' : 'open'
      write('a', text(`status: ${status}`))
      expect(told(readTasks(root)).tasks[0]?.status).toBe(status)
    }
  })

  it('is not read again where nothing changed, and heals where the index is gone or torn', async () => {
    const { root, write, index, settle } = project()
    for (const id of ['a', 'b', 'c']) write(id, text(`status: open\nlabels: [${id}]`))
    await settle()
    const first = told(readTasks(root))
    const { mtimeMs } = statSync(index())
    expect(told(readTasks(root))).toEqual(first)
    expect(statSync(index()).mtimeMs).toBe(mtimeMs)
    for (const bytes of [Buffer.of(), readFileSync(index()).subarray(0, 100), Buffer.alloc(500, 1)]) {
      writeFileSync(index(), bytes)
      expect(told(readTasks(root))).toEqual(first)
    }
    rmSync(dirname(index()), { recursive: true })
    expect(told(readTasks(root))).toEqual(first)
  })

  it('says the same when the index is another, torn or gone by the time that it is asked', async () => {
    const { root, write, index, settle } = project()
    const many = Array.from({ length: 200 }, (_, number) => `t${number}`)
    for (const id of many) write(id, text(`status: open\nlabels: [${id}]`))
    write('bad', text('labels: ['))
    await settle()
    const first = told(readTasks(root))
    const bytes = readFileSync(index())
    const flipped = Buffer.from(bytes)
    for (let at = Math.floor(bytes.length / 2); at < bytes.length; at += 500) flipped[at] = 7
    for (const spoiled of [Buffer.alloc(500, 1), flipped, bytes.subarray(0, bytes.length - 1000), null]) {
      writeFileSync(index(), bytes)
      const table = readTasks(root)
      if (spoiled === null) rmSync(index())
      else writeFileSync(index(), spoiled)
      expect(told(table)).toEqual(first)
    }
  })

  it('names broken files with their reasons and keeps the rest', () => {
    const { root, folder, write } = project()
    write('good', text('status: open'))
    write('bad', '---\ntitle: [\n---\n')
    write('not an id', text('status: open'))
    mkdirSync(join(folder, 'folder.md'))
    writeFileSync(join(folder, 'README.txt'), 'no task')
    writeFileSync(join(folder, 'bad.MD'), text('status: open'))
    const expected = {
      broken: [
        {
          file: '.keel/tasks/bad.MD',
          reason: 'ends in other letters than .md, and is passed over',
        },
        { file: '.keel/tasks/bad.md', reason: expect.stringContaining('not YAML') },
        { file: '.keel/tasks/folder.md', reason: 'is a folder, and no file' },
        { file: '.keel/tasks/not an id.md', reason: 'has a name that is no id' },
      ],
      tasks: [
        { id: 'bad', status: null },
        { id: 'folder', status: null },
        { id: 'good', status: 'open' },
      ],
    }
    expect(told(readTasks(root))).toMatchObject(expected)
    expect(told(readTasks(root))).toMatchObject(expected)
    expect(told(readTasks(scratch().project))).toEqual({ broken: [], cycles: [], tasks: [] })
  })

  it('names whatever lies where a task should and is no file, by the list and by its id', () => {
    const { root, folder, write } = project()
    write('good', text('status: open'))
    mkdirSync(join(folder, 'folder.md'))
    symlinkSync('nowhere', join(folder, 'dangling.md'))
    symlinkSync('circle.md', join(folder, 'circle.md'))
    execFileSync('mkfifo', [join(folder, 'pipe.md')])
    const reasons = {
      circle: 'is a link in circles',
      dangling: 'is a link that leads nowhere',
      folder: 'is a folder, and no file',
      pipe: 'is no file that could be read',
    }
    const source = files(root)
    for (const [id, reason] of Object.entries(reasons))
      expect(source.read(id)).toMatchObject({ kind: 'broken', file: `.keel/tasks/${id}.md`, reason })
    const listed = readTasks(root).broken.map(({ file, reason }) => [file, reason])
    expect(listed).toEqual(Object.entries(reasons).map(([id, reason]) => [`.keel/tasks/${id}.md`, reason]))
    const draft = source.read('good')
    if (draft.kind !== 'task') throw new Error('no task')
    expect(source.add({ id: 'dangling', task: draft.task, isTrial: false })).toMatchObject({ kind: 'exists' })
    expect(source.read('nobody')).toEqual({ kind: 'missing', id: 'nobody' })
  })
})
