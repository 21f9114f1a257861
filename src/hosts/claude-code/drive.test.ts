import { describe, expect, it } from 'vitest'
import type { DriveRequest } from '../drive.ts'
import { drive } from './drive.ts'

const REQUEST: DriveRequest = {
  prompt: '',
  cwd: '/the/project',
  model: null,
  turnsMax: 7,
  hookCommand: ['/opt/keel', 'hook', 'a "b"'],
  mcpCommand: null,
  scratch: '/the/scratch',
  environment: { PATH: '/bin', CLAUDE_CODE_SAFE_MODE: '1', CLAUDE_CODE_SIMPLE: '1' },
}

describe('the command line of Claude Code', () => {
  it('blocks an action whose hook fails, and lets an agent stop all the same', () => {
    const hook = { type: 'command', command: '/opt/keel', args: ['hook', 'a "b"'] }
    expect(settings(REQUEST)).toMatchObject({
      disableAllHooks: false,
      hooks: {
        PreToolUse: [{ matcher: '*', hooks: [{ ...hook, onFailure: 'block' }] }],
        Stop: [{ hooks: [hook] }],
      },
    })
    expect(JSON.stringify(settings(REQUEST).hooks['Stop'])).not.toContain('onFailure')
  })

  it('takes away the variables that turn hooks off, where keel has a hook', () => {
    expect(drive.command(REQUEST).environment).toEqual({ PATH: '/bin' })
    expect(drive.command({ ...REQUEST, hookCommand: null }).environment).toEqual(REQUEST.environment)
  })

  it('allows no tool by name that writes where it likes but the shell, and bypasses nothing', () => {
    const { words } = drive.command(REQUEST)
    expect(words[words.indexOf('--allowedTools') + 1]).toBe('Bash,mcp__keel__*')
    expect(words[words.indexOf('--permission-mode') + 1]).toBe('acceptEdits')
    expect(words[words.indexOf('--max-turns') + 1]).toBe('7')
  })
})

function settings(request: DriveRequest): { hooks: Record<string, unknown> } {
  const { words, files } = drive.command(request)
  return JSON.parse(files[words[words.indexOf('--settings') + 1] ?? ''] ?? '')
}
