import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { recipes, Setting } from './recipes.ts'

type ToolCall = ReturnType<(typeof recipes)['codex']['write']>

/** What a test has to know of a host that keel drives, beyond its recipe. */
export type Driven = {
  readonly model: string | null
  /** Points the host at the scripted model by its own settings, since its command line is keel's. */
  readonly setUp: (setting: Setting) => void
  readonly shell: (command: string) => ToolCall
  /** The call of keel's own tool. */
  readonly pack: (task: string) => ToolCall
}

export const driven = {
  'claude-code': {
    model: null,
    setUp: () => {},
    shell: (command) => ({ name: 'Bash', input: { command, description: 'a command' } }),
    pack: (text) => ({ name: 'mcp__keel__context_pack', input: { text } }),
  },
  codex: {
    model: 'gpt-5.5',
    setUp: ({ home, url }) => {
      mkdirSync(join(home, '.codex'))
      const provider = `{ name = "scripted", base_url = "${url}/v1", env_key = "SCRIPTED_KEY", wire_api = "responses", request_max_retries = 0, stream_max_retries = 0 }`
      const settings = [`model_provider = "scripted"`, `model_providers.scripted = ${provider}`]
      writeFileSync(join(home, '.codex', 'config.toml'), settings.join('\n'))
    },
    shell: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    pack: (text) => ({ name: 'context_pack', namespace: 'mcp__keel', input: { text } }),
  },
} as const satisfies Record<string, Driven>
