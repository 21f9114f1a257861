/** keel's main job, on nothing but this clone: build it, then watch it at work. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--no-types'], { stdio: 'inherit' })
const { status } = spawnSync(process.execPath, [join(root, 'dist/bin.cjs'), 'demo'], { stdio: 'inherit' })
process.exitCode = status ?? 1
