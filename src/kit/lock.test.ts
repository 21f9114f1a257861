import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it, vi } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { holdLock, whileLocked } from './lock.ts'
import { processBegan } from './process-began.ts'

/** A process that has been, and is no more. */
const gone = () => spawnSync(process.execPath, ['-e', '']).pid

/** Breaks one stale lock after another, at the same times as others of its kind. Lives until its standard input ends. */
const BREAKER = `
import { closeSync, openSync, rmSync } from 'node:fs'
import { holdLock, whileLocked } from './lock.ts'
const [kind, folder, rounds, startMs] = process.argv.slice(2)
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
let inside = 0
const crowded = []
const work = (round) => () => {
  inside += 1
  const mark = folder + '/inside-' + round
  try {
    closeSync(openSync(mark, 'wx'))
    pause(2)
    rmSync(mark)
  } catch {
    crowded.push(round)
  }
}
for (let round = 0; round < Number(rounds); round++) {
  const file = folder + '/' + round + '.lock.keel-tmp'
  while (Date.now() < Number(startMs) + round * 15);
  if (kind === 'while') whileLocked(file, work(round))
  else if (holdLock(file).kind === 'ours') inside += 1
}
process.stdout.write(JSON.stringify({ inside, crowded }))
process.stdin.resume()
`

const NO_LINKS = join(import.meta.dirname, '../../test/walks/no-links.cjs')

const ROUNDS = 50
const BREAKERS = 8

async function buildProgram(contents: string) {
  const { project } = scratch()
  const folder = join(project, 'locks')
  mkdirSync(folder)
  const program = join(project, 'program.mjs')
  await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return { folder, program }
}

async function breakTogether(kind: 'while' | 'hold', nodeFlags: readonly string[] = []) {
  const { folder, program } = await buildProgram(BREAKER)
  const dead = String(gone())
  for (let round = 0; round < ROUNDS; round++) writeFileSync(join(folder, `${round}.lock.keel-tmp`), dead)
  const words = [...nodeFlags, program, kind, folder, String(ROUNDS), String(Date.now() + 1000)]
  const children = Array.from({ length: BREAKERS }, () =>
    spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const told = await Promise.all(
    children.map(async ({ stdout }) => {
      const [data] = await once(stdout, 'data')
      return JSON.parse(String(data)) as { inside: number; crowded: number[] }
    }),
  )
  await Promise.all(
    children.map((child) => {
      child.stdin.end()
      return once(child, 'close')
    }),
  )
  return { told, left: readdirSync(folder) }
}

/** Works under a lock again and again, and says how often others had it at most between its asking and its getting. */
const EAGER = `
import { appendFileSync, statSync } from 'node:fs'
import { whileLocked } from './lock.ts'
const [folder, rounds] = process.argv.slice(2)
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const turns = () => statSync(folder + '/turns').size
let missed = 0
for (let round = 0; round < Number(rounds); round++) {
  const asked = turns()
  const done = whileLocked(folder + '/lock.keel-tmp', () => {
    missed = Math.max(missed, turns() - asked)
    appendFileSync(folder + '/turns', '.')
    pause(5)
  })
  if (done.kind === 'busy') missed = Infinity
}
process.stdout.write(String(missed))
`

describe('a lock that many want again and again', () => {
  it('comes to each in turn, more or less', async () => {
    const { folder, program } = await buildProgram(EAGER)
    const [many, rounds] = [10, 30]
    writeFileSync(join(folder, 'turns'), '')
    const missed = await Promise.all(
      Array.from({ length: many }, async () => {
        const { stdout } = spawn(process.execPath, [program, folder, String(rounds)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const [data] = await once(stdout, 'data')
        return Number(data)
      }),
    )
    expect(readFileSync(join(folder, 'turns'), 'utf8')).toHaveLength(many * rounds)
    // Who could look only now and then missed two thirds of all.
    expect(Math.max(...missed)).toBeLessThan((many * rounds) / 2)
  })
})

describe('a lock whose process is gone', () => {
  it.each([
    ['', []],
    [', where files have no second names', ['--require', NO_LINKS]],
  ])('is broken by many at the same time, and one after the other is inside%s', async (_, nodeFlags) => {
    const { told, left } = await breakTogether('while', nodeFlags)
    expect(told.flatMap(({ crowded }) => crowded)).toEqual([])
    expect(told.map(({ inside }) => inside)).toEqual(told.map(() => ROUNDS))
    expect(left).toEqual([])
  })

  it('is held by exactly one of those who break it at the same time', async () => {
    const { told, left } = await breakTogether('hold')
    expect(told.reduce((sum, { inside }) => sum + inside, 0)).toBe(ROUNDS)
    expect(left).toHaveLength(ROUNDS)
  })

  it('is broken where whoever had the turn to break it died in it', () => {
    const { project } = scratch()
    const file = join(project, 'lock.keel-tmp')
    const dead = String(gone())
    for (const lock of [holdLock, (path: string) => whileLocked(path, () => {})]) {
      writeFileSync(file, dead)
      writeFileSync(join(project, '.lock.keel-tmp.turn.keel-tmp'), dead)
      const taken = lock(file)
      expect(taken.kind).not.toBe('busy')
      if (taken.kind === 'ours') taken.release()
      expect(readdirSync(project)).toEqual([])
    }
  })
})

describe('a lock', () => {
  it('is not taken for that of a process which got the same number later', () => {
    const { project } = scratch()
    const file = join(project, 'lock.keel-tmp')
    const began = processBegan(process.ppid)
    writeFileSync(file, `${process.ppid} ${began ?? ''} x`)
    expect(holdLock(file)).toEqual({ kind: 'busy', process: process.ppid })
    if (began === null) return
    writeFileSync(file, `${process.ppid} ${began - 1} x`)
    expect(holdLock(file).kind).toBe('ours')
  })

  it('that was broken for its age is not taken from whoever has it now', () => {
    const { project } = scratch()
    const file = join(project, 'lock.keel-tmp')
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      whileLocked(file, () => {
        vi.advanceTimersByTime(61_000)
        writeFileSync(file, 'another')
      })
      expect(readFileSync(file, 'utf8')).toBe('another')
    } finally {
      vi.useRealTimers()
    }
    whileLocked(`${file}.2`, () => {})
    expect(existsSync(`${file}.2`)).toBe(false)
  })

  it('is not taken from whoever has it now, however short its work seemed', () => {
    const { project } = scratch()
    const file = join(project, 'lock.keel-tmp')
    whileLocked(file, () => writeFileSync(file, 'another'))
    expect(readFileSync(file, 'utf8')).toBe('another')
  })
})
