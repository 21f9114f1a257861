import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findUnloaded } from './find-unloaded.ts'
import { frameworks } from './frameworks/all.ts'
import { cleanOutput } from './frameworks/clean-output.ts'

const RECORDED = join(import.meta.dirname, '../../../test/fixtures/frameworks')

/** What a real framework said, as keel reads it. */
function recorded(name: string, { title, scene }: { title: string; scene: string }) {
  const framework = frameworks.find((one) => one.name === name)
  const folder = readdirSync(RECORDED).find((one) => one.startsWith(`${title}@`)) ?? ''
  const read = (ending: string) => {
    const file = join(RECORDED, folder, `${scene}.${ending}`)
    return existsSync(file) ? cleanOutput(readFileSync(file, 'utf8'), '/project') : null
  }
  const [said, report] = [read('txt') ?? '', read('report')]
  const result = (report === null ? null : framework?.report?.read(report, said)) ?? framework?.parse(said)
  if (result == null) throw new Error(`${folder} ${scene} cannot be read`)
  return result
}

describe('what could not be loaded', () => {
  it.each([
    ['pytest', 'pytest', 'error', ['test_bad.py']],
    ['pytest', 'pytest', 'conftest', ['conftest.py']],
    // One cannot be imported, and the other cannot be set up: of neither a test ran.
    ['vitest', 'vitest', 'error', ['import.test.js', 'setup.test.js']],
    ['jest', 'jest', 'error', ['import.test.js']],
    ['mocha', 'mocha', 'unloaded', ['test/b.js']],
    ['minitest', 'minitest', 'error', ['test/calc_test.rb']],
    ['rspec', 'rspec', 'error', ['spec/bad_spec.rb', 'spec/syntax_spec.rb']],
    ['go test', 'go-test', 'error', ['example.com/calc/imports', 'example.com/calc', 'example.com/calc/vet']],
    ['cargo test', 'cargo-test', 'error', [expect.anything()]],
  ])('is told from tests that failed, by %s (%s %s)', (name, title, scene, expected) => {
    expect(findUnloaded(recorded(name, { title, scene }))).toEqual(expected)
  })

  it.each(['pytest', 'vitest', 'jest', 'mocha'])('is nothing where %s’s tests failed', (name) => {
    expect(findUnloaded(recorded(name, { title: name, scene: 'fail' }))).toEqual([])
  })

  it('is no error that nobody caught', () => {
    expect(findUnloaded(recorded('vitest', { title: 'vitest', scene: 'unhandled' }))).toEqual([])
  })
})
