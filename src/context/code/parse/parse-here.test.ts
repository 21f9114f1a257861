import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { queryText } from '../../../../scripts/text-data.mjs'
import { scratch } from '../../../../test/contracts/program.ts'
import { languageOf, languages } from '../languages/all.ts'
import type { ParsedFile } from './parse-files.ts'

/** Each has a runtime of its own, as each run of keel has. */
async function startThread(): Promise<(order: Order) => Promise<Answer>> {
  const { base } = scratch()
  const outfile = join(base, 'here.mjs')
  await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['keel-source'],
    loader: queryText,
    logLevel: 'error',
  })
  return (workerData) =>
    new Promise((resolve, reject) => {
      const thread = new Worker(outfile, {
        workerData: { grammars: packageFile('dist/grammars'), native: null, ...workerData },
      })
      thread.once('message', resolve).once('error', reject)
    })
}

const PROGRAM = `
import { parentPort, workerData } from 'node:worker_threads'
import { parseHere } from './parse-here.ts'
const found = []
const left = await parseHere({ ...workerData, onOutcome: (one) => found.push(one) })
parentPort.postMessage({ found, left })
`

type Order = { readonly files: readonly string[]; readonly cache: string; readonly native?: string }
type Answer = { readonly found: readonly ParsedFile[]; readonly left: readonly string[] }

const FIXTURES = packageFile('test/fixtures/code')

function sampleOf(language: (typeof languages)[number]): string {
  const folder = join(FIXTURES, language.grammar)
  return join(folder, readdirSync(folder).find((name) => languageOf(name) === language) ?? '')
}

describe('a few files are parsed without a thread of their own', () => {
  it('and a query that is remembered finds what it found when it was compiled, in every language', async () => {
    const parse = await startThread()
    for (const language of languages) {
      const { base: cache } = scratch()
      const order = { files: [sampleOf(language)], cache }
      const compiled = await parse(order)
      const [kept = ''] = readdirSync(join(cache, 'queries'))
      const file = join(cache, 'queries', kept)
      const { mtimeMs } = statSync(file)
      const recalled = await parse(order)
      expect(compiled.found[0]?.outcome.kind, language.name).toBe('parsed')
      expect(recalled, language.name).toEqual(compiled)
      const natively = await parse({ ...order, native: packageFile('dist/native') })
      expect(natively, language.name).toEqual(compiled)
      expect(statSync(file).mtimeMs, 'it was not compiled again').toBe(mtimeMs)
    }
  }, 60_000)

  it('and one that is damaged is compiled again', async () => {
    const parse = await startThread()
    const { base: cache } = scratch()
    const order = { files: [packageFile('src/bin.ts')], cache }
    const compiled = await parse(order)
    const [kept = ''] = readdirSync(join(cache, 'queries'))
    const file = join(cache, 'queries', kept)
    const whole = readFileSync(file)
    const damaged = Buffer.from(whole)
    damaged[Math.trunc(damaged.length / 2)] = (damaged[Math.trunc(damaged.length / 2)] ?? 0) ^ 1
    writeFileSync(file, damaged)
    expect(await parse(order)).toEqual(compiled)
    expect(readFileSync(file).equals(whole)).toBe(true)
  })

  it('and those that are too many, too large or take too long are given back', async () => {
    const parse = await startThread()
    const { base } = scratch()
    const put = (name: string, text: string) => {
      mkdirSync(base, { recursive: true })
      writeFileSync(join(base, name), text)
      return join(base, name)
    }
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => put(`${name}.py`, 'def f(): pass\n'))
    expect((await parse({ files: many, cache: base })).left).toEqual(many)
    const large = put('large.py', 'x = 1\n'.repeat(30_000))
    const [small = ''] = many
    const slow = put('slow.cpp', `${'a<b<'.repeat(80)}\n`.repeat(370))
    for (const unfit of [large, slow]) {
      const { found, left } = await parse({ files: [small, unfit], cache: base })
      expect([found.map(({ path }) => path), left]).toEqual([[small], [unfit]])
    }
  })
})
