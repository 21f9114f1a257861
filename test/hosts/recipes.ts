import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ScenarioInput } from '../../src/models/scripted/scenario.ts'
import type { ProgramName } from './programs.ts'

export type ToolCall = NonNullable<ScenarioInput['lanes'][number]['steps'][number]['tools']>[number]

export type Setting = { readonly home: string; readonly project: string; readonly url: string }

/** How a host is pointed at the scripted model and asked for something without anybody at the keyboard. */
export type Recipe = {
  readonly setUp: (setting: Setting) => void
  readonly words: (prompt: string, setting: Setting) => readonly string[]
  readonly input: (prompt: string) => string
  readonly environment: (setting: Setting) => Readonly<Record<string, string>>
  readonly read: (path: string) => ToolCall
  /** The call by which a model of this host writes a new file. */
  readonly write: (file: { readonly path: string; readonly content: string }) => ToolCall
}

const KEY = 'test-key'

export const recipes: Readonly<Record<ProgramName, Recipe>> = {
  'claude-code': {
    setUp: () => {},
    words: (prompt) => [
      ...['-p', prompt],
      ...['--output-format', 'stream-json', '--verbose'],
      ...['--permission-mode', 'acceptEdits'],
    ],
    input: () => '',
    environment: ({ home, url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_TMPDIR: home,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
      DISABLE_TELEMETRY: '1',
    }),
    read: (path) => ({ name: 'Read', input: { file_path: path } }),
    write: ({ path, content }) => ({ name: 'Write', input: { file_path: path, content } }),
  },
  codex: {
    setUp: () => {},
    // On the command line, where it adds to the configuration that a test may have put into the home.
    words: (prompt, { project, url }) => [
      ...['exec', '--json', '--skip-git-repo-check', '-m', 'gpt-5.5'],
      ...Object.entries({
        sandbox_mode: '"workspace-write"',
        // While its sandbox runs, every folder that may be written to has a .git, and /tmp is everybody's.
        sandbox_workspace_write: '{ exclude_slash_tmp = true, exclude_tmpdir_env_var = true }',
        model_provider: '"scripted"',
        'model_providers.scripted': `{ name = "scripted", base_url = "${url}/v1", env_key = "SCRIPTED_KEY", wire_api = "responses", request_max_retries = 0, stream_max_retries = 0 }`,
        projects: `{ "${project}" = { trust_level = "trusted" } }`,
      }).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      prompt,
    ],
    input: () => '',
    environment: () => ({ SCRIPTED_KEY: KEY }),
    read: (path) => ({ name: 'exec_command', input: { cmd: `cat ${JSON.stringify(path)}` } }),
    write: ({ path, content }) => {
      const added = content.replace(/\n$/, '').replaceAll(/^/gm, '+')
      const input = `*** Begin Patch\n*** Add File: ${path}\n${added}\n*** End Patch\n`
      return { name: 'apply_patch', custom: true, input }
    },
  },
  'gemini-cli': {
    setUp: ({ home }) => {
      const file = join(home, '.gemini', 'settings.json')
      const settings = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
      settings.security = { ...settings.security, auth: { selectedType: 'gemini-api-key' } }
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(settings))
    },
    // Without a model the program asks a router first, which wants JSON and does not give up for minutes.
    words: (prompt) => ['-p', prompt, '-m', 'gemini-2.5-pro', '-o', 'stream-json', '--approval-mode', 'yolo'],
    input: () => '',
    environment: ({ url }) => ({
      GEMINI_API_KEY: KEY,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    }),
    read: (path) => ({ name: 'read_file', input: { file_path: path } }),
    write: ({ path, content }) => ({ name: 'write_file', input: { file_path: path, content } }),
  },
  opencode: {
    setUp: () => {},
    words: () => ['run', '--format', 'json', '--title', 'scripted', '--auto'],
    // Words on the command line reach the model in quotation marks.
    input: (prompt) => `${prompt}\n`,
    environment: ({ url }) => {
      const options = { baseURL: `${url}/v1`, apiKey: KEY }
      const provider = { npm: '@ai-sdk/openai-compatible', options, models: { scripted: {} } }
      return {
        OPENCODE_CONFIG_CONTENT: JSON.stringify({ model: 'local/scripted', provider: { local: provider } }),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
      }
    },
    read: (path) => ({ name: 'read', input: { filePath: path } }),
    write: ({ path, content }) => ({ name: 'write', input: { filePath: path, content } }),
  },
  copilot: {
    setUp: () => {},
    words: (prompt) => ['-p', prompt, '--allow-all-tools', '--output-format', 'json', '--trust-folder'],
    input: () => '',
    environment: ({ url }) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: 'scripted',
    }),
    read: (path) => ({ name: 'view', input: { path } }),
    write: ({ path, content }) => ({ name: 'create', input: { path, file_text: content } }),
  },
}
