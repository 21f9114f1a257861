import { claudeCodeHooks } from './claude-code/hooks.ts'
import { codexHooks } from './codex/hooks.ts'
import { geminiCliHooks } from './gemini-cli/hooks.ts'
import type { HookDialect } from './hook-dialect.ts'

/**
 * Every host whose hooks keel can answer. Apart from the list of hosts, because this one is loaded on every action of an
 * agent, and what the others know is not needed then.
 */
export const hookDialects: Readonly<Record<string, HookDialect>> = {
  'claude-code': claudeCodeHooks,
  codex: codexHooks,
  'gemini-cli': geminiCliHooks,
}

/** The files by which any of them could be told to ask no longer. */
export const settingsFiles = Object.values(hookDialects).flatMap((dialect) => dialect.settingsFiles)
