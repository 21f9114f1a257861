/**
 * Installs test frameworks into a cache outside the repository, runs them on sample projects, and looks whether keel reads them
 * as they are:
 *
 *   npm run test:frameworks [-- vitest jest --write | --quick] [--install]
 *
 * Without names: all. `--quick`: those that are had and run within seconds, in the cases in which they say most.
 * `--install`: what comes with the system and is not there is asked of its packages (Debian, as root).
 * `--write` records what they said in test/fixtures/frameworks. The cache is $KEEL_FRAMEWORK_CACHE, or
 * ~/.cache/keel/frameworks. What cannot be had here is skipped and says why. The verbose reporter is the one that shows it.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const words = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('--'))
const isQuick = words.includes('--quick')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--reporter=verbose', 'test/frameworks/'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    KEEL_TEST_FRAMEWORKS: isQuick ? 'quick' : names.join(','),
    ...(words.includes('--install') ? { KEEL_INSTALL_PACKAGES: '1' } : {}),
    ...(words.includes('--write') ? { KEEL_RECORD_FRAMEWORKS: '1' } : {}),
  },
})
process.exitCode = status ?? 1
