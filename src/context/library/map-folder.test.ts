import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { Fault } from '#words/fault.ts'
import { scratchWith } from '../../../test/contracts/program.ts'
import { diffFolder } from './diff-folder.ts'
import { mapFolder } from './map-folder.ts'
import { packFolder, packTask } from './pack-folder.ts'
import { readFolder } from './read-folder.ts'

const LIBRARY = packageFile('dist/index.js')

describe('the map of a folder', () => {
  it.each(['-e', '-'])('has its symbols where the program is no file (node %s)', (how) => {
    const root = scratchWith({ 'a.py': 'from b import price\nprice()\n', 'b.py': 'def price(): pass\n' })
    const program = `
      import { mapFolder } from ${JSON.stringify(LIBRARY)}
      const { parsed, symbols, problems, unranked } = await mapFolder(${JSON.stringify(root)})
      console.log(JSON.stringify({ parsed, symbols, problems, unranked }))`
    const said = execFileSync(
      process.execPath,
      ['--input-type=module', how, ...(how === '-e' ? [program] : [])],
      { input: how === '-e' ? '' : program, encoding: 'utf8' },
    )
    expect(JSON.parse(said)).toEqual({ parsed: 2, symbols: 1, problems: [], unranked: null })
  })
})

const FILES = { 'a.py': 'def price(): pass\n', file: '' }

/** As somebody without types calls it. */
const call = async (ask: (...words: never[]) => Promise<unknown>, ...words: unknown[]) => {
  try {
    await (ask as (...words: unknown[]) => Promise<unknown>)(...words)
    return 'done'
  } catch (error) {
    return error instanceof Fault && error.hint !== null ? `${error.code} ${error.message}` : error
  }
}

describe('what a function of the library cannot do is a fault that says what to do', () => {
  it.each([
    { options: { tokens: 50 }, says: /^misuse .*tokens: .*100/ },
    { options: { tokens: 'many' }, says: /^misuse .*tokens: / },
    { options: { tokens: 200.5 }, says: /^misuse .*tokens: / },
    { options: { depth: 0 }, says: /^misuse .*depth: / },
    { options: { focus: 'src' }, says: /^misuse .*focus: .*array/ },
    { options: { exclude: [1] }, says: /^misuse .*exclude\.0: / },
    { options: { cache: '' }, says: /^misuse .*cache: / },
    { options: { output: '' }, says: /^misuse .*output: / },
    { options: { token: 500 }, says: /^misuse .*token/ },
    { options: null, says: /^misuse / },
    { options: { focus: ['nowhere'] }, says: /^no-focus / },
  ])('a map with $options', async ({ options, says }) => {
    expect(await call(mapFolder, scratchWith(FILES), options)).toMatch(says)
  })

  it('no folder, in each of them', async () => {
    const root = scratchWith(FILES)
    for (const folder of ['', undefined, 7, join(root, 'file'), join(root, 'nowhere'), 'a\0b'])
      for (const [ask, options] of [
        [mapFolder, {}],
        [readFolder, {}],
        [diffFolder, { output: 'map.md' }],
        [packFolder, { description: 'prices' }],
        [packTask, { task: { title: 'prices' } }],
      ] as const)
        expect(await call(ask, folder, options), `${ask.name} ${folder}`).toMatch(/^no-folder /)
  })

  it('options of the others', async () => {
    const root = scratchWith(FILES)
    expect(await call(readFolder, root, { focus: 'a.py' })).toMatch(/^misuse .*focus: /)
    expect(await call(diffFolder, root, {})).toMatch(/^misuse .*output: /)
    expect(await call(diffFolder, root, { output: join(root, 'none.md') })).toMatch(/^no-map .*none\.md/)
    expect(await call(packFolder, root, {})).toMatch(/^misuse .*description: /)
    expect(await call(packFolder, root, { description: ' ' })).toMatch(/^no-task /)
    expect(await call(packFolder, root, { description: 'a', budget: 1 })).toMatch(/^misuse .*budget: /)
    expect(await call(packFolder, root, { description: 'a', domain: 'b' })).toMatch(/^unknown-domain /)
    expect(await call(packTask, root, { task: {} })).toMatch(/^misuse .*title: /)
  })

  it('a file that cannot be written, which leaves nothing behind', async () => {
    const root = scratchWith(FILES)
    expect(await call(mapFolder, root, { output: join(root, 'file/map.md') })).toMatch(
      /^unwritable .*file\/map\.md/,
    )
    expect(await call(mapFolder, root, { output: root })).toMatch(/^unwritable /)
    expect(readdirSync(root).sort()).toEqual(['a.py', 'file'])
  })
})

it('a map needs no cache, and goes without one that can be neither used nor made', async () => {
  const root = scratchWith(FILES)
  const { text } = await mapFolder(root)
  const places = [
    join(root, 'file'),
    join(root, 'file/below'),
    ...(existsSync('/proc/self') ? ['/proc/nope'] : []),
  ]
  for (const cache of places) {
    expect((await mapFolder(root, { cache })).text).toBe(text)
    expect((await readFolder(root, { cache })).problems).toEqual([])
  }
})

it('what git refuses to tell is told with the answer', async () => {
  const root = scratchWith({ ...FILES, '.git/HEAD': 'ref: refs/heads/main\n' })
  const answers = [
    await mapFolder(root),
    await readFolder(root),
    await packFolder(root, { description: 'the price' }),
  ]
  for (const { refusal } of answers)
    expect(refusal).toMatch(/^Git does not say which files are in .*What lies in the folder.* Try: git /)
  expect(await mapFolder(scratchWith(FILES))).toMatchObject({ refusal: null })
})
