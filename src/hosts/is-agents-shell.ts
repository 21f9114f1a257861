/**
 * Whether an agent started what runs here, as the environment tells: a terminal that it made for itself has nobody at it. It is a
 * courtesy, as everything is that an environment says: whoever can run programs can take a variable away.
 */
export function isAgentsShell(environment: Readonly<Record<string, string | undefined>>): boolean {
  return MARKS.some((name) => (environment[name] ?? '') !== '')
}

/** What hosts set for the commands of their agents, and keel for those of its runs. */
const MARKS = [
  'KEEL_RUN',
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'OPENCODE',
]
