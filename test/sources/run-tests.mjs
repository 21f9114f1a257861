/**
 * Installs the programs of trackers into a cache outside the repository, and looks whether keel and they understand each other:
 *
 *   npm run build && npm run test:sources [-- bd gh --write]
 *
 * Without names both are installed. `--write` records what they say in test/fixtures/sources. The cache is $KEEL_SOURCE_CACHE, or ~/.cache/keel/sources. What
 * cannot be had here is skipped and says why. Building bd takes many minutes the first time; the tests take two.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const names = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const { status } = spawnSync(process.execPath, [vitest, 'run', '--reporter=verbose', 'test/sources'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    KEEL_TEST_SOURCES: (names.length === 0 ? ['bd', 'gh'] : names).join(','),
    ...(process.argv.includes('--write') ? { KEEL_RECORD_SOURCES: '1' } : {}),
  },
})
process.exitCode = status ?? 1
