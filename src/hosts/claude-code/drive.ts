import { join } from 'node:path'
import type { Drive, DriveCommand, DriveRequest } from '../drive.ts'
import { readStream } from './read-stream.ts'
import { retell } from './retell.ts'

export const drive: Drive = { command, reader: readStream, retell, reportsCost: true, leaves: [] }

function command(request: DriveRequest): DriveCommand {
  const { prompt, cwd, model, turnsMax, scratch, hookCommand, mcpCommand } = request
  const settings = join(scratch, 'claude-settings.json')
  const servers = join(scratch, 'claude-mcp.json')
  return {
    program: 'claude',
    words: [
      ...['-p', '--output-format', 'stream-json', '--verbose'],
      // Edits in the project and every command go ahead unless a hook denies them. To allow `Edit` and `Write` by name
      // would open the whole disk to them, and to bypass permissions is refused to root.
      ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,mcp__keel__*'],
      ...(model === null ? [] : ['--model', model]),
      ...(turnsMax === null ? [] : ['--max-turns', `${turnsMax}`]),
      ...['--settings', settings],
      // Not strict: the servers of the user stay.
      ...(mcpCommand === null ? [] : ['--mcp-config', servers]),
    ],
    cwd,
    environment: environmentOf(request),
    stdin: prompt,
    files: {
      [settings]: JSON.stringify(settingsOf(hookCommand)),
      ...(mcpCommand === null ? {} : { [servers]: JSON.stringify(serversOf(mcpCommand)) }),
    },
  }
}

/** In either of these modes Claude Code runs no hook at all. */
const WITHOUT_HOOKS = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE']

function environmentOf({ environment, hookCommand }: DriveRequest): Record<string, string> {
  const unwanted = hookCommand === null ? [] : WITHOUT_HOOKS
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !unwanted.includes(entry[0]),
    ),
  )
}

const HOOK_TIMEOUT_SECONDS = 60

function settingsOf(hookCommand: readonly string[] | null): unknown {
  if (hookCommand === null) return {}
  const [program, ...args] = hookCommand
  const hook = { type: 'command', command: program, args, timeout: HOOK_TIMEOUT_SECONDS }
  return {
    // A user who turned hooks off has not turned keel off; these settings are stronger than theirs.
    disableAllHooks: false,
    hooks: {
      // Without this an action goes ahead when its hook is missing, fails or is late.
      PreToolUse: [{ matcher: '*', hooks: [{ ...hook, onFailure: 'block' }] }],
      PostToolUse: [{ matcher: '*', hooks: [hook] }],
      // A hook that fails here must not keep the agent from stopping.
      Stop: [{ hooks: [hook] }],
    },
  }
}

function serversOf([program, ...args]: readonly string[]): unknown {
  return { mcpServers: { keel: { command: program, args } } }
}
