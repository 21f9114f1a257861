import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { readJournal } from '#journal/read-journal.ts'
import { namesIn } from '#kit/files.ts'
import { parseLease } from '#loop/tasks/lease.ts'
import { openBoard } from '#loop/tasks/open-board.ts'
import { readyTasks } from '#loop/tasks/ready-tasks.ts'
import { files } from '#loop/tasks/sources/files.ts'
import { statusAt } from '#loop/tasks/task-table.ts'
import { scratch } from '../contracts/program.ts'
import { seeded } from './seeded.ts'

let worker: string

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'work-on-tasks.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['keel-source'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  worker = outputFiles[0]?.text ?? ''
})

function project(count: number) {
  const { base, project: root } = scratch()
  const program = join(base, 'worker.mjs')
  writeFileSync(program, worker)
  const folder = join(root, '.keel/tasks')
  mkdirSync(folder, { recursive: true })
  const texts = new Map(
    Array.from({ length: count }, (_, n) => {
      const id = `t${String(n).padStart(3, '0')}`
      return [
        id,
        `---\nid: ${id}\ntitle: Task ${n} # with a comment\nstatus: open # here\nowner: x\n---\n\nText of ${n}.\n`,
      ]
    }),
  )
  for (const [id, text] of texts) writeFileSync(join(folder, `${id}.md`), text)
  return { root, program, folder, texts }
}

type Ended = {
  readonly ids: string[]
  readonly signal: string | null
  readonly code: number | null
  readonly complaint: string
}

function start(words: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, words, { env: { PATH: process.env['PATH'] ?? '', ...environment } })
  let said = ''
  let complaint = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  child.stderr.on('data', (text) => {
    complaint += text
  })
  return new Promise((resolve) => {
    child.on('close', (code, signal) =>
      resolve({ ids: said.split('\n').filter((line) => line !== ''), signal, code, complaint }),
    )
  })
}

describe('tasks that several processes work on', () => {
  it('are claimed exactly once each by twenty processes', { timeout: 120_000 }, async () => {
    const { root, program, texts } = project(200)
    const ended = await Promise.all(
      Array.from({ length: 20 }, () => start([program, root, 'claim', 'unwatched'])),
    )
    expect(ended.map(({ code, complaint }) => [code, complaint])).toEqual(ended.map(() => [0, '']))
    expect(ended.flatMap(({ ids }) => ids).sort()).toEqual([...texts.keys()])
    const moves = readJournal(root).entries.flatMap((entry) =>
      entry.kind === 'task-moved' ? [entry.task] : [],
    )
    expect(moves.sort()).toEqual([...texts.keys()])
  })

  it('are whole, and either done or ready again, wherever a process is killed at work', {
    timeout: 300_000,
  }, async () => {
    const { root, program, folder, texts } = project(400)
    const random = seeded(20_261)
    const deadline = performance.now() + 40_000
    let kills = 0
    while (kills < 250 && performance.now() < deadline) {
      const words = ['--require', join(import.meta.dirname, 'kill-at.cjs'), program, root, 'work']
      const round = Array.from({ length: 3 }, (_, n) =>
        start([...words, n === 0 ? 'unwatched' : 'watched'], {
          KILL_AT: String(1 + Math.floor(random() * 45)),
        }),
      )
      for (const { signal, complaint } of await Promise.all(round)) {
        expect(complaint).toBe('')
        if (signal === 'SIGKILL') kills++
      }
      expectSound({ root, folder, texts })
      giveBack(root)
    }
    expect(kills).toBeGreaterThan(60)
    const last = await start([program, root, 'work'])
    expect([last.code, last.complaint]).toEqual([0, ''])
    const { table } = openBoard(files(root), LATER())
    expect(table.ids.map((_, place) => statusAt(table, place))).toEqual(table.ids.map(() => 'done'))
    expectSound({ root, folder, texts })
  })
})

/** When every lease has run out, whoever holds it. */
const LATER = () => new Date(Date.now() + 3_600_000)

/** Ends the leases that only time would end. */
function giveBack(root: string): void {
  const folder = join(root, '.keel/leases')
  for (const name of namesIn(folder).filter((one) => one.endsWith('.json'))) {
    const lease = parseLease(readFileSync(join(folder, name)))
    const ended = { ...lease, until: new Date(0).toISOString() }
    writeFileSync(join(folder, name), JSON.stringify(ended))
  }
}

function expectSound({
  root,
  folder,
  texts,
}: {
  root: string
  folder: string
  texts: ReadonlyMap<string, string>
}): void {
  const { table, leases } = openBoard(files(root), LATER())
  expect([table.broken, leases.unreadable, table.ids.length]).toEqual([[], [], texts.size])
  const found = [...texts.keys()].map((id) => {
    const text = readFileSync(join(folder, `${id}.md`), 'utf8')
    return [id, text.replace(/^status: \w+/m, 'status: open')] as const
  })
  expect(new Map(found)).toEqual(texts)
  const { entries, unreadable } = readJournal(root)
  expect(unreadable.filter(({ kind }) => kind === 'damaged')).toEqual([])
  const closed = new Set(
    entries.flatMap((entry) => (entry.kind === 'task-moved' && entry.to === 'done' ? [entry.task] : [])),
  )
  const ready = new Set(readyTasks(table, leases))
  const impossible = table.ids.filter((id, place) =>
    statusAt(table, place) === 'done' ? !closed.has(id) : !ready.has(place),
  )
  expect(impossible).toEqual([])
}
