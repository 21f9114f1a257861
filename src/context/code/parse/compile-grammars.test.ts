import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageFile } from '#kit/package-file.ts'
import { scratch } from '../../../../test/contracts/program.ts'
import { compileGrammars } from './compile-grammars.ts'

const GRAMMARS = packageFile('dist/grammars')

describe('grammars that are compiled ahead', () => {
  it('are those of the files, but for those that it would take too long to optimise', () => {
    const files = ['a.py', 'b.py', 'c.rs', 'd.swift', 'e.ex', 'f.md', 'g.unknown']
    expect([...compileGrammars(GRAMMARS, files).keys()]).toEqual(['python', 'rust'])
  })

  it('are none where they are missing or broken', () => {
    const { project } = scratch()
    writeFileSync(join(project, 'tree-sitter-python.wasm'), 'no module at all')
    writeFileSync(join(project, 'tree-sitter-go.wasm'), '')
    expect(compileGrammars(project, ['a.py', 'b.go', 'c.rs']).size).toBe(0)
  })
})
