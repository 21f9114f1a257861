import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openJournal } from '#journal/open-journal.ts'
import { readJournal } from '#journal/read-journal.ts'
import { treeHash } from '#kit/tree-hash.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { findMeddling } from '../find-meddling.ts'
import { sayMeddling } from '../say-meddling.ts'
import { moveTask } from './move-task.ts'
import { putBackTasks } from './put-back-tasks.ts'
import { files } from './sources/files.ts'
import { writeNote } from './write-note.ts'

const KEY = Buffer.alloc(32, 7)
const now = () => new Date()

/** A repository with tasks, in which somebody is at work on `own`. */
function tasks(heads: Readonly<Record<string, string>>) {
  const { project: root } = scratch()
  const path = (id: string) => join(root, `.keel/tasks/${id}.md`)
  mkdirSync(join(root, '.keel/tasks'), { recursive: true })
  for (const [id, head] of Object.entries({ own: 'status: in_progress\n', ...heads }))
    writeFileSync(path(id), `---\ntitle: ${id}\n${head}labels: [x]\n---\nText of ${id}.\n`)
  execFileSync('git', ['init', '-q'], { cwd: root })
  const base = treeHash(root)
  const source = files(root)
  const read = (id: string) => readFileSync(path(id), 'utf8')
  const rewrite = (id: string, [old, fresh]: readonly [string, string]) => {
    expect(read(id)).toContain(old)
    writeFileSync(path(id), read(id).replace(old, fresh))
  }
  const journalWith = (key: Buffer | null) => openJournal({ root, writer: 'cli', now, key: () => key })
  const about = () => ({ run: 'r-1', task: 'own', entries: readJournal(root).entries, key: KEY })
  const say = async () =>
    sayMeddling(await findMeddling({ ...about(), trees: { root, from: base, to: treeHash(root) } }))
  const putBack = (seen: string | null = treeHash(root)) => putBackTasks({ ...about(), source, base, seen })
  return { root, source, path, read, rewrite, journalWith, say, putBack }
}

