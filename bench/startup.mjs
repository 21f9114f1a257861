/**
 * What keel costs before it does anything, as a ratio to Node doing nothing, measured in one run: the commands take
 * turns, so that a busy machine slows all of them alike.
 *
 *   npm run build && npm run bench:startup [-- --rounds 60] [-- --write]
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const bin = join(import.meta.dirname, '../dist/bin.cjs')
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 60
const LIMIT = 1.6
const commands = [
  { name: 'node -e 0', words: ['-e', '0'], isHeld: false },
  { name: 'keel --version', words: [bin, '--version'], isHeld: true },
  { name: 'keel --help', words: [bin, '--help'], isHeld: true },
  { name: 'keel init --help', words: [bin, 'init', '--help'], isHeld: true },
  { name: 'keel config', words: [bin, 'config'], isHeld: false },
]

// Node 20 parses this bundle of certificates on every start, whatever it then does.
const { NODE_EXTRA_CA_CERTS: _certificates, ...environment } = process.env
const times = new Map(commands.map(({ name }) => [name, []]))
for (let round = 0; round < rounds + 3; round++) {
  for (const { name, words } of commands) {
    const started = performance.now()
    const { status, stderr } = spawnSync(process.execPath, words, { env: environment, encoding: 'utf8' })
    const took = performance.now() - started
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
    if (round >= 3) times.get(name).push(took)
  }
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
const bare = median(times.get('node -e 0'))
const rows = commands.map(({ name, isHeld }) => {
  const ms = median(times.get(name))
  return { name, ms, ratio: ms / bare, isHeld }
})
const table = [
  '| command | median ms | ratio to `node -e 0` | limit |',
  '|---|--:|--:|--:|',
  ...rows.map(
    ({ name, ms, ratio, isHeld }) =>
      `| \`${name}\` | ${ms.toFixed(1)} | ${ratio.toFixed(2)} | ${isHeld ? LIMIT : ''} |`,
  ),
].join('\n')
console.log(table)

if (process.argv.includes('--write')) {
  const head = `# Start-up\n\n\`npm run build && npm run bench:startup -- --write\`: ${rounds} rounds, interleaved, medians. Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores.`
  writeFileSync(join(import.meta.dirname, 'startup.md'), `${head}\n\n${table}\n`)
}
if (rows.some(({ isHeld, ratio }) => isHeld && ratio > LIMIT)) {
  console.error(`Over the limit of ${LIMIT}.`)
  process.exitCode = 1
}
