import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import type { DriveRequest } from '../drive.ts'
import { drive } from './drive.ts'

const ECHO = [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--']

describe('the command line of Codex', () => {
  it('brings every word of a hook to the hook as it is', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ab \'"$`\\!*{}()&|;<>~#=\n\tü') })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => {
        const { PreToolUse, Stop } = hooksFor([...ECHO, ...words])
        for (const line of [PreToolUse, Stop]) expect(JSON.parse(asked(line).stdout)).toEqual(words)
      }),
      { numRuns: 15 },
    )
  })

  it('denies an action whose hook fails or is missing, in words that Codex wants to see', () => {
    for (const hook of [['/nowhere/at/all'], [process.execPath, '-e', 'process.exit(1)']]) {
      const { status, stderr } = asked(hooksFor(hook).PreToolUse)
      expect(status).toBe(2)
      expect(stderr).toContain('so the action is denied')
    }
  })

  it('lets an agent stop though the hook fails, because it would be asked for ever', () => {
    expect(asked(hooksFor([process.execPath, '-e', 'process.exit(1)']).Stop).status).toBe(1)
  })

  it('turns hooks on whatever the user has set, and leaves no shell open to type into past them', () => {
    const features = { hooks: true, unified_exec_tty: false, unbounded_connection_retries: false }
    expect(settings({ hookCommand: ['/opt/keel'] }).features).toEqual(features)
    expect(settings({}).features).toEqual({ unbounded_connection_retries: false })
  })

  it('lets keel’s own tools be called with nobody to approve, and waits for them', () => {
    const { mcp_servers } = settings({ mcpCommand: ['/opt/keel', 'mcp', 'a "b"'] })
    expect(mcp_servers).toEqual({
      keel: {
        command: '/opt/keel',
        args: ['mcp', 'a "b"'],
        default_tools_approval_mode: 'approve',
        required: true,
        startup_timeout_sec: 60,
      },
    })
  })
})

type Settings = {
  readonly hooks?: Readonly<Record<string, { hooks: { command: string }[] }[]>>
  readonly mcp_servers?: unknown
  readonly features?: unknown
}

/** As Codex reads them: each `-c` is a line of TOML. */
function settings(request: Partial<DriveRequest>): Settings {
  const { words } = drive.command({
    prompt: '',
    cwd: '/the/project',
    model: null,
    turnsMax: null,
    hookCommand: null,
    mcpCommand: null,
    scratch: '/the/scratch',
    environment: {},
    ...request,
  })
  return parse(words.filter((_, index) => words[index - 1] === '-c').join('\n')) as Settings
}

function hooksFor(hookCommand: readonly string[]): { PreToolUse: string; Stop: string } {
  const { hooks } = settings({ hookCommand })
  const line = (event: string) => hooks?.[event]?.[0]?.hooks[0]?.command ?? ''
  return { PreToolUse: line('PreToolUse'), Stop: line('Stop') }
}

function asked(line: string) {
  return spawnSync('/bin/sh', ['-c', line], { encoding: 'utf8', input: '{}' })
}
