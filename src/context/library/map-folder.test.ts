import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { scratchWith } from '../../../test/contracts/program.ts'

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
