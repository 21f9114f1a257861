/**
 * How long a pack takes, beside `git grep` of three words of its task and beside the map, in the same minutes.
 *
 *   npm run build
 *   node bench/pack/speed.mjs --tree PATH… --task "TEXT" --words one,two,three [--rounds 9] [--cold 1] [--write]
 *
 * A tree is a checkout of a git repository; it is cloned, and left as it is. Warm: nothing changed since the last pack. Cold: nothing is
 * remembered, neither the code nor the past.
 */
import { rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureRun } from '../map/measure-run.mjs'
import { median, sayRounds, table, tell } from '../map/results.mjs'
import { scratchTree } from '../map/scratch-tree.mjs'

const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true, default: [] },
    task: { type: 'string', default: 'The connection is closed too early when a request fails' },
    words: { type: 'string', default: 'connection,request,closed' },
    rounds: { type: 'string', default: '9' },
    cold: { type: 'string', default: '1' },
    scratch: { type: 'string', default: join(tmpdir(), 'keel-bench-pack-speed') },
    write: { type: 'boolean', default: false },
  },
})
const program = process.execPath
const bin = join(import.meta.dirname, '../../dist/bin.cjs')
const [rounds, coldRounds] = [Number(values.rounds), Number(values.cold)]
const expressions = values.words.split(',').flatMap((word) => ['-e', word])

const rows = []
for (const path of values.tree) {
  const { name, root, files } = scratchTree(values.scratch, path)
  const pack = () => measureRun({ program, words: [bin, 'pack', values.task, '--json'], cwd: root })
  const map = () => measureRun({ program, words: [bin, 'map', '--json'], cwd: root })
  const grep = () =>
    measureRun({ program: 'git', words: ['grep', '-I', '-i', '-c', ...expressions], cwd: root })
  const forget = () => rmSync(join(root, '.keel/cache'), { recursive: true, force: true })
  const cold = { pack: [], map: [] }
  for (let round = 0; round < coldRounds; round += 1)
    for (const [what, run] of Object.entries({ map, pack })) {
      forget()
      cold[what].push(await run())
    }
  const warm = { pack: [], grep: [] }
  await pack()
  for (let round = 0; round < rounds; round += 1) {
    warm.pack.push(await pack())
    warm.grep.push(await grep())
  }
  const wall = (runs) => median(runs.map(({ wallMs }) => wallMs))
  const peak = (runs) => median(runs.map(({ peakMb }) => peakMb))
  rows.push([
    name,
    files,
    Math.round(wall(warm.pack)),
    Math.round(wall(warm.grep)),
    (wall(warm.pack) / wall(warm.grep)).toFixed(1),
    Math.round(peak(warm.pack)),
    (wall(cold.pack) / 1000).toFixed(1),
    (wall(cold.map) / 1000).toFixed(1),
    (wall(cold.pack) / wall(cold.map)).toFixed(2),
    Math.round(peak(cold.pack)),
  ])
}

tell({
  name: join('../pack', 'speed'),
  title: 'How long a pack takes',
  command: `node bench/pack/speed.mjs ${rows.map(([name]) => `--tree ${name}`).join(' ')} --rounds ${rounds} --cold ${coldRounds}`,
  parts: [
    table(
      [
        'tree',
        'files',
        'warm ms',
        'git grep ms',
        'ratio',
        'warm MB',
        'cold s',
        'cold map s',
        'ratio',
        'cold MB',
      ],
      rows,
    ),
    `Warm: ${sayRounds(rounds)} Cold: ${sayRounds(coldRounds)} The machine’s load at the end: ${loadavg()[0]?.toFixed(1)}.`,
  ],
  isKept: values.write,
})
