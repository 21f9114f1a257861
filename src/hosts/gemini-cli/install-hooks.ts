import { hookSettings } from '../hook-settings.ts'

/** Gemini CLI counts milliseconds, and knows a hook by its name and command when it asks whether to trust it. */
export const installHooks = hookSettings({
  host: 'gemini-cli',
  path: '.gemini/settings.json',
  events: [
    {
      event: 'BeforeTool',
      matcher: '^(run_shell_command|write_file|replace|read_file|read_many_files|mcp_.*)$',
    },
    { event: 'AfterAgent', matcher: null },
  ],
  timeout: 10_000,
  extra: { name: 'keel' },
})