describe('what decides over another task', () => {
  it.each<[string, string, readonly [string, string], string]>([
    ['called done though blocked', 'status: blocked\nblocked_by: legal\n', ['blocked\n', 'done\n'], 'status'],
    ['called done though deferred', 'status: deferred\n', ['deferred', 'done'], 'status'],
    ['called done though implemented', 'status: implemented\n', ['implemented', 'done'], 'status'],
    ['opened though deferred', 'status: deferred\n', ['deferred', 'open'], 'status'],
    [
      'opened though blocked',
      'status: blocked\nblocked_by: legal\n',
      ['status: blocked\nblocked_by: legal\n', ''],
      'status, blocked_by',
    ],
    ['open again though done', 'status: done\n', ['done', 'open'], 'status'],
    ['deferred', '', ['title', 'status: deferred\ntitle'], 'status'],
    ['proven by less', 'check: grep -q NEVER x\n', ['NEVER', 'ok'], 'check'],
    ['proven by nothing of its own', 'check: "false"\n', ['check: "false"\n', ''], 'check'],
    ['without what is checked beside it', 'checks: [lint]\n', ['[lint]', '[]'], 'checks'],
    ['free to change tests', '', ['title', 'changes_tests: true\ntitle'], 'changes_tests'],
    ['waiting for nothing', 'depends_on: [own]\n', ['depends_on: [own]\n', ''], 'depends_on'],
    ['out of its epic', 'parent: own\n', ['parent: own\n', ''], 'parent'],
    ['an epic, which ends with its parts', '', ['title', 'type: epic\ntitle'], 'type'],
    ['spelled so that keel cannot edit it', 'check: a\n', ['check: a', '? check\n: b'], 'check'],
  ])('is put back to the byte where it was %s by hand', async (_name, head, change, fields) => {
    const { rewrite, read, say, putBack } = tasks({ other: head })
    const before = read('other')
    rewrite('other', change)
    const isDone = change[1].includes('done')
    expect(await say()).toMatch(
      isDone ? /done by itself, which keel alone does: other$/ : `is for people to say: other (${fields})`,
    )
    expect(await putBack()).toEqual([{ task: 'other', fields: fields.split(', '), twins: [] }])
    expect(read('other')).toBe(before)
    expect(await say()).toBeNull()
  })

  it('is put back alone: notes, titles and texts stay, and what somebody has written since', async () => {
    const { root, source, rewrite, read, say, putBack } = tasks({
      other: 'status: deferred\ncheck: a\n',
      third: 'status: deferred\n',
    })
    rewrite('other', ['title: other', 'title: Better'])
    writeNote({ source, id: 'other', text: 'found out', by: 'agent', at: now() })
    expect(await say()).toBeNull()
    rewrite('other', ['deferred', 'open'])
    rewrite('other', ['check: a', 'check: b'])
    rewrite('third', ['deferred', 'open'])
    const seen = treeHash(root)
    rewrite('other', ['check: b', 'check: c'])
    rewrite('third', ['open', 'blocked'])
    expect(await putBack(seen)).toEqual([{ task: 'other', fields: ['status'], twins: [] }])
    expect(read('other')).toMatch(/title: Better\nstatus: deferred\ncheck: c\n[\s\S]*found out/)
    expect(read('third')).toContain('status: blocked')
  })

  it('is what a verb says, as long as keel has sealed it', async () => {
    const { root, source, rewrite, journalWith, say, putBack } = tasks({ other: 'check: a\n', third: '' })
    const journal = journalWith(KEY)
    const move = { source, by: 'cli', reason: 'not now', now, over: 'any' } as const
    moveTask({ ...move, id: 'other', to: 'blocked', journal })
    journal.append({ kind: 'task-edited', task: 'other', by: 'cli', to: { check: 'b' }, seal: null })
    const unseen = treeHash(root)
    rewrite('other', ['check: a', 'check: b'])
    expect([await say(), await putBack(), await putBack(unseen)]).toEqual([null, [], []])
    rewrite('other', ['blocked\n', 'open\n'])
    expect(await say()).toContain('other (status)')
    await putBack()
    expect(source.read('other')).toMatchObject({
      task: { status: 'blocked', blocked_by: 'not now', check: 'b' },
    })
    moveTask({ ...move, id: 'third', to: 'deferred', journal: journalWith(Buffer.alloc(32, 8)) })
    expect(await say()).toContain('third (status)')
  })

  it('is new where the task is, unless it is done; and of one’s own task it is what it is a part of', async () => {
    const { path, rewrite, read, say, putBack } = tasks({ epic: 'type: epic\n' })
    writeFileSync(path('found'), '---\ntitle: Found\nstatus: deferred\nparent: epic\n---\n')
    rewrite('own', ['title', 'check: "true"\ntitle'])
    expect(await say()).toBeNull()
    rewrite('own', ['title', 'parent: epic\ntitle'])
    expect(await say()).toContain('own (parent)')
    rewrite('found', ['deferred', 'done'])
    expect(await say()).toMatch(/which keel alone does: found; and it changed .*: own \(parent\)$/)
    await putBack()
    expect(read('found')).toContain('status: open')
    expect(read('own')).not.toContain('parent: epic')
  })
})

it('a task that was renamed is there once, by the name that it had', async () => {
  const { path, read, rewrite, putBack } = tasks({ other: 'status: deferred\n', third: 'id: third\n' })
  const before = [read('other'), read('third')]
  renameSync(path('other'), path('new1'))
  rewrite('new1', ['deferred', 'open'])
  renameSync(path('third'), path('new2'))
  writeFileSync(path('found'), '---\ntitle: Found\n---\n')
  expect(await putBack()).toEqual([
    { task: 'other', fields: [], twins: ['new1'] },
    { task: 'third', fields: [], twins: ['new2'] },
  ])
  expect(['new1', 'new2', 'found'].map((id) => existsSync(path(id)))).toEqual([false, false, true])
  expect([read('other'), read('third')]).toEqual(before)
  rmSync(path('other'))
  expect(await putBack()).toMatchObject([{ task: 'other', twins: [] }])
})
