import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isLive } from './lease.ts'

const now = new Date('2026-01-01T00:00:00Z')
const lease = {
  task: 'a',
  claimant: 'c',
  host: hostname(),
  taken: now.toISOString(),
  until: '2026-01-01T01:00:00.000Z',
}

describe('a lease', () => {
  it('holds as long as its process does', () => {
    expect(isLive({ ...lease, process: process.pid }, now)).toBe(true)
    expect(isLive({ ...lease, process: 2 ** 22 + 1 }, now)).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'ends with a process that has ended, also where nobody has asked for its end',
    async () => {
      const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'])
      onTestFinished(() => void parent.kill('SIGKILL'))
      const [said] = await once(parent.stdout, 'data')
      const pid = Number(said)
      await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '))
      expect(isLive({ ...lease, process: pid }, now)).toBe(false)
    },
  )
})
