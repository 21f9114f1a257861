import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '#config/load-config.ts'
import { hostNames } from '#hosts/registry.ts'
import { openJournal } from '#journal/open-journal.ts'
import { findPlace } from '#verbs/find-place.ts'
import { init } from '#verbs/init.ts'
import { uninstall } from '#verbs/uninstall.ts'
import { update } from '#verbs/update.ts'
import type { World } from '#verbs/world.ts'
import { keel, scratch } from '../contracts/program.ts'
import { type Entry, readTree, type Tree, writeTree } from '../contracts/tree.ts'

const text = fc.oneof(
  fc.constantFrom(
    '',
    '\n',
    '# Mine\n',
    'no newline',
    'one\r\ntwo\r\n',
    '\ufeff# BOM\r\n',
    '@AGENTS.md\n',
    '```\nopen fence\n',
    'mixed\r\nendings\n',
  ),
  fc.string({ maxLength: 200 }).map((value) => value.replaceAll('\0', '')),
)
const bytes = fc.oneof(
  text.map((value) => Buffer.from(value)),
  fc.uint8Array({ maxLength: 60 }).map((value) => Buffer.from(value)),
)
const path = fc.constantFrom(
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
  '.github/copilot-instructions.md',
  '.cursor/rules/keel.mdc',
  '.cursor/rules/mine.mdc',
  '.claude/settings.json',
  '.claude/agents/repo-mapper.md',
  '.claude/agents/mine.md',
  '.github/agents/mine.agent.md',
  'opencode.json',
  '.gemini/settings.json',
  '.git/hooks/pre-commit',
  '.keel/constitution.md',
  '.keel/runloop.md',
  '.keel/map.md',
  '.keel/notes.txt',
  'src/main.ts',
  'package.json',
  'packages/a/AGENTS.md',
  'README.md',
)
const entry: fc.Arbitrary<Entry> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('file' as const),
      path,
      bytes,
      mode: fc.constantFrom(0o644, 0o755, 0o600, 0o444),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('.claude', '.github', '.cursor/rules', 'empty')
      .map((path) => ({ kind: 'directory' as const, path })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('GEMINI.md', 'AGENTS.md', 'CLAUDE.md'),
        fc.constantFrom('CLAUDE.md', 'AGENTS.md', 'docs.md', 'docs/deep/file.md', '../out.md'),
      )
      .map(([path, target]) => ({ kind: 'link' as const, path, target })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('../src', '../none', '../..')
      .map((target) => ({ kind: 'link' as const, path: '.cursor/agents', target })),
  },
)
const tree = fc.uniqueArray(entry, { maxLength: 8, selector: ({ path }) => path })

/** Threads take time to start, and do nothing to files. */
const parses = fc.nat(9).map((number) => number === 0)

function worldAt(project: string, { home, parses }: { home: string; parses: boolean }): World {
  const place = findPlace(project, { HOME: home, PATH: '' })
  return {
    place,
    config: loadConfig(place, [`context.map.code_intelligence=${parses}`]),
    confirm: null,
    program: [],
    asker: 'a test',
    journal: openJournal({ root: place.root, writer: 'test', now: () => new Date() }),
    now: () => new Date(),
    signal: new AbortController().signal,
    tell: () => {},
    mention: () => {},
    warn: () => {},
  }
}

/** What was set up, without what was derived meanwhile. */
function setUp(project: string): Tree {
  const derived = '.keel/cache'
  return Object.fromEntries(
    Object.entries(readTree(project)).filter(([path]) => path !== derived && !path.startsWith(`${derived}/`)),
  )
}

