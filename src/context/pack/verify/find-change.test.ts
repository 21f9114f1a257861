import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../../test/contracts/program.ts'
import { checkOut } from './check-out.ts'
import { findChange, findLastChanges } from './find-change.ts'

function repository() {
  const { project, base } = scratch()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: project,
      encoding: 'utf8',
    })
  const write = (path: string, text: string) => {
    mkdirSync(join(project, path, '..'), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  git('init', '-q', '-b', 'main')
  write('src/a.ts', '1')
  write('src/b.ts', '1')
  git('add', '.')
  git('commit', '-qm', 'first')
  write('src/a.ts', '2')
  write('src/new.ts', '1')
  git('add', '.')
  git('commit', '-qm', 'the total is right\n\nFor empty baskets.')
  return { project, base, git, write }
}

describe('what was really changed', () => {
  it('is told of the last commits, each by itself, with what it was before', async () => {
    const { project, git } = repository()
    const found = await findLastChanges(project, 5)
    expect(found).toEqual({
      kind: 'found',
      changes: [
        {
          base: git('rev-parse', 'HEAD~1').trim(),
          message: 'the total is right\n\nFor empty baskets.',
          paths: ['src/a.ts'],
          added: ['src/new.ts'],
        },
      ],
    })
  })

  it('is told since a revision, committed or not, also from a folder inside', async () => {
    const { project, write } = repository()
    write('src/b.ts', '3')
    write('src/c.ts', '1')
    expect(await findChange(project, 'HEAD~1')).toMatchObject({
      kind: 'found',
      changes: [{ paths: ['src/a.ts', 'src/b.ts'], added: ['src/new.ts', 'src/c.ts'] }],
    })
    expect(await findChange(join(project, 'src'), 'HEAD~1')).toMatchObject({
      changes: [{ paths: ['a.ts', 'b.ts'], added: ['new.ts', 'c.ts'] }],
    })
    expect(await findChange(project, 'nowhere')).toMatchObject({ kind: 'unknown' })
    expect(await findChange(project, '--output=x')).toMatchObject({ kind: 'unknown' })
    expect(existsSync(join(project, 'x'))).toBe(false)
  })
})

describe('checking out what was', () => {
  it('knows nothing later, uses its folder again, heals it, and leaves the repository as it was', async () => {
    const { project, base, git } = repository()
    const [now, before] = [git('rev-parse', 'HEAD').trim(), git('rev-parse', 'HEAD~1').trim()]
    const folder = join(base, 'past')
    expect(await checkOut(project, { commit: before, folder })).toEqual({ kind: 'out', root: folder })
    expect(readdirSync(join(folder, 'src'))).toEqual(['a.ts', 'b.ts'])
    const log = execFileSync('git', ['log', '--format=%s'], { cwd: folder, encoding: 'utf8' })
    expect(log).toBe('first\n')
    expect(await checkOut(project, { commit: now, folder })).toMatchObject({ kind: 'out' })
    expect(readdirSync(join(folder, 'src'))).toEqual(['a.ts', 'b.ts', 'new.ts'])
    writeFileSync(join(folder, '.git/HEAD'), 'broken')
    expect(await checkOut(project, { commit: before, folder })).toMatchObject({ kind: 'out' })
    expect(git('status', '--short')).toBe('')
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
  })
})
