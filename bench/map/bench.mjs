/**
 * How fast and how small `keel map` is, as ratios to others that are run beside it in the same minutes. Four measures:
 *
 *   npm run build
 *   node bench/map/bench.mjs cold   --tree PATH… [--against aider,repomix] [--rounds 3]
 *   node bench/map/bench.mjs again  --tree PATH… [--rounds 15]
 *   node bench/map/bench.mjs limit  --tree PATH… [--rounds 3]
 *   node bench/map/bench.mjs growth --from REPOSITORY… [--sizes 1000,10000,75000] [--rounds 1]
 *
 * A tree is a checkout of a git repository; it is cloned, and left as it is. `--write` keeps the results beside this file.
 * What the others are is fetched once, into the folder that `--scratch` names. See README.md for what that needs.
 */
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAgain } from './again.mjs'
import { measureCold } from './cold.mjs'
import { measureGrowth } from './growth.mjs'
import { measureLimit } from './limit.mjs'
import { nameOf } from './name-of.mjs'

const MEASURES = { cold: measureCold, again: measureAgain, limit: measureLimit, growth: measureGrowth }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tree: { type: 'string', multiple: true, default: [] },
    from: { type: 'string', multiple: true, default: [] },
    against: { type: 'string', default: 'aider,repomix' },
    sizes: { type: 'string', default: '1000,10000,75000' },
    rounds: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    scratch: { type: 'string', default: join(tmpdir(), 'keel-bench-map') },
    write: { type: 'boolean', default: false },
  },
})
const measure = MEASURES[positionals[0]]
if (measure === undefined || values.tree.length + values.from.length === 0) {
  console.error(
    `Say what to measure (${Object.keys(MEASURES).join(', ')}), and where: --tree PATH or --from PATH.`,
  )
  process.exit(2)
}
mkdirSync(values.scratch, { recursive: true })
await measure({
  trees: values.tree,
  repositories: values.from,
  against: values.against.split(',').filter(Boolean),
  sizes: values.sizes.split(',').map(Number),
  rounds: values.rounds === undefined ? null : Number(values.rounds),
  timeoutMs: Number(values.minutes) * 60_000,
  scratch: resolve(values.scratch),
  command: `node bench/map/bench.mjs ${process.argv.slice(2).flatMap(shorten).join(' ')}`,
  isKept: values.write,
})

/** Paths by their names alone: where they lie is nobody's business. */
function shorten(word, place, words) {
  if (word === '--scratch' || words[place - 1] === '--scratch') return []
  return ['--tree', '--from'].includes(words[place - 1]) ? [nameOf(word)] : [word]
}
