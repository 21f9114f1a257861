import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../../../test/contracts/program.ts'
import { readTree } from '../../../test/contracts/tree.ts'
import { detectSection, removeSection, upsertSection } from './section.ts'

const v1 = { version: 1, content: 'Facts.\n\n- one' }
const v2 = { version: 2, content: 'Better facts.' }

function project(): { root: string; outside: string; at: (path: string) => string } {
  const { base, project: root } = scratch()
  return { root, outside: join(base, 'outside'), at: (path) => join(root, path) }
}

describe('a section in a file', () => {
  it('goes through created, unchanged, updated and removed, and leaves no file behind', () => {
    const { root } = project()
    const target = { root, path: 'AGENTS.md' }
    expect(detectSection(target)).toEqual({ kind: 'no-file', file: 'AGENTS.md' })
    expect(upsertSection(target, v1)).toEqual({
      kind: 'created',
      file: 'AGENTS.md',
      version: 1,
      warnings: [],
    })
    expect(upsertSection(target, v1)).toEqual({
      kind: 'unchanged',
      file: 'AGENTS.md',
      version: 1,
      warnings: [],
    })
    expect(detectSection(target)).toEqual({
      kind: 'present',
      file: 'AGENTS.md',
      version: 1,
      edited: false,
      content: v1.content,
    })
    expect(upsertSection(target, v2)).toEqual({
      kind: 'updated',
      file: 'AGENTS.md',
      version: 2,
      warnings: [],
    })
    expect(removeSection(target)).toEqual({ kind: 'removed', file: 'AGENTS.md', warnings: [] })
    expect(removeSection(target)).toEqual({ kind: 'unchanged', file: 'AGENTS.md', warnings: [] })
    expect(readdirSync(root)).toEqual([])
  })

  it('keeps an edit made inside the markers beside the file, named in the warning, before it is refreshed', () => {
    const { root, at } = project()
    const target = { root, path: 'AGENTS.md' }
    upsertSection(target, v1)
    writeFileSync(
      at('AGENTS.md'),
      readFileSync(at('AGENTS.md'), 'utf8').replace('- one', '- one\n- mine, and precious'),
    )
    expect(detectSection(target)).toMatchObject({ kind: 'present', edited: true })
    const outcome = upsertSection(target, v1)
    expect(outcome.kind).toBe('updated')
    const saved = readdirSync(root).find((name) => name.includes('keel-edit'))
    expect(outcome.warnings.join()).toContain(saved)
    expect(readFileSync(at(saved ?? ''), 'utf8')).toContain('- mine, and precious')
    expect(detectSection(target)).toMatchObject({ kind: 'present', edited: false })
  })

  it('keeps such an edit when the section is removed, too', () => {
    const { root, at } = project()
    upsertSection({ root, path: 'AGENTS.md' }, v1)
    writeFileSync(at('AGENTS.md'), readFileSync(at('AGENTS.md'), 'utf8').replace('Facts.', 'My facts.'))
    expect(removeSection({ root, path: 'AGENTS.md' }).warnings).toHaveLength(1)
    expect(readTree(root)).toEqual({ [readdirSync(root)[0] ?? '']: expect.stringContaining('My facts.') })
  })

  it('follows a link that stays inside, and the link stays a link', () => {
    const { root, at } = project()
    mkdirSync(at('docs'))
    writeFileSync(at('docs/agents.md'), '# Real\n')
    symlinkSync('docs/agents.md', at('AGENTS.md'))
    expect(upsertSection({ root, path: 'AGENTS.md' }, v1).kind).toBe('created')
    expect(readlinkSync(at('AGENTS.md'))).toBe('docs/agents.md')
    expect(readFileSync(at('docs/agents.md'), 'utf8')).toContain('Facts.')
    expect(removeSection({ root, path: 'AGENTS.md' }).kind).toBe('removed')
    expect(readFileSync(at('docs/agents.md'), 'utf8')).toBe('# Real\n')
  })

  it.each([
    [
      'a link out of the project',
      (root: string, outside: string) => symlinkSync(outside, join(root, 'AGENTS.md')),
      'leads out',
    ],
    [
      'a link to itself',
      (root: string) => symlinkSync('AGENTS.md', join(root, 'AGENTS.md')),
      'leads back to itself',
    ],
    ['a directory', (root: string) => mkdirSync(join(root, 'AGENTS.md')), 'not a regular file'],
    [
      'a read-only file',
      (root: string) => writeFileSync(join(root, 'AGENTS.md'), 'mine\n', { mode: 0o444 }),
      'chmod u+w',
    ],
    [
      'a UTF-16 file',
      (root: string) => writeFileSync(join(root, 'AGENTS.md'), Buffer.from('\ufeffmine', 'utf16le')),
      'UTF-16',
    ],
    [
      'a lone BEGIN',
      (root: string) => writeFileSync(join(root, 'AGENTS.md'), 'a\n<!-- BEGIN KEEL MANAGED SECTION v1 -->\n'),
      'line 2',
    ],
  ])('%s is a conflict that changes nothing and says what to do', (_name, prepare, message) => {
    const { root, outside } = project()
    writeFileSync(outside, 'somebody else’s\n')
    prepare(root, outside)
    const before = readTree(root)
    const outcome = upsertSection({ root, path: 'AGENTS.md' }, v1)
    expect(outcome).toMatchObject({ kind: 'conflict', file: 'AGENTS.md' })
    expect(outcome.warnings.join()).toContain(message)
    expect(readTree(root)).toEqual(before)
    expect(readFileSync(outside, 'utf8')).toBe('somebody else’s\n')
  })

  it('removes nothing where an edit inside the markers cannot be saved first', () => {
    const { root, at } = project()
    upsertSection({ root, path: 'AGENTS.md' }, v1)
    const edited = readFileSync(at('AGENTS.md'), 'utf8').replace('- one', '- precious')
    // The copy's name would be longer than any file system allows.
    const path = `${'a'.repeat(240)}.md`
    writeFileSync(at(path), edited)
    expect(removeSection({ root, path })).toMatchObject({
      kind: 'conflict',
      warnings: [expect.stringContaining('ENAMETOOLONG')],
    })
    expect(readFileSync(at(path), 'utf8')).toBe(edited)
  })

  it('leaves the other name of a hard-linked file as it was, and says so', () => {
    const { root, at } = project()
    writeFileSync(at('AGENTS.md'), 'mine\n')
    linkSync(at('AGENTS.md'), at('backup.md'))
    expect(upsertSection({ root, path: 'AGENTS.md' }, v1).warnings.join()).toContain('hard link')
    expect(readFileSync(at('backup.md'), 'utf8')).toBe('mine\n')
  })

  it('reports the version that stands in the file, where a newer keel wrote it', () => {
    const { root } = project()
    upsertSection({ root, path: 'AGENTS.md' }, { ...v1, version: 7 })
    expect(upsertSection({ root, path: 'AGENTS.md' }, v1)).toMatchObject({ kind: 'unchanged', version: 7 })
  })

  it('creates what a link inside the project leads to, and removes it again', () => {
    const { root, at } = project()
    symlinkSync('nowhere.md', at('AGENTS.md'))
    expect(upsertSection({ root, path: 'AGENTS.md' }, v1).kind).toBe('created')
    expect(readlinkSync(at('AGENTS.md'))).toBe('nowhere.md')
    expect(removeSection({ root, path: 'AGENTS.md' }).kind).toBe('removed')
    expect(readdirSync(root)).toEqual(['AGENTS.md'])
  })

  it('keeps a saved edit that somebody has added to, and saves the next one beside it', () => {
    const { root, at } = project()
    const target = { root, path: 'AGENTS.md' }
    const edit = () => {
      upsertSection(target, v1)
      writeFileSync(at('AGENTS.md'), readFileSync(at('AGENTS.md'), 'utf8').replace('Facts.', 'My facts.'))
      return upsertSection(target, v1).warnings.join()
    }
    edit()
    const saved = readdirSync(root).find((name) => name.includes('keel-edit')) ?? ''
    writeFileSync(at(saved), 'my own notes\n')
    expect(edit()).toContain(`${saved}-2`)
    expect(readFileSync(at(saved), 'utf8')).toBe('my own notes\n')
    expect(readFileSync(at(`${saved}-2`), 'utf8')).toContain('My facts.')
  })

  it('refuses a section that it could not find again', () => {
    const { root } = project()
    for (const section of [
      { version: Number.NaN, content: 'x' },
      { version: 0, content: 'x' },
      { version: 1.5, content: 'x' },
      { version: 1, content: 'a\0b' },
      { version: 1, content: '<!-- END KEEL MANAGED SECTION -->' },
    ]) {
      expect(() => upsertSection({ root, path: 'AGENTS.md' }, section)).toThrow('A section needs')
    }
    expect(readdirSync(root)).toEqual([])
  })

  it('says of a file that became unfit with a section inside that it cannot take it out', () => {
    const { root, at } = project()
    upsertSection({ root, path: 'AGENTS.md' }, v1)
    writeFileSync(at('AGENTS.md'), `${readFileSync(at('AGENTS.md'), 'utf8')}a\0b\n`)
    expect(removeSection({ root, path: 'AGENTS.md' }).kind).toBe('conflict')
    expect(detectSection({ root, path: 'AGENTS.md' }).kind).toBe('conflict')
  })

  it('never writes through a directory that leads out', () => {
    const { root, outside, at } = project()
    mkdirSync(outside)
    symlinkSync(outside, at('.github'))
    expect(upsertSection({ root, path: '.github/copilot-instructions.md' }, v1).kind).toBe('conflict')
    expect(upsertSection({ root, path: '../escape.md' }, v1).kind).toBe('conflict')
    expect(readdirSync(outside)).toEqual([])
  })

  it('keeps the mode of the file, and writes through a new one in its place', () => {
    const { root, at } = project()
    writeFileSync(at('AGENTS.md'), 'mine\n')
    chmodSync(at('AGENTS.md'), 0o640)
    upsertSection({ root, path: 'AGENTS.md' }, v1)
    expect(statSync(at('AGENTS.md')).mode & 0o777).toBe(0o640)
    expect(readdirSync(root)).toEqual(['AGENTS.md'])
    expect(lstatSync(at('AGENTS.md')).isFile()).toBe(true)
  })
})
