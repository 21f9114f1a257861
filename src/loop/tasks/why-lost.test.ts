import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../../../test/contracts/program.ts'
import type { Lease } from './lease.ts'
import { files } from './sources/files.ts'
import { whyLost } from './why-lost.ts'

const now = new Date('2026-01-01T12:00:00Z')
const late = '2026-01-01T11:59:00.000Z'
const intime = '2026-01-01T12:00:30.000Z'
const ELSEWHERE = 'It is done in another worktree, /w, since now.'

/** A task whose lease somebody had, and that says this by now. */
function lost({ status = 'in_progress', until = intime, elsewhere = null as string | null, by = '' }) {
  const { project: root } = scratch()
  for (const folder of ['tasks', 'leases']) mkdirSync(join(root, '.keel', folder), { recursive: true })
  writeFileSync(join(root, '.keel/tasks/a1.md'), `---\ntitle: x\nstatus: ${status}\n---\n`)
  const lease: Lease = { task: 'a1', claimant: 'me', process: null, host: 'h', taken: late, until }
  const theirs = { ...lease, claimant: by }
  if (by !== '') writeFileSync(join(root, '.keel/leases/a1.json'), JSON.stringify(theirs))
  return whyLost({ source: { ...files(root), heldElsewhere: () => elsewhere }, lease, now })
}

it('a run that has lost its task hears how, who has it, and whether it is of any use to resume', () => {
  const end = 'What was done here is in the tree, and is not committed.'
  const ran = `The lease of a1 ran out at ${late}, because this run stood still.`
  expect(lost({ by: 'me' })).toBeNull()
  expect(lost({ by: 'me', until: late })).toBeNull()
  expect(lost({})).toEqual({
    reason: `The lease of a1 was lost. Somebody has set it back. ${end}`,
    next: null,
  })
  expect(lost({ until: late })?.reason).toBe(`${ran} Somebody else has had it since. ${end}`)
  const next = 'git status'
  expect(lost({ until: late, elsewhere: ELSEWHERE })).toEqual({ reason: `${ran} ${ELSEWHERE} ${end}`, next })
  expect(lost({ until: late, status: 'done' })).toEqual({ reason: `${ran} It is done by now. ${end}`, next })
  expect(lost({ by: 'anna' })).toEqual({
    reason: `The lease of a1 was lost. anna has it now. ${end}`,
    next,
  })
})
