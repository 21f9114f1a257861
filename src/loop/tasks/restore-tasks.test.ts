import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { treeHash } from '#kit/tree-hash.ts'
import { scratch } from '../../../test/contracts/program.ts'
import { restoreTasks } from './restore-tasks.ts'
import { files } from './sources/files.ts'

it('puts back what was gone or ruined when the agent had ended, and nothing that went since', async () => {
  const { project: root } = scratch()
  const path = (id: string) => join(root, `.keel/tasks/${id}.md`)
  mkdirSync(join(root, '.keel/tasks'), { recursive: true })
  for (const id of ['a', 'b', 'c', 'd']) writeFileSync(path(id), `---\ntitle: ${id}\n---\n`)
  execFileSync('git', ['init', '-q'], { cwd: root })
  const source = files(root)
  const base = treeHash(root)
  rmSync(path('a'))
  writeFileSync(path('b'), 'ruined')
  const seen = treeHash(root)
  rmSync(path('c'))
  writeFileSync(path('d'), 'half an edit')
  expect(await restoreTasks({ source, base, of: 'all', seen })).toMatchObject([{ task: 'a' }, { task: 'b' }])
  expect(['a', 'b', 'c', 'd'].map((id) => existsSync(path(id)))).toEqual([true, true, false, true])
  expect(source.read('d').kind).toBe('broken')
  // Where nobody looked, all of it may be the agent’s.
  expect(await restoreTasks({ source, base, of: 'all', seen: null })).toMatchObject([
    { task: 'c' },
    { task: 'd' },
  ])
})
