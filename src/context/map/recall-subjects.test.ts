import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../../../test/contracts/program.ts'
import { recallSubjects } from './recall-subjects.ts'

const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
    cwd,
    encoding: 'utf8',
  }).trim()

function history(project: string): string {
  git(project, 'init', '-q')
  for (const subject of ['one', 'two', 'three']) git(project, 'commit', '-q', '--allow-empty', '-m', subject)
  return git(project, 'rev-parse', 'HEAD')
}

it('of the same commit, git is asked once for the subjects, however few there are', async () => {
  const { base, project: root } = scratch()
  const head = history(root)
  const request = { root, cache: join(base, 'cache'), head }
  expect(await recallSubjects(request)).toEqual(['three', 'two', 'one'])
  rmSync(join(root, '.git/objects'), { recursive: true })
  expect(await recallSubjects(request)).toEqual(['three', 'two', 'one'])
  expect(await recallSubjects({ ...request, cache: null })).toEqual([])
})

it('a shallow clone that gets the rest of its history is asked again', async () => {
  const { base, project } = scratch()
  const head = history(project)
  const root = join(base, 'shallow')
  git(base, 'clone', '-q', '--depth', '1', `file://${project}`, root)
  const request = { root, cache: join(base, 'cache'), head }
  expect(await recallSubjects(request)).toEqual(['three'])
  expect(await recallSubjects(request)).toEqual(['three'])
  git(root, 'fetch', '-q', '--unshallow')
  expect(await recallSubjects(request)).toEqual(['three', 'two', 'one'])
})
