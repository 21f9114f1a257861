/**
 * Which of twenty thousand tasks are ready, beside a plain read of their folder, in one process and one run: the questions take
 * turns, so that a busy machine slows all of them alike.
 *
 *   npm run build && npm run bench:tasks [-- --rounds 15] [-- --write]
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const { findReady, openSource } = await import('../dist/index.js')

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 15
const COUNT = 20_000
const LIMIT_MS = 50
const root = mkdtempSync(join(tmpdir(), 'keel-bench-'))
const folder = join(root, '.keel/tasks')
const source = openSource('files', { root, environment: process.env })
const file = (number) => join(folder, `${idOf(number)}.md`)

try {
  setUp()
  process.chdir(root)
  const started = performance.now()
  const expected = JSON.stringify(findReady(source, { now: new Date() }))
  const coldMs = performance.now() - started
  // Until the clock of the file system has moved on, files that were just written are read again.
  await sleep(2500)
  findReady(source, { now: new Date() })
  const rows = measure(expected)
  const table = [
    '| question | median ms | fastest ms | ratio to the plain read | limit ms |',
    '|---|--:|--:|--:|--:|',
    ...rows.map(
      ({ name, ms, least, ratio, limit }) =>
        `| ${name} | ${ms.toFixed(1)} | ${least.toFixed(1)} | ${ratio.toFixed(2)} | ${limit ?? ''} |`,
    ),
  ].join('\n')
  const cold = `For the first time, when there is no index: ${(coldMs / 1000).toFixed(1)} s. Ready: ${JSON.parse(expected).total} of ${COUNT}.`
  console.log(`${table}\n\n${cold}`)
  if (process.argv.includes('--write')) {
    const head = `# Tasks\n\n\`npm run build && npm run bench:tasks -- --write\`: ${COUNT} tasks, a third of them open, in epics of twenty and with dependencies; ${rounds} rounds, interleaved. Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores.`
    const foot =
      'Warm means that the index is there and a new process would find it: the files are asked for their marks each time, and nothing\nis remembered in memory. Most of the time goes into asking the system about each file. The second line is what Node takes for that;\na native program does it for `ready` where the build could make one (docs/decisions/0014).'
    writeFileSync(join(import.meta.dirname, 'tasks.md'), `${head}\n\n${table}\n\n${cold}\n\n${foot}\n`)
  }
  for (const { name, ms, limit } of rows) {
    if (limit === null || ms <= limit) continue
    console.error(`Over the limit of ${limit} ms: ${name}.`)
    process.exitCode = 1
  }
} finally {
  rmSync(root, { recursive: true, force: true })
}

function idOf(number) {
  return number % 20 === 0
    ? `t${String(number).padStart(5, '0')}`
    : `t${String(number - (number % 20)).padStart(5, '0')}.${number % 20}`
}

function setUp() {
  mkdirSync(folder, { recursive: true })
  const past = new Date('2026-01-01T00:00:00Z')
  for (let number = 0; number < COUNT; number++) {
    const isEpic = number % 20 === 0
    const status = isEpic ? 'open' : number % 3 === 0 ? 'open' : 'done'
    const before = number % 20 > 1 ? `[${idOf(number - 1)}]` : '[]'
    const text = [
      '---',
      `id: ${idOf(number)}`,
      `title: The thing that has the number ${number}`,
      `type: ${isEpic ? 'epic' : 'feature'}`,
      `status: ${status}`,
      `priority: ${number % 5}`,
      `depends_on: ${before}`,
      'labels: [shop, cart]',
      `created: 2026-01-01T00:00:${String(number % 60).padStart(2, '0')}Z`,
      '---',
      '',
      'What has to be done, in a few sentences that say why, and for whom. '.repeat(6),
      '',
    ].join('\n')
    writeFileSync(file(number), text)
    utimesSync(file(number), past, past)
  }
}

function measure(expected) {
  const names = readdirSync(folder)
  let turn = 0
  const questions = [
    {
      name: 'read every file of the folder',
      limit: null,
      ask: () => {
        for (const name of readdirSync(folder)) readFileSync(join(folder, name))
      },
    },
    {
      name: 'ask for the state of every file',
      limit: null,
      ask: () => {
        for (const name of names) statSync(`.keel/tasks/${name}`)
      },
    },
    {
      name: 'ready, nothing changed',
      limit: LIMIT_MS,
      ask: () => {
        if (JSON.stringify(findReady(source, { now: new Date() })) !== expected)
          throw new Error('another answer')
      },
    },
    {
      name: 'ready, one task edited in place since',
      limit: LIMIT_MS,
      before: () => {
        const text = readFileSync(file(3), 'utf8')
        writeFileSync(file(3), text.replace(/^status: .*/m, `status: ${++turn % 2 === 0 ? 'open' : 'done'}`))
      },
      ask: () => findReady(source, { now: new Date() }),
      after: () => {
        writeFileSync(file(3), readFileSync(file(3), 'utf8').replace(/^status: .*/m, 'status: open'))
      },
    },
  ]
  const times = new Map(questions.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds + 2; round++) {
    for (const { name, before, ask, after } of questions) {
      before?.()
      const started = performance.now()
      ask()
      const took = performance.now() - started
      after?.()
      if (round >= 2) times.get(name).push(took)
    }
  }
  const sorted = (name) => times.get(name).toSorted((one, other) => one - other)
  const plain = sorted(questions[0].name)[Math.floor(rounds / 2)]
  return questions.map(({ name, limit }) => {
    const ms = sorted(name)[Math.floor(rounds / 2)]
    return { name, ms, least: sorted(name)[0], ratio: ms / plain, limit }
  })
}
