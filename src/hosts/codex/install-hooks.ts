import { hookSettings } from '../hook-settings.ts'

/** Codex reads files with commands, so that these are all it needs to ask about. It has no way to deny by itself. */
export const installHooks = hookSettings({
  host: 'codex',
  path: '.codex/hooks.json',
  events: [
    { event: 'PreToolUse', matcher: '^(Bash|apply_patch|mcp__.*)$' },
    { event: 'Stop', matcher: null },
  ],
  timeout: 10,
  extra: {},
})
