import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Readable, Writable } from 'node:stream'
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

const PATIENCE = { timeout: 20_000 }

describe('a lease', () => {
  it('holds as long as its process does', () => {
    expect(isLive({ ...lease, process: process.pid }, now)).toBe(true)
    expect(isLive({ ...lease, process: 2 ** 22 + 1 }, now)).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'ends with a process that has ended, also where nobody has asked for its end',
    async () => {
      const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 30'], {
        stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
      })
      onTestFinished(() => void parent.kill('SIGKILL'))
      const [said] = await once(parent.stdout as Readable, 'data')
      const pid = Number(said)
      // A shell asks for the end of what it started; a program that has taken its place does not.
      const isSleeping = () => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
      await vi.waitFor(isSleeping, PATIENCE)
      expect(isLive({ ...lease, process: pid }, now)).toBe(true)
      const line = parent.stdio[3] as Writable
      line.end()
      const hasEnded = () => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
      await vi.waitFor(hasEnded, PATIENCE)
      expect(isLive({ ...lease, process: pid }, now)).toBe(false)
    },
  )
})
