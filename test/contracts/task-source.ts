import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Journal, openJournal } from '#journal/open-journal.ts'
import { readJournal } from '#journal/read-journal.ts'
import { changeTask } from '#loop/tasks/change-task.ts'
import { claimTask, releaseTask } from '#loop/tasks/claim-task.ts'
import { closeTask } from '#loop/tasks/close-task.ts'
import { findReady } from '#loop/tasks/find-ready.ts'
import { moveTask } from '#loop/tasks/move-task.ts'
import type { TaskDraft, TaskEdit, TaskSource } from '#loop/tasks/sources/contract.ts'
import { type Task, taskSchema } from '#words/task.ts'

export type SourceUnderTest = {
  readonly name: string
  /** A project whose source has no tasks yet. */
  readonly open: () => TaskSource | Promise<TaskSource>
  /** Takes a task as somebody else would, on another machine; null where nobody else can be told there. */
  readonly takeAsOther: ((id: string) => void) | null
}

/** What every source of tasks promises, shown on one project, one promise after the other. */
export function proveSource({ name, open, takeAsOther }: SourceUnderTest): void {
  describe(`tasks in ${name}`, { timeout: 120_000 }, () => {
    let source: TaskSource
    let journal: Journal
    const now = () => new Date()
    beforeAll(async () => {
      source = await open()
      journal = openJournal({ root: source.root, writer: 'test', now })
    }, 180_000)

    const add = (fields: Partial<Task> & { title: string }, more: Partial<TaskDraft> = {}): string => {
      const { description = '', ...said } = fields
      const { id: _, ...head } = taskSchema.parse({ created: now().toISOString(), ...said, id: 'new' })
      const outcome = source.add({ id: null, task: { ...head, description }, isTrial: false, ...more })
      if (outcome.kind !== 'added') throw new Error(JSON.stringify(outcome))
      return outcome.task.id
    }
    const read = (id: string) => {
      const found = source.read(id)
      if (found.kind !== 'task') throw new Error(JSON.stringify(found))
      return found
    }
    const edit = (id: string, wanted: TaskEdit) =>
      changeTask<{ kind: string }>({ source, id }, (found) => {
        const plan = found.edit(wanted)
        return plan.kind === 'edited'
          ? { write: plan.write, answer: () => ({ kind: 'edited' }) }
          : { write: null, answer: () => plan }
      }).kind
    const claim = (id: string, claimant: string) =>
      claimTask({ source, id, claimant, process: null, leaseMs: 60_000, journal, now })
    const move = (id: string, to: 'open' | 'blocked' | 'deferred' | 'implemented', reason = 'so') =>
      moveTask({ source, id, to, by: 'anna', reason, journal, now, over: 'any' }).kind
    const headIn = (id: string) => {
      const table = source.readAll()
      return table.headOf(table.placeOf(id) ?? -1)
    }

    it('are none where nobody has added one, and a trial adds none', () => {
      expect(source.readAll().ids).toEqual([])
      add({ title: 'Only a trial' }, { isTrial: true })
      expect(source.readAll().ids).toEqual([])
      expect(['missing-1', '999', '../x', '--help', ''].map((id) => source.read(id).kind)).toEqual(
        Array(5).fill('missing'),
      )
      expect(findReady(source, { now: now() })).toEqual({ tasks: [], total: 0, problems: [] })
    })

    it('say what was said of them, one by one and in the list', () => {
      const epic = add({ title: 'An epic', type: 'epic', priority: 0 })
      const first = add({ title: 'First', type: 'chore', priority: 4 })
      const said: Partial<Task> & { title: string } = {
        title: '--help "quoted" $(not run) `nor this` – ünï',
        description: 'Some *text*.\n\n```sh\nnpm test\n```\n\nAnd more: `--force`.',
        type: 'bug',
        priority: 1,
        parent: epic,
        depends_on: [first],
        labels: ['-x', 'needs review'],
        acceptance: ['The cart keeps its coupon.', '`a: b` is kept, too'],
        files: ['src/**/*.ts', 'a b.ts'],
        check: 'npm test -- --grep "coupon: kept"',
        checks: ['lint'],
        changes_tests: true,
      }
      const id = add(said)
      const { task } = read(id)
      expect({ ...task, labels: own(task.labels) }).toMatchObject({
        ...said,
        id,
        status: 'open',
        blocked_by: null,
      })
      const { description: _, ...head } = task
      expect(headIn(id)).toEqual(head)
      const [text] = source.readTexts([id])
      expect(text?.task).toEqual(task)
      expect(source.spell(id)).toBe(id)
    })

    it('are ready in order, when what they wait for is done', () => {
      const mine = `order-${randomBytes(3).toString('hex')}`
      const [one, two] = [
        add({ title: 'One', labels: [mine] }),
        add({ title: 'Two', labels: [mine], priority: 0 }),
      ]
      const last = add({ title: 'Last', labels: [mine], priority: 0, depends_on: [one, two] })
      const ready = () =>
        findReady(source, { now: now(), limit: 1000 })
          .tasks.filter(({ labels }) => labels.includes(mine))
          .map(({ id }) => id)
      expect(ready()).toEqual([two, one])
      for (const id of [one, two]) expect(close(id).kind).toBe('moved')
      expect(ready()).toEqual([last])
    })

    const close = (id: string, by = 'anna') =>
      closeTask({ source, id, by, decision: { kind: 'forced', by, why: 'seen' }, journal, now })

    it('go through every status, there and in the journal', () => {
      const id = add({ title: 'Through all', description: 'Kept.' })
      const status = () => [read(id).task.status, headIn(id)?.status]
      const both = (word: string) => [word, word]
      expect(move(id, 'blocked', 'no key: "x"')).toBe('moved')
      expect(read(id).task).toMatchObject({ status: 'blocked', blocked_by: 'no key: "x"' })
      expect(move(id, 'open')).toBe('moved')
      expect(read(id).task).toMatchObject({ status: 'open', blocked_by: null })
      expect(claim(id, 'run-1')).toMatchObject({ kind: 'claimed' })
      expect(status()).toEqual(both('in_progress'))
      expect(claim(id, 'run-2')).toMatchObject({ kind: 'held', lease: { claimant: 'run-1' } })
      expect(releaseTask({ source, id, claimant: 'run-1', journal, reason: 'tired' }).kind).toBe('moved')
      expect(status()).toEqual(both('open'))
      expect(claim(id, 'run-2').kind).toBe('claimed')
      expect(move(id, 'implemented')).toBe('moved')
      expect(status()).toEqual(both('implemented'))
      expect(move(id, 'deferred')).toBe('moved')
      expect(status()).toEqual(both('deferred'))
      expect(move(id, 'open')).toBe('moved')
      expect(close(id).kind).toBe('moved')
      expect(status()).toEqual(both('done'))
      expect(close(id).kind).toBe('closed-before')
      expect(claim(id, 'run-3').kind).toBe('not-open')
      expect(move(id, 'open', 'fails on Windows')).toBe('moved')
      expect(status()).toEqual(both('open'))
      expect(claim(id, 'run-4').kind).toBe('claimed')
      expect(read(id).task.description).toContain('Kept.')
      const steps = readJournal(source.root).entries.flatMap((entry) =>
        entry.kind === 'task-moved' && entry.task === id ? [entry.to] : [],
      )
      expect(steps.join(' ')).toBe(
        'blocked open in_progress open in_progress implemented deferred open done open in_progress',
      )
    })

    it('change in what somebody names, and in nothing else', () => {
      const [other, above] = [add({ title: 'Other' }), add({ title: 'Above', type: 'epic' })]
      const id = add({
        title: 'Before',
        description: 'Stays.',
        labels: ['keep'],
        check: 'make check',
        priority: 3,
      })
      const before = read(id).task
      expect(edit(id, { fields: { title: 'After', priority: 0, type: 'chore' } })).toBe('edited')
      expect(read(id).task).toMatchObject({
        ...before,
        title: 'After',
        priority: 0,
        type: 'chore',
        labels: expect.arrayContaining(['keep']),
      })
      const several = {
        labels: ['new', 'keep'],
        depends_on: [other],
        files: ['a.ts'],
        acceptance: ['It works.'],
      }
      expect(edit(id, { fields: { ...several, parent: above } })).toBe('edited')
      const after = read(id).task
      expect({ ...after, labels: own(after.labels).sort() }).toMatchObject({
        ...several,
        labels: ['keep', 'new'],
        parent: above,
        check: 'make check',
        description: 'Stays.',
      })
      const nothing = { labels: [], depends_on: [], files: [], acceptance: [], parent: null, check: null }
      expect(edit(id, { fields: nothing })).toBe('edited')
      const cleared = read(id).task
      expect({ ...cleared, labels: own(cleared.labels) }).toMatchObject({ ...nothing, description: 'Stays.' })
      expect(edit(id, { fields: { check: 'true' }, description: 'Another text.\n\nOf two parts.' })).toBe(
        'edited',
      )
      expect(read(id).task).toMatchObject({ check: 'true', description: 'Another text.\n\nOf two parts.' })
    })

    it('keep what was written down about them, whatever else is changed', () => {
      const id = add({ title: 'Noted', description: 'Text.' })
      expect(edit(id, { note: '--help is not -h\n\nsecond line' })).toBe('edited')
      expect(edit(id, { note: 'and another' })).toBe('edited')
      expect(edit(id, { description: 'New text.' })).toBe('edited')
      const { description } = read(id).task
      expect(description.startsWith('New text.\n\n## Notes\n')).toBe(true)
      expect(description).toMatch(/--help is not -h[\s\S]*second line[\s\S]*and another/)
    })

    it('that are not there are not changed', () => {
      expect(edit('99999', { note: 'x' })).toBe('missing')
      expect(claim('99999', 'run-1').kind).toBe('missing')
      expect(close('99999').kind).toBe('missing')
    })

    if (takeAsOther !== null)
      it('are not claimed when somebody took them on another machine', () => {
        const id = add({ title: 'Wanted by two' })
        takeAsOther(id)
        expect(['taken', 'not-open']).toContain(claim(id, 'run-1').kind)
        expect(read(id).others).not.toEqual({})
      })
  })
}

/** Without the labels by which a tracker says type and priority. */
function own(labels: readonly string[]): string[] {
  return labels.filter((label) => !/^(?:P[0-4]|bug|chore|epic)$/.test(label))
}
