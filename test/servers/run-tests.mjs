/**
 * Fetches servers and runs the tests that need them, one file after the other: a server wants the machine for itself.
 *
 *   npm run test:servers [-- elasticsearch opensearch]
 *
 * Where a server cannot be had, its tests are skipped and say why. The verbose reporter is the one that shows it.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const run = (words, environment = {}) =>
  spawnSync(process.execPath, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  }).status

const misuse = run([join(import.meta.dirname, 'install-servers.mjs'), ...process.argv.slice(2)]) === 2
const vitest = [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--no-file-parallelism',
  '--reporter=verbose',
  'test/servers/',
]
process.exitCode = misuse ? 2 : run(vitest, { KEEL_TEST_SERVERS: '1' })
