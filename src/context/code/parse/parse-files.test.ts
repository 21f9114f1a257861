import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { scratch } from '../../../../test/contracts/program.ts'
import type { FileOutcome } from './batch.ts'
import { type ParsedFile, parseFiles } from './parse-files.ts'

/** A worker that does with a file what its name says. */
const WORKER = `
import { writeFileSync } from 'node:fs'
import { parentPort, threadId, workerData } from 'node:worker_threads'
const times = new Float64Array(workerData.clock)
const sleep = (path) => {
  writeFileSync(path, '')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2200)
}
parentPort.on('message', (order) => {
  if (order === 'finish') return parentPort.close()
  const { files } = order
  const outcomes = files.map((path, place) => {
    times[0] = place
    times[1] = Date.now()
    if (path.includes('hang')) for (;;);
    if (path.includes('asleep')) sleep(path)
    if (path.includes('throw')) throw new Error('no')
    if (path.includes('exit')) process.exit(3)
    times[1] = 0
    return { kind: 'unread', why: path.includes('told') ? threadId : 'binary' }
  })
  parentPort.postMessage({ outcomes, origins: [] })
})
`

async function parse(
  files: readonly string[],
  { threads = 2, stopAfter = Number.POSITIVE_INFINITY } = {},
): Promise<Map<string, FileOutcome>> {
  const { base } = scratch()
  const program = join(base, 'worker.mjs')
  writeFileSync(program, WORKER)
  const outcomes = new Map<string, FileOutcome>()
  const onOutcome = ({ path, outcome }: ParsedFile) => {
    expect(outcomes.has(path), path).toBe(false)
    outcomes.set(path, outcome)
    if (outcomes.size > stopAfter) stop.abort()
  }
  const stop = new AbortController()
  await parseFiles({
    files,
    program,
    grammars: packageFile('dist/grammars'),
    native: null,
    threads,
    limitMs: 100,
    onOutcome,
    signal: stop.signal,
  })
  return outcomes
}

describe('files are parsed in threads', () => {
  it('each once, however many there are, and none where there is none', async () => {
    expect((await parse([])).size).toBe(0)
    const files = Array.from({ length: 700 }, (_, place) => `f${place}`)
    expect([...(await parse(files)).keys()].sort()).toEqual([...files].sort())
  })

  it('and a language that few files are in is opened by one of them', async () => {
    const many = Array.from({ length: 200 }, (_, place) => `told${place}.py`)
    const few = Array.from({ length: 40 }, (_, place) => `told${place}.js`)
    const mixed = many.flatMap((path, place) => [path, ...few.slice(place, place + 1)])
    const outcomes = await parse(mixed)
    expect(outcomes.size).toBe(240)
    const threads = few.map((path) => outcomes.get(path)).map((outcome) => JSON.stringify(outcome))
    expect(new Set(threads).size).toBe(1)
  })

  it('and one that hangs its thread, breaks it or ends it costs that file and no other', async () => {
    const files = Array.from({ length: 60 }, (_, place) => `f${place}`)
    const bad = { hang: 'hang', throw: 'crash', exit: 'crash' } as const
    files.splice(5, 0, 'hang')
    files.splice(6, 0, 'throw')
    files.splice(40, 0, 'exit')
    const outcomes = await parse(files)
    expect([...outcomes.keys()].sort()).toEqual([...files].sort())
    for (const [path, why] of Object.entries(bad))
      expect(outcomes.get(path), path).toEqual({ kind: 'failed', why })
    const others = files.filter((path) => !(path in bad)).map((path) => outcomes.get(path)?.kind)
    expect(new Set(others)).toEqual(new Set(['unread']))
  })

  it('and a process that is put to sleep, with all its threads, takes none of them for hanging', async () => {
    const { base } = scratch()
    const file = join(base, 'asleep')
    const watch = setInterval(() => {
      if (!existsSync(file)) return
      clearInterval(watch)
      // Longer than a thread may take for one file.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)
    }, 5)
    const outcomes = await parse([file])
    expect(outcomes.get(file)).toEqual({ kind: 'unread', why: 'binary' })
  })

  it('and no more is begun once somebody has had enough', async () => {
    const files = Array.from({ length: 5000 }, (_, place) => `f${place}`)
    const { size } = await parse(files, { stopAfter: 100 })
    expect(size).toBeGreaterThan(100)
    expect(size).toBeLessThan(300)
  })

  it('and a program that cannot be started fails every file, and comes to an end', async () => {
    const outcomes = new Map<string, FileOutcome>()
    await parseFiles({
      files: ['a', 'b'],
      program: '/nowhere/worker.mjs',
      grammars: packageFile('dist/grammars'),
      native: null,
      threads: 1,
      limitMs: 100,
      onOutcome: ({ path, outcome }) => void outcomes.set(path, outcome),
    })
    const unstarted = { kind: 'failed', why: 'unstarted' }
    expect([...outcomes.values()]).toEqual([unstarted, unstarted])
  })
})
