import { hookSettings } from '../hook-settings.ts'

/**
 * Asked before what changes or reads files, and at the end of a turn. Searching and planning are not asked about: keel has
 * no guard for them, and each question costs the start of a process.
 */
export const installHooks = hookSettings({
  host: 'claude-code',
  path: '.claude/settings.json',
  events: [
    { event: 'PreToolUse', matcher: '^(Bash|PowerShell|Write|Edit|MultiEdit|NotebookEdit|Read|mcp__.*)$' },
    { event: 'Stop', matcher: null },
  ],
  timeout: 10,
  // From 2.1.295 on, a hook that cannot be run denies. Earlier versions pass over the key.
  extra: { onFailure: 'block' },
})
