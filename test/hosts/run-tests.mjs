/**
 * Installs the programs of hosts and runs the tests that need them:
 *
 *   npm run test:hosts [-- claude-code codex gemini-cli opencode copilot | --all]
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const run = (...words) => spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status === 0

const isDone =
  run(join(import.meta.dirname, 'install-programs.mjs'), ...process.argv.slice(2)) &&
  run(join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'test/hosts/')
process.exitCode = isDone ? 0 : 1
