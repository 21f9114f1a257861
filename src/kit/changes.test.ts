import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { applyChanges } from './changes.ts'

const bytes = (text: string) => Buffer.from(text)

it('leaves a file alone that somebody else changed since it was read, and what depends on it', () => {
  const { project } = scratch()
  const [changed, dependent] = [join(project, 'changed'), join(project, 'dependent')]
  writeFileSync(changed, 'theirs')
  writeFileSync(dependent, 'old')
  const undone = applyChanges([
    { kind: 'write', path: changed, before: bytes('ours'), after: bytes('new') },
    { kind: 'write', path: dependent, before: bytes('old'), after: bytes('new'), requires: changed },
    { kind: 'remove', path: changed, before: bytes('ours') },
  ])
  expect(undone.map(({ kind }) => kind)).toEqual(['stale', 'stale', 'stale'])
  expect(readFileSync(changed, 'utf8')).toBe('theirs')
  expect(readFileSync(dependent, 'utf8')).toBe('old')
})

it('counts a file that is already as it should become as done', () => {
  const { project } = scratch()
  const path = join(project, 'file')
  writeFileSync(path, 'new')
  expect(applyChanges([{ kind: 'write', path, before: null, after: bytes('new') }])).toEqual([])
})

it('tells what the system refused, and goes on with the rest', () => {
  const { project } = scratch()
  writeFileSync(join(project, 'file'), '')
  const undone = applyChanges([
    { kind: 'write', path: join(project, 'file/below'), before: null, after: bytes('x') },
    { kind: 'write', path: join(project, 'other'), before: null, after: bytes('y') },
  ])
  expect(undone).toMatchObject([{ kind: 'failed' }])
  expect(readFileSync(join(project, 'other'), 'utf8')).toBe('y')
})
