import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sealOf } from '#kit/seal.ts'
import type { Entry } from '#words/entry.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { findStart } from './find-start.ts'

const KEY = Buffer.alloc(32, 1)

describe('the start of a task', () => {
  it('is its first claim by the order in which they were kept, whatever the clock said', async () => {
    const { project: root } = scratch()
    const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
    git('init', '-q')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-q', '--allow-empty', '-m', 'start')
    const head = git('rev-parse', 'HEAD')
    const claim = (id: string, { at, check }: { at: string; check: string }): Entry => {
      const entry: Entry = {
        ...{ id, at, kind: 'task-moved', task: 'a1', from: 'open', to: 'in_progress', by: 'x' },
        ...{ reason: 'claimed', evidence: null, isForced: false, head, rules: null, seal: null },
        terms: { check, changesTests: false, test: null },
      }
      return { ...entry, seal: sealOf(entry, KEY) }
    }
    const ahead = claim('one-1', { at: '2099-01-01T00:00:00.000Z', check: 'npm test' })
    const weaker = claim('two-1', { at: '2026-01-01T00:00:00.000Z', check: 'true' })
    const kept = [ahead, weaker]
    for (const entries of [[], [weaker], [weaker, ahead]])
      expect(await findStart({ root, task: 'a1', entries, kept, key: KEY })).toMatchObject({
        kind: 'claim',
        terms: { check: 'npm test' },
      })
  })

  it('is not the claim of another task that went by its id, and is gone with its journal', async () => {
    const { project: root } = scratch()
    const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
    const commit = () => {
      const who = ['-c', 'user.name=t', '-c', 'user.email=t@t']
      execFileSync('git', [...who, 'commit', '-q', '--allow-empty', '-m', 'x'], {
        cwd: root,
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' },
      })
    }
    git('init', '-q')
    commit()
    const head = git('rev-parse', 'HEAD')
    const claim = (id: string, { at, check }: { at: string; check: string }): Entry => {
      const entry: Entry = {
        ...{ id, at, kind: 'task-moved', task: 'w', from: 'open', to: 'in_progress', by: 'x' },
        ...{ reason: 'claimed', evidence: null, isForced: false, head, rules: null, seal: null },
        terms: { check, changesTests: false, test: null },
      }
      return { ...entry, seal: sealOf(entry, KEY) }
    }
    const former = claim('one-1', { at: '2026-01-02T00:00:00.000Z', check: 'former' })
    const own = claim('two-1', { at: '2026-01-04T00:00:00.000Z', check: 'own' })
    const startOf = async (entries: readonly Entry[]) => {
      const asked = { root, task: 'w', entries, kept: [former, own], key: KEY }
      const start = await findStart({ ...asked, created: '2026-01-03T00:00:00Z' })
      return start.kind === 'claim' ? start.terms?.check : start.kind
    }
    expect(await startOf([own])).toBe('own')
    expect(await startOf([former, own])).toBe('former')
    // The same task, whose file was given a later date.
    mkdirSync(join(root, '.keel/tasks'), { recursive: true })
    writeFileSync(join(root, '.keel/tasks/w.md'), '---\ntitle: W\n---\n')
    git('add', '-A')
    commit()
    expect(await startOf([own])).toBe('former')
  })

  it('is not lost with the commit that it was claimed at, as long as it is called much the same', async () => {
    const { project: root } = scratch()
    const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@t']
    git('init', '-q')
    mkdirSync(join(root, '.keel/tasks'), { recursive: true })
    writeFileSync(join(root, '.keel/tasks/w.md'), '---\ntitle: Add the numbers\n---\n')
    git('add', '-A')
    git(...who, 'commit', '-q', '-m', 'start')
    const entry: Entry = {
      ...{ id: 'one-1', at: new Date(Date.now() + 1000).toISOString(), kind: 'task-moved', task: 'w' },
      from: 'open',
      ...{ to: 'in_progress', by: 'x', reason: 'claimed', evidence: null, isForced: false },
      ...{ head: git('rev-parse', 'HEAD'), rules: null, terms: null, title: 'Add the numbers', seal: null },
    }
    const kept = [{ ...entry, seal: sealOf(entry, KEY) }]
    const startOf = async (title: string) =>
      (await findStart({ root, task: 'w', entries: [], kept, key: KEY, title })).kind
    expect(await startOf('Add the numbers')).toBe('claim')
    git(...who, 'commit', '-q', '--amend', '-m', 'other')
    git('reflog', 'expire', '--expire=now', '--all')
    git('gc', '-q', '--prune=now')
    expect(await startOf('Add the numbers, all')).toBe('unknown')
    // Another project that lay there before had a task of the same id.
    expect(await startOf('Draw a picture')).toBe('first-commit')
  })
})
