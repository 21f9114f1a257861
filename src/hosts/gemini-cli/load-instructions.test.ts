import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listFiles } from '#kit/list-files.ts'
import { loadInstructions } from './load-instructions.ts'
import { splitImports } from './split-imports.ts'

describe('what Gemini CLI does not load', () => {
  it('names every import that failed, with the line and the reason', () => {
    const { told } = load({
      'GEMINI.md': [
        'Start with @./gone.md and @docs and @../outside.md',
        'See @x.md. Or @https://example.com/x.md or ask @alice, @bob. and @types/node.',
      ].join('\n'),
      'docs/a.md': 'A.',
      'x.md': 'X.',
    })
    expect(told).toEqual([
      'missing gone.md: GEMINI.md:1 imports it, but there is no such file.',
      'ignored docs: GEMINI.md:1 imports it, but it is a directory.',
      'ignored ../outside.md: GEMINI.md:1 imports it, and Gemini CLI imports only from inside this project.',
      'missing x.md.: GEMINI.md:2 imports it: the “.” behind x.md counts as part of the name.',
      'ignored https:/example.com/x.md: GEMINI.md:2 imports https://example.com/x.md, and Gemini CLI imports only files.',
      'ignored types/node.: GEMINI.md:2 mentions @types/node, which Gemini CLI takes for an import and replaces by a notice of failure.',
    ])
  })

  it('calls an import cut that lies too deep, and says nothing of a word there that is no file', () => {
    const hops = [1, 2, 3, 4, 5].map((hop) => [`hop${hop}.md`, `@hop${hop + 1}.md @gone.md`])
    const { told } = load({ 'GEMINI.md': '@hop1.md', ...Object.fromEntries(hops), 'hop6.md': 'Six.' })
    expect(told).toContain(
      'cut hop6.md: hop5.md:1 imports it, but Gemini CLI follows imports only 5 files deep.',
    )
    expect(told.filter((line) => line.includes('hop5.md:1'))).toHaveLength(1)
  })

  it('is everything of a project that the user does not trust', () => {
    const { told, loaded } = load(
      {
        'GEMINI.md': 'Root.',
        'a/GEMINI.md': 'A.',
        '.gemini/settings.json': '{"context":{"fileName":"X.md"}}',
      },
      { trust: 'DO_NOT_TRUST' },
    )
    expect(loaded).toEqual(['../home/.gemini/GEMINI.md'])
    expect(told).toEqual([
      'ignored GEMINI.md: Gemini CLI is told not to trust this folder.',
      'ignored a/GEMINI.md: Gemini CLI is told not to trust this folder.',
    ])
  })

  it('is the file of a folder in node_modules', () => {
    const { told, loaded } = load({ 'node_modules/p/GEMINI.md': 'P.' })
    expect(loaded).toEqual(['../home/.gemini/GEMINI.md'])
    expect(told).toEqual(['ignored node_modules/p/GEMINI.md: Gemini CLI lets nobody into node_modules.'])
  })

  it('is a second name of a file that is loaded', () => {
    const { told } = load({ 'GEMINI.md': 'Root.', 'a/GEMINI.md': { linkTo: '../GEMINI.md' } })
    expect(told).toEqual(['ignored a/GEMINI.md: It is the same file as GEMINI.md, which is loaded.'])
  })
})

describe('what Gemini CLI loads of an ignored folder', () => {
  it('waits for the folder to be listed or written to, imports and all', () => {
    const { whens, told } = load({
      '.geminiignore': 'vendor/\n',
      'vendor/GEMINI.md': 'Vendor @./x.md',
      'vendor/x.md': 'X.',
      'a/GEMINI.md': 'A.',
    })
    expect(whens).toEqual([
      'start ../home/.gemini/GEMINI.md',
      'directory a/GEMINI.md',
      'listing vendor/GEMINI.md',
      'listing vendor/x.md',
    ])
    expect(told).toEqual([])
  })
})

describe('imports', () => {
  it('lose no character of the text, whatever it is', () => {
    const piece = fc.oneof(fc.constantFrom('@', ' @a', '`', '```', '\n', '\r\n', './x.md'), fc.string())
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        const parts = splitImports(text)
        expect(parts.map((part) => (part.kind === 'text' ? part.text : `@${part.word}`)).join('')).toBe(text)
      }),
    )
  })

  it('may be words that no file system takes for a name', () => {
    const { loaded } = load({ 'GEMINI.md': `@a${'b'.repeat(5000)}/c @./a\0b.md @a/../.. end` })
    expect(loaded).toContain('GEMINI.md')
  })
})

type Content = string | { linkTo: string }

function load(files: Record<string, Content>, { trust = 'TRUST_FOLDER' }: { trust?: string } = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'keel-gemini-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const [root, home] = [join(base, 'project'), join(base, 'home')]
  write(home, {
    '.gemini/GEMINI.md': 'Mine.',
    '.gemini/trustedFolders.json': JSON.stringify({ [root]: trust }),
  })
  write(root, files)
  write(base, { 'outside.md': 'Outside.' })
  execFileSync('git', ['init', '-q'], { cwd: root })
  const candidates = listFiles(root).filter((path) => path.endsWith('GEMINI.md'))
  const load = loadInstructions({ place: { cwd: root, root, home, environment: {} }, candidates })
  return {
    loaded: load.loaded.map(({ path }) => relative(root, path)),
    whens: load.loaded.map(({ path, when }) => `${when.kind} ${relative(root, path)}`),
    told: load.unloaded.map(({ kind, path, because }) => `${kind} ${relative(root, path)}: ${because}`),
  }
}

function write(root: string, files: Record<string, Content>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    if (typeof content === 'string') writeFileSync(file, content)
    else symlinkSync(content.linkTo, file)
  }
}
