import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../test/contracts/program.ts'
import { findProject } from './find-project.ts'

describe('the project that a folder is in', () => {
  it('is the nearest that has a .keel or a .git, and not one where only a cache or an empty folder was left', () => {
    const { project } = scratch()
    const part = join(project, 'lib', 'part')
    mkdirSync(join(project, '.git'))
    writeFileSync(join(project, '.git', 'HEAD'), '')
    mkdirSync(join(project, 'lib', '.git'), { recursive: true })
    mkdirSync(join(part, 'deep'), { recursive: true })
    mkdirSync(join(part, '.keel', 'cache'), { recursive: true })
    expect(findProject(join(part, 'deep'))).toBe(project)
    writeFileSync(join(part, '.keel', 'config.yaml'), '')
    expect(findProject(join(part, 'deep'))).toBe(part)
  })
})
