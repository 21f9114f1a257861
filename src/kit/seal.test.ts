import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { isSealed, sealKey, sealOf } from './seal.ts'

describe('a seal', () => {
  it('is of a key that is made once, for its owner alone', () => {
    const { home, project } = scratch()
    const key = sealKey({ home, environment: {}, root: project })
    expect(sealKey({ home, environment: {}, root: project })).toEqual(key)
    const file = join(home, '.local/state/keel/seal.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(key).toHaveLength(32)
  })

  it('is of one project and its worktrees, by whatever path, and of no copy', () => {
    const { home, project } = scratch()
    const keyIn = (root: string) => sealKey({ home, environment: {}, root })?.toString('hex')
    const git = (...words: string[]) => execFileSync('git', words, { cwd: project, stdio: 'ignore' })
    git('init', '-q')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-q', '--allow-empty', '-m', 'start')
    git('worktree', 'add', '-q', join(home, 'other'))
    git('clone', '-q', '.', join(home, 'copy'))
    symlinkSync(project, join(home, 'link'))
    for (const same of [join(home, 'other'), join(home, 'link'), `${project}/`, join(home, 'link/.')])
      expect(keyIn(same)).toBe(keyIn(project))
    expect(keyIn(join(home, 'copy'))).not.toBe(keyIn(project))
    expect(keyIn(join(project, 'packages/cart'))).not.toBe(keyIn(project))
  })

  it('is broken by any change, and by none of the order of fields or of a journey through JSON', () => {
    const key = Buffer.alloc(32, 7)
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (record, other) => {
        const sealed = { ...record, seal: sealOf(record, key) }
        expect(isSealed(JSON.parse(JSON.stringify(sealed)), key)).toBe(true)
        expect(isSealed(Object.fromEntries(Object.entries(sealed).reverse()), key)).toBe(true)
        expect(isSealed({ ...sealed, added: other }, key)).toBe(
          Object.hasOwn(record, 'added') && record['added'] === other,
        )
        expect(isSealed(sealed, Buffer.alloc(32, 8))).toBe(false)
      }),
    )
  })

  it('is missing where no key can be kept, and then nothing is believed', () => {
    const { home } = scratch()
    writeFileSync(join(home, 'file'), '')
    expect(sealKey({ home: join(home, 'file'), environment: {}, root: home })).toBeNull()
    expect(isSealed({ passed: true }, null)).toBe(false)
    expect(isSealed({ passed: true, seal: null }, null)).toBe(false)
    expect(isSealed({ passed: true, seal: 'ab' }, null)).toBe(false)
    expect(isSealed({ passed: true }, Buffer.alloc(32, 7))).toBe(false)
  })
})
