import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { scratch } from '../../../../test/contracts/program.ts'
import { readFindings } from '../finding.ts'
import { NO_TAGS } from '../tags.ts'
import { writeTags } from '../write-tags.ts'
import { parseRecent } from './parse-recent.ts'

const DEFINITION = {
  kind: 'function',
  line: 1,
  endLine: 1,
  signature: '',
  doc: null,
  exported: true,
  parent: null,
} as const

/** A worker that finds one name in every file. */
const workerThatFinds = (name: string) => `
import { parentPort } from 'node:worker_threads'
const tags = ${JSON.stringify(writeTags({ ...NO_TAGS, definitions: [{ ...DEFINITION, name }] }))}
const outcome = { kind: 'parsed', tags, isGenerated: false, hasErrors: false }
parentPort.on('message', ({ files }) =>
  parentPort.postMessage({ outcomes: files.map(() => outcome), origins: [] }),
)
`

it('what another program has parsed is not believed, and what this one has is', async () => {
  const { base, project: root } = scratch()
  // So many that a thread is worth its start.
  const files = Array.from({ length: 20 }, (_, place) => ({ path: `${place}.ts`, blob: `b10b${place}` }))
  const parseWith = async (name: string) => {
    const program = join(base, `${name}.mjs`)
    writeFileSync(program, workerThatFinds(name))
    const { outcomes, parsed } = await parseRecent(files, {
      root,
      program,
      grammars: packageFile('dist/grammars'),
      native: packageFile('dist/native'),
      threads: 1,
      cache: base,
      listedAt: 2,
    })
    const names = [...outcomes.values()].map(readFindings()).flatMap((finding) => {
      return finding.kind === 'parsed' ? finding.tags.definitions.map((definition) => definition.name) : []
    })
    return { names: [...new Set(names)], parsed }
  }
  expect(await parseWith('before')).toEqual({ names: ['before'], parsed: 20 })
  expect(await parseWith('before')).toEqual({ names: ['before'], parsed: 0 })
  expect(await parseWith('after')).toEqual({ names: ['after'], parsed: 20 })
})

it('a file that fails is tried once more by the next process, and then no more', async () => {
  const { base, project: root } = scratch()
  const program = join(base, 'breaks.mjs')
  const tries = join(base, 'tries')
  writeFileSync(
    program,
    `
import { appendFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
parentPort.on('message', () => {
  new Float64Array(workerData.clock)[1] = Date.now()
  appendFileSync(${JSON.stringify(tries)}, '.')
  process.exit(3)
})
`,
  )
  const run = async () => {
    vi.resetModules()
    const { parseRecent: parseAnew } = await import('./parse-recent.ts')
    const files = [{ path: 'large.ts', blob: 'b10b' }]
    const parse = async () => {
      writeFileSync(tries, '')
      const { parsed, hasMoved } = await parseAnew(files, {
        root,
        program,
        grammars: packageFile('dist/grammars'),
        native: packageFile('dist/native'),
        threads: 1,
        cache: base,
        listedAt: Number.POSITIVE_INFINITY,
      })
      expect(parsed).toBe(0)
      return [readFileSync(tries, 'utf8').length, hasMoved]
    }
    return [...(await parse()), ...(await parse())]
  }
  writeFileSync(join(root, 'large.ts'), 'let a = 1\n'.repeat(20_000))
  expect(await run()).toEqual([1, true, 0, true])
  expect(await run()).toEqual([1, false, 0, false])
  expect(await run()).toEqual([0, false, 0, false])
})
