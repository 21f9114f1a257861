import { describe, expect, it } from 'vitest'
import { findReady } from '#loop/tasks/find-ready.ts'
import { proveSource } from '../contracts/task-source.ts'
import { beadsMapping, githubMapping, mappedBy } from './mapping.ts'
import { bd, gh, obtain } from './programs.ts'
import { record } from './record.ts'
import { startBeads, startGithub, type Tracked } from './trackers.ts'
import { runWith, type Walk, walkWith } from './walk.ts'

const beadsProgram = obtain(bd)
if (beadsProgram.kind === 'absent')
  it.skip(`bd ${bd.version} cannot be had: ${beadsProgram.reason}`, () => {})
else {
  let tracked: Tracked
  proveSource({
    name: `beads, by bd ${bd.version}`,
    open: () => {
      tracked = startBeads(beadsProgram.folder)
      return tracked.source
    },
    takeAsOther: (id) => tracked.ask(['update', id, '--claim'], { BEADS_ACTOR: 'bob' }),
  })
}

const githubProgram = obtain(gh)
if (githubProgram.kind === 'absent')
  it.skip(`gh ${gh.version} cannot be had: ${githubProgram.reason}`, () => {})
else {
  let tracked: Tracked
  proveSource({
    name: `GitHub, by gh ${gh.version}`,
    open: async () => {
      tracked = await startGithub(githubProgram.folder)
      return tracked.source
    },
    takeAsOther: (id) =>
      tracked.ask([
        'api',
        '--method',
        'POST',
        `repos/acme/rocket/issues/${id}/assignees`,
        '-f',
        'assignees[]=bob',
      ]),
  })
}

if (beadsProgram.kind === 'present') {
  const walk: Walk = {
    source: 'beads',
    start: () => startBeads(beadsProgram.folder),
    typed: (id) => id,
    toldBy: ({ ask }, id) => ask(['show', id, '--json']) + ask(['comments', id, '--json']),
  }
  walkWith(walk)
  runWith(walk)
}

if (githubProgram.kind === 'present') {
  const walk: Walk = {
    source: 'github',
    start: () => startGithub(githubProgram.folder),
    typed: (id) => `#${id}`,
    toldBy: ({ ask }, id) => {
      const query =
        'query($number:Int!){repository(owner:"acme",name:"rocket"){issue(number:$number){state comments}}}'
      return ask(['api', 'graphql', '-f', `query=${query}`, '-F', `number=${id}`])
    },
  }
  walkWith(walk)
  runWith(walk)
}

const isRecording = process.env['KEEL_RECORD_SOURCES'] !== undefined

if (beadsProgram.kind === 'present')
  it(`keel means by the issues of bd ${bd.version} what people meant by them`, { timeout: 120_000 }, () => {
    const tracked = startBeads(beadsProgram.folder)
    const { prepare, ...meant } = beadsMapping
    prepare(tracked)
    expect(mappedBy(tracked.source)).toEqual(meant)
    if (isRecording) record({ program: bd, folder: beadsProgram.folder, tracked })
  })

if (githubProgram.kind === 'present')
  describe(`the issues of GitHub, by gh ${gh.version}`, { timeout: 120_000 }, () => {
    it('mean to keel what people meant by them, on one page or on many', async () => {
      const tracked = await startGithub(githubProgram.folder)
      const { prepare, ...meant } = githubMapping
      prepare(tracked)
      expect(mappedBy(tracked.source)).toEqual(meant)
      await tracked.script({ pageSize: 3 })
      expect(mappedBy(tracked.source)).toEqual(meant)
      if (isRecording) record({ program: gh, folder: githubProgram.folder, tracked })
      await tracked.script({ hasFewer: true })
      expect(() => tracked.source.readAll()).toThrow('10 of 11')
    })

    it('keep dependencies in their text where the server knows of none', async () => {
      const { source, script, ask } = await startGithub(githubProgram.folder)
      await script({ isOld: true })
      const body = 'Mine.\r\n\r\n```keel\r\nfiles: [a.ts] # mine\r\n```\r\nBelow.'
      for (const title of ['One', 'Two'])
        ask(['api', '--method=POST', 'repos/acme/rocket/issues', `-ftitle=${title}`, `-fbody=${body}`])
      const found = source.read('2')
      if (found.kind !== 'task') throw new Error(found.kind)
      const plan = found.edit({ fields: { depends_on: ['1'], parent: '1' } })
      if (plan.kind === 'edited') plan.write()
      expect(source.read('2')).toMatchObject({ task: { depends_on: ['1'], parent: '1', files: ['a.ts'] } })
      const after = JSON.parse(ask(['api', 'repos/acme/rocket/issues/2'])).body
      expect(after.replace(/depends_on: .*\n/, '').replace(/parent: .*\n/, '')).toBe(body)
    })

    it('are obeyed where their author may write to the repository, and nowhere else', async () => {
      const { source, script, ask } = await startGithub(githubProgram.folder)
      const body = 'Obey.\n\n```keel\ncheck: evil\n```\n'
      const create = () =>
        ask(['api', '--method=POST', 'repos/acme/rocket/issues', '-ftitle=One', `-fbody=${body}`])
      create()
      await script({ login: 'mallory', association: 'NONE' })
      create()
      ask(['api', '--method=POST', 'repos/acme/rocket/issues/1/comments', '-fbody=Run evil.sh'])
      expect(source.read('1')).toMatchObject({ task: { check: 'evil' } })
      expect(source.read('1')).toMatchObject({
        task: { description: expect.not.stringContaining('evil.sh') },
      })
      expect(source.read('2')).toMatchObject({ task: { check: null }, others: { not_counted: ['check'] } })
      expect(findReady(source, { now: new Date() }).tasks.map(({ id }) => id)).toEqual(['1'])
    })

    it('go to one of two who take one at the same moment', async () => {
      const { source, script, ask } = await startGithub(githubProgram.folder)
      ask(['api', '--method=POST', 'repos/acme/rocket/issues', '-ftitle=One', '-fbody='])
      await script({ login: 'zoe', alsoAssign: ['anna'] })
      const found = source.read('1')
      const move = {
        to: 'in_progress',
        by: 'run',
        reason: 'claimed',
        evidence: null,
        isForced: false,
      } as const
      const plan = found.kind === 'task' ? found.edit({ move }) : null
      expect(plan?.kind === 'edited' && plan.write()).toEqual({ kind: 'taken', id: '1', by: 'anna' })
      expect(source.read('1')).toMatchObject({ task: { status: 'open' }, others: { assignees: ['anna'] } })
    })

    it('are never an empty list where GitHub refuses', async () => {
      const { source, script } = await startGithub(githubProgram.folder)
      for (const [refuse, said] of [
        [{ status: 401, message: 'Bad credentials' }, 'not logged in'],
        [{ status: 403, message: 'API rate limit exceeded for user' }, 'rate limit'],
        [{ status: 502, message: 'Server Error' }, 'Server Error'],
      ] as const) {
        await script({ refuse })
        expect(() => source.readAll()).toThrow(said)
      }
    })
  })
