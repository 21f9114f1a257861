import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { findRunloop } from './runloop.ts'

it('takes the project’s run loop, then the shipped one, then the built-in one', () => {
  const { project } = scratch()
  const broken = () => {
    throw new Error('no templates')
  }
  expect(findRunloop(project)).toMatchObject({
    source: 'shipped',
    text: expect.stringContaining('# Run loop'),
  })
  expect(findRunloop(project, broken)).toMatchObject({
    source: 'built-in',
    text: expect.stringContaining('<stuck>'),
  })
  mkdirSync(join(project, '.keel'))
  writeFileSync(join(project, '.keel/runloop.md'), 'Ours.\n')
  expect(findRunloop(project, broken)).toEqual({ source: 'project', text: 'Ours.\n' })
})
