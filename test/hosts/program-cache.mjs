/** Where the programs of hosts lie once they are installed. Plain JavaScript, because the installer runs before anything is built. */
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))

/** By the name of the host: its package, the version keel was measured on, and what the package calls its program. */
export const catalogue = Object.fromEntries(
  Object.entries({
    'claude-code': ['@anthropic-ai/claude-code', 'claude'],
    codex: ['@openai/codex', 'codex'],
    'gemini-cli': ['@google/gemini-cli', 'gemini'],
    opencode: ['opencode-ai', 'opencode'],
    copilot: ['@github/copilot', 'copilot'],
  }).map(([name, [pack, program]]) => [name, { pack, program, version: dependencies[pack] }]),
)

export const programNames = Object.keys(catalogue)

export function cacheFolder(environment = process.env) {
  return environment.KEEL_HOST_CACHE || join(homedir(), '.cache', 'keel', 'hosts')
}

/** One folder a program and version. It comes into being by a rename, so that it is whole wherever it is at all. */
export function folderOf(name, environment = process.env) {
  return join(cacheFolder(environment), `${name}@${catalogue[name].version}`)
}

export function executableIn(folder, name) {
  return join(folder, 'node_modules', '.bin', catalogue[name].program)
}

export function isInstalled(name, environment = process.env) {
  return existsSync(executableIn(folderOf(name, environment), name))
}
