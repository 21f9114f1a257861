import { installHooks as claudeCode } from './claude-code/install-hooks.ts'
import { installHooks as codex } from './codex/install-hooks.ts'
import { installHooks as geminiCli } from './gemini-cli/install-hooks.ts'
import type { HookInstall } from './install.ts'

/** How keel's hook gets into the settings of every host that can ask it. */
export const hookInstalls: Readonly<Record<string, HookInstall>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
}
