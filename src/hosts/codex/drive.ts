import type { Drive, DriveCommand, DriveRequest } from '../drive.ts'
import { readStream } from './read-stream.ts'
import { retell } from './retell.ts'

/** Its sandbox makes what it lays read-only mounts over, and does not tidy up when a command outlives the turn. */
const MOUNT_POINTS = ['.git', '.codex', '.agents', '.aws']

export const drive: Drive = { command, reader: readStream, retell, reportsCost: false, leaves: MOUNT_POINTS }

function command({ prompt, cwd, model, hookCommand, mcpCommand, environment }: DriveRequest): DriveCommand {
  const settings = {
    approval_policy: '"never"',
    // Else a run without a network waits for one for ever.
    'features.unbounded_connection_retries': 'false',
    ...TEMP_SETTINGS,
    ...(hookCommand === null ? {} : hookSettings(hookCommand)),
    ...(mcpCommand === null ? {} : { 'mcp_servers.keel': serverSetting(mcpCommand) }),
  }
  return {
    program: 'codex',
    words: [
      ...['exec', '--json', '-C', cwd, '-s', 'workspace-write', '--skip-git-repo-check'],
      // Codex skips a hook that nobody has looked through, and says nothing.
      ...(hookCommand === null ? [] : ['--dangerously-bypass-hook-trust']),
      ...(model === null ? [] : ['-m', model]),
      // By `-c` and not by `--disable`, which ends a Codex that does not know the name.
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      '-',
    ],
    cwd,
    environment: Object.fromEntries(
      Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    stdin: prompt,
    files: {},
  }
}

/**
 * Every folder that a command may write to gets those mount points. The temporary folder of the system is everybody's,
 * and a `.git` in it would make a repository of it; so the agent has TMPDIR alone, whatever the user has set.
 */
const TEMP_SETTINGS = {
  'sandbox_workspace_write.exclude_slash_tmp': 'true',
  'sandbox_workspace_write.exclude_tmpdir_env_var': 'false',
}

/** These come on top of the hooks that the user has. */
function hookSettings(hookCommand: readonly string[]): Record<string, string> {
  const plain = hookGroup(shellWords(hookCommand))
  return {
    // A user who turned hooks off has not turned keel off.
    'features.hooks': 'true',
    // What an agent types into a shell that it left open is asked of no hook. Without a terminal there is none to type into.
    'features.unified_exec_tty': 'false',
    'hooks.PreToolUse': hookGroup(shellWords(['/bin/sh', '-c', DENY_ON_FAILURE, 'keel', ...hookCommand])),
    'hooks.PostToolUse': plain,
    'hooks.Stop': plain,
  }
}

/**
 * An action goes ahead when its hook is missing or fails, unless it leaves with exit code 2 and words on stderr. It
 * runs in `sh`, because the shell that Codex asks is the user's, and may be a strange one.
 */
const DENY_ON_FAILURE =
  '"$@" || { echo "The hook failed with exit code $?, so the action is denied." >&2; exit 2; }'

/**
 * An action also goes ahead when its hook is late, and there is no way to change that. So Codex waits for a hook that
 * hangs, prints nothing, and keel's idle clock ends the run.
 */
const HOOK_TIMEOUT_SECONDS = 24 * 60 * 60

function hookGroup(line: string): string {
  return `[{ hooks = [{ type = "command", command = ${toml(line)}, timeout = ${HOOK_TIMEOUT_SECONDS} }] }]`
}

function shellWords(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
}

/**
 * Nobody is there to approve of a call of keel's tools. Codex waits for a server that is required, and for no other:
 * a call in the agent's first step would find no such tool.
 */
function serverSetting([program = '', ...words]: readonly string[]): string {
  const list = `[${words.map(toml).join(', ')}]`
  const wait = `required = true, startup_timeout_sec = ${SERVER_START_SECONDS}`
  return `{ command = ${toml(program)}, args = ${list}, default_tools_approval_mode = "approve", ${wait} }`
}

/** A server that is late ends the run, and a machine may be busy. */
const SERVER_START_SECONDS = 60

/** What JSON writes as a string, TOML reads as the same one. */
function toml(text: string): string {
  return JSON.stringify(text)
}
