import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { makeFolder } from './make-folder.ts'

describe('a folder is made', () => {
  it('with those around it, of which it names the outermost', () => {
    const { base } = scratch()
    expect(makeFolder(join(base, 'a/b/c'))).toBe(join(base, 'a'))
    expect(statSync(join(base, 'a/b/c')).isDirectory()).toBe(true)
    expect(makeFolder(join(base, 'a/b/c'))).toBe(null)
    mkdirSync(join(base, 'd'))
    expect(makeFolder(join(base, 'd/e'))).toBe(join(base, 'd/e'))
  })

  it('unless a file is in its place, or on the way to it', () => {
    const { base } = scratch()
    writeFileSync(join(base, 'a'), '')
    expect(() => makeFolder(join(base, 'a'))).toThrow('EEXIST')
    expect(() => makeFolder(join(base, 'a/b'))).toThrow('ENOTDIR')
  })

  it.runIf(existsSync('/proc/self'))('or nobody can make one there, which is said', () => {
    expect(() => makeFolder('/proc/nope')).toThrow('ENOENT')
    expect(() => makeFolder('/proc/nope/below')).toThrow('ENOENT')
  })
})
