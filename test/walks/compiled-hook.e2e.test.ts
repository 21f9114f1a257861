import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, scratch } from '../contracts/program.ts'

/** A keel of its own, whose folder nobody else writes to. */
function install(): { dist: string; ask: (path: string) => number | null; compiled: () => string[] } {
  const { base, project, home } = scratch()
  const dist = join(base, 'dist')
  mkdirSync(dist)
  for (const name of readdirSync(dirname(BIN)).filter((file) => file.endsWith('.cjs')))
    cpSync(join(dirname(BIN), name), join(dist, name))
  mkdirSync(join(project, '.keel'))
  const ask = (path: string) => {
    const call = { tool_name: 'Write', tool_input: { file_path: join(project, path), content: 'x' } }
    const input = JSON.stringify({ session_id: 's', cwd: project, hook_event_name: 'PreToolUse', ...call })
    const words = [join(dist, 'bin.cjs'), 'hook', 'claude-code']
    return spawnSync(process.execPath, words, {
      cwd: project,
      input,
      env: { PATH: process.env['PATH'], HOME: home },
    }).status
  }
  return { dist, ask, compiled: () => readdirSync(dist).filter((file) => file.endsWith('.compiled')) }
}

const [ALLOWED, DENIED] = [0, 2]

describe('the hook, compiled once', () => {
  it('answers as before with what was kept beside it', () => {
    const { ask, compiled } = install()
    expect(compiled()).toEqual([])
    for (const time of ['first', 'second']) {
      expect(ask('a.ts'), time).toBe(ALLOWED)
      expect(ask('.keel/guards/x.yaml'), time).toBe(DENIED)
      expect(compiled(), time).toHaveLength(1)
    }
  })

  it('answers as before where what was kept is half, empty, nonsense, or of another program, and mends it', () => {
    const { dist, ask, compiled } = install()
    expect(ask('a.ts')).toBe(ALLOWED)
    const file = join(dist, compiled()[0] ?? '')
    const whole = readFileSync(file)
    const nonsense = Buffer.alloc(1004, 7)
    nonsense.writeUInt32LE(1000)
    for (const damage of [whole.subarray(0, 5000), Buffer.alloc(0), nonsense]) {
      writeFileSync(file, damage)
      expect(ask('.keel/guards/x.yaml')).toBe(DENIED)
      expect(readFileSync(file).length).toBeGreaterThan(10_000)
    }
    const hook = join(dist, 'hook.cjs')
    writeFileSync(hook, `${readFileSync(hook, 'utf8')}\n// another program\n`)
    expect(ask('.keel/guards/x.yaml')).toBe(DENIED)
    expect(ask('a.ts')).toBe(ALLOWED)
  })
})