describe('init, then uninstall', () => {
  it('leaves the tree byte-identical, whatever was there', { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.subarray([...hostNames]),
        fc.boolean(),
        parses,
        async (entries, host, hooks, parses) => {
          const base = realpathSync(mkdtempSync(join(tmpdir(), 'keel-property-')))
          try {
            const project = join(base, 'project')
            mkdirSync(join(project, '.git'), { recursive: true })
            mkdirSync(join(base, 'home'))
            writeTree(project, entries)
            const before = readTree(project)
            const world = worldAt(project, { home: join(base, 'home'), parses })
            await init.run({ host, hooks, force: false, dryRun: true }, world)
            expect(readTree(project), 'a dry run wrote something').toEqual(before)

            const first = await init.run({ host, hooks, force: false, dryRun: false }, world)
            const once = setUp(project)
            const second = await init.run({ host, hooks, force: false, dryRun: false }, world)
            expect(setUp(project), 'init twice is not init once').toEqual(once)
            expect(
              second.files.every(({ outcome }) => ['unchanged', 'kept', 'conflict'].includes(outcome)),
            ).toBe(true)
            await update.run({ force: false, dryRun: false }, world)
            expect(setUp(project), 'update right after init changed something').toEqual(once)
            expect(once['.keel/map.md'], 'there is no map').toBeDefined()
            for (const { path, outcome } of first.files) {
              if (outcome === 'conflict')
                expect(once[path], `${path} is in conflict and was written`).toEqual(before[path])
            }

            const whole = readTree(project)
            await uninstall.run({ dryRun: true }, world)
            expect(readTree(project), 'a dry run removed something').toEqual(whole)
            await uninstall.run({ dryRun: false }, world)
            expect(readTree(project)).toEqual(before)
          } finally {
            rmSync(base, { recursive: true, force: true })
          }
        },
      ),
      {
        numRuns: 300,
        examples: [
          [
            [
              { kind: 'file', path: 'AGENTS.md', bytes: Buffer.from('mine') },
              { kind: 'link', path: 'GEMINI.md', target: 'CLAUDE.md' },
              { kind: 'link', path: 'CLAUDE.md', target: 'docs.md' },
            ],
            [],
            true,
            true,
          ],
        ],
      },
    )
  })

  it('does so as the built program, in a repository with hooks and CRLF files, and leaves git clean', () => {
    const { home, project } = scratch()
    writeTree(project, [
      { kind: 'file', path: 'AGENTS.md', bytes: Buffer.from('# Mine\r\nhello\r\n') },
      { kind: 'file', path: 'CLAUDE.md', bytes: Buffer.from('no final newline') },
      { kind: 'file', path: 'GEMINI.md', bytes: Buffer.alloc(0) },
      {
        kind: 'file',
        path: '.cursor/rules/mine.mdc',
        bytes: Buffer.from('---\nalwaysApply: true\n---\nmine\n'),
      },
    ])
    execFileSync('git', ['init', '-q'], { cwd: project })
    writeTree(project, [
      { kind: 'file', path: '.git/hooks/pre-commit', bytes: Buffer.from('#!/bin/sh\nexit 0\n'), mode: 0o755 },
    ])
    const before = readTree(project)
    expect(keel(['init'], { cwd: project, home })).toMatchObject({ code: 0, stderr: '' })
    const made = Object.keys(readTree(project))
    for (const path of ['.keel/constitution.md', '.keel/map.md', '.keel/cache']) expect(made).toContain(path)
    expect(readTree(home)).toEqual({})
    // A lease counts for a while only, and nobody's work is in it.
    expect(keel(['task', 'add', 'x'], { cwd: project, home }).code).toBe(0)
    expect(keel(['task', 'claim'], { cwd: project, home }).code).toBe(0)
    expect(Object.keys(readTree(project))).toContain('.keel/leases')
    for (const folder of ['.keel/tasks', '.keel/journal']) rmSync(join(project, folder), { recursive: true })
    expect(keel(['uninstall'], { cwd: project, home })).toMatchObject({ code: 0, stderr: '' })
    expect(readTree(project)).toEqual(before)
    // What claims are sealed with is the user’s, and of all their projects.
    const kept = Object.keys(readTree(home)).filter((path) => !path.startsWith('.local/state/keel'))
    expect(kept).toEqual(['.local', '.local/state'])
  })
})
