/**
 * The one command that checks everything: build, then every test against the built program, and beside them types, style,
 * the plan of the house, dead code and the package: tests mostly wait for programs that they started. Quiet while things are
 * well; a failed step shows its whole output.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'keel-check-'))
const report = join(scratch, 'tests.json')
const local = (name, ...words) => [join(root, 'node_modules/.bin', name), ...words]

const statics = [
  { name: 'types', words: local('tsc', '--noEmit', '-p', '.') },
  { name: 'style', words: local('biome', 'check', '--error-on-warnings', '.') },
  { name: 'plan of the house', words: local('depcruise', 'src', '--config', '.dependency-cruiser.mjs') },
  { name: 'dead code', words: local('knip') },
  { name: 'package', words: local('publint', '--strict') },
]
const tests = local(
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
)

let failed = 0
if (await step({ name: 'build', words: [process.execPath, join(root, 'scripts/build.mjs')] })) {
  const [{ code }] = await Promise.all([run(tests, 'inherit'), oneByOne(statics)])
  if (code !== 0) failed++
  printCounts()
} else {
  console.log('The build failed, so nothing else was checked.')
}
rmSync(scratch, { recursive: true, force: true })
process.exitCode = failed === 0 ? 0 : 1

async function oneByOne(steps) {
  for (const one of steps) await step(one)
}

async function step({ name, words }) {
  const started = performance.now()
  const { code, output } = await run(words, 'pipe')
  console.log(
    `${code === 0 ? 'ok    ' : 'FAILED'}  ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  if (code === 0) return true
  failed++
  console.log(output)
  return false
}

function run([program, ...words], output) {
  const child = spawn(program, words, { cwd: root, stdio: ['ignore', output, output] })
  let heard = ''
  child.stdout?.on('data', (data) => (heard += data))
  child.stderr?.on('data', (data) => (heard += data))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: heard }))
  })
}

/** Skipped tests are named with their reason: what was not tried is part of the answer. */
function printCounts() {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const skipped = testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status))
  for (const { fullName } of skipped) console.log(`skipped: ${fullName}`)
  console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${skipped.length} skipped`)
}
