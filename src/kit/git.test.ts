import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { catBlobs } from './cat-blobs.ts'
import { git } from './git.ts'
import { sleep } from './sleep.ts'
import { treeChanges } from './tree-changes.ts'
import { treeHash } from './tree-hash.ts'

function repository() {
  const { base, project: root } = scratch()
  const ask = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
      cwd: root,
      encoding: 'utf8',
    }).trim()
  const commit = (text: string) => {
    writeFileSync(join(root, 'a.txt'), text)
    ask('add', '-A')
    ask('commit', '-qm', text)
    return { commit: ask('rev-parse', 'HEAD'), tree: ask('rev-parse', 'HEAD^{tree}') }
  }
  ask('init', '-q')
  return { base, root, ask, commit }
}

describe('git is asked what is there', () => {
  it('and shows no tree, file or commit as another one that replaces it', async () => {
    const { root, ask, commit } = repository()
    const [old, fresh] = [commit('old'), commit('new')]
    const blob = ask('rev-parse', `${old.commit}:a.txt`)
    ask('replace', old.tree, fresh.tree)
    ask('replace', blob, ask('rev-parse', `${fresh.commit}:a.txt`))
    ask('replace', old.commit, fresh.commit)
    const changes = await treeChanges({ root, from: old.tree, to: treeHash(root) })
    expect(changes).toMatchObject([{ kind: 'changed', path: 'a.txt', formerBlob: blob }])
    expect((await catBlobs(root, [blob])).get(blob)?.toString()).toBe('old')
    expect(await git(root, ['rev-parse', `${old.commit}^{tree}`])).toEqual({ kind: 'ok', output: old.tree })
  })

  it('and knows the parents that a commit has, not those that somebody grafted on it', async () => {
    const { root, ask, commit } = repository()
    const [old, fresh] = [commit('old'), commit('new')]
    writeFileSync(join(root, '.git/info/grafts'), `${fresh.commit}\n`)
    expect(ask('log', '--format=%H')).toBe(fresh.commit)
    expect(await git(root, ['log', '--format=%H'])).toEqual({
      kind: 'ok',
      output: `${fresh.commit}\n${old.commit}`,
    })
  })

  it('of this directory, whatever the environment says of another', async () => {
    const { base, root, ask, commit } = repository()
    const { commit: head } = commit('old')
    const other = join(base, 'other')
    mkdirSync(other)
    execFileSync('git', ['init', '-q'], { cwd: other })
    const blob = ask('rev-parse', 'HEAD:a.txt')
    const before = treeHash(root)
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const [name, path] of [
      ['GIT_DIR', '.git'],
      ['GIT_WORK_TREE', '.'],
      ['GIT_INDEX_FILE', '.git/index'],
      ['GIT_OBJECT_DIRECTORY', '.git/objects'],
      ['GIT_COMMON_DIR', '.git'],
    ] as const)
      vi.stubEnv(name, join(other, path))
    expect(await git(root, ['rev-parse', 'HEAD'])).toEqual({ kind: 'ok', output: head })
    expect((await catBlobs(root, [blob])).size).toBe(1)
    expect(treeHash(root)).toBe(before)
  })

  it('and sees a file that was changed and made to look as before', () => {
    const { root, ask, commit } = repository()
    commit('old')
    const file = join(root, 'a.txt')
    const past = new Date('2026-01-01T00:00:00Z')
    utimesSync(file, past, past)
    ask('update-index', '--refresh')
    ask('config', 'core.trustctime', 'false')
    ask('config', 'core.checkStat', 'minimal')
    const before = treeHash(root)
    const { ino } = statSync(file)
    // Git knows the seconds alone.
    sleep(1100)
    writeFileSync(file, 'new')
    utimesSync(file, past, past)
    expect([statSync(file).ino, ask('status', '--porcelain')]).toEqual([ino, ''])
    expect(treeHash(root)).not.toBe(before)
  })
})
