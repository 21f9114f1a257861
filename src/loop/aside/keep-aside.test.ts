import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import { scratch } from '../../../test/contracts/program.ts'
import type { RunOrder } from '../desk.ts'
import { keepAside } from './keep-aside.ts'

describe('work that is put aside', () => {
  it('is kept once, however often a run that is killed begins anew', async () => {
    const { project: root } = scratch()
    const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
    git('init', '-q')
    writeFileSync(join(root, 'a.txt'), 'a\n')
    git('add', '-A')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'first')
    const stand = { head: git('rev-parse', 'HEAD') }
    const keep = async (run: string) => {
      const order = { root, stand, run, task: 'a1', objective: 'Do it' } as unknown as RunOrder
      const kept = await keepAside(order, { there: treeHash(root), strays: [], files: [] })
      if (kept.kind !== 'kept') throw new Error(kept.because)
      expect(git('rev-parse', kept.aside.ref)).toBe(kept.aside.commit)
      return kept.aside.ref
    }
    writeFileSync(join(root, 'a.txt'), 'b\n')
    const first = await keep('one')
    // A commit is made of the second in which it is made, too.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await keep('one')).toBe(first)
    expect(await keep('two')).toBe('refs/keel/aside/a1/2')
    writeFileSync(join(root, 'a.txt'), 'c\n')
    expect(await keep('one')).toBe('refs/keel/aside/a1/3')
    expect(git('for-each-ref', '--format=%(refname)', 'refs/keel').split('\n')).toHaveLength(3)
  })
})
