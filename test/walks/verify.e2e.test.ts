import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findEvidence } from '#guard/find-evidence.ts'
import { sealKey } from '#kit/seal.ts'
import { treeHash } from '#kit/tree-hash.ts'
import { keel, scratch } from '../contracts/program.ts'
import { readTree } from '../contracts/tree.ts'

function repository(files: Record<string, string>) {
  const { home, project } = scratch()
  execFileSync('git', ['init', '-q'], { cwd: project })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(project, path, '..'), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const at = (folder: string) => ({
    run: (...words: string[]) => keel(['verify', ...words], { cwd: join(project, folder), home }),
    json: (...words: string[]) =>
      JSON.parse(keel(['verify', ...words, '--json'], { cwd: join(project, folder), home }).stdout),
  })
  return {
    project,
    at,
    evidence: () =>
      findEvidence({
        root: project,
        limitMs: 60_000,
        key: sealKey({ home, environment: {}, root: project }),
      }),
  }
}

const test = (script: string) => JSON.stringify({ scripts: { test: script } })

describe('keel verify', () => {
  it('runs the tests of the package it is asked in, and its evidence is of the whole tree', () => {
    const { project, at, evidence } = repository({
      'packages/a/package.json': test('test "$(basename "$PWD")" = a'),
      'packages/a/src/deep/a.js': '',
      'packages/b/package.json': test('exit 1'),
    })
    expect(at('.').json().fault).toMatchObject({ code: 'no-tests', hint: 'keel verify "make check"' })
    expect(at('packages/a/src/deep').json()).toMatchObject({
      command: 'cd packages/a && npm test',
      passed: true,
      kept: true,
      tree: treeHash(project),
    })
    expect(evidence()).toBe('fresh')
    expect(at('packages/b').run().code).toBe(1)
    writeFileSync(join(project, 'packages/b/b.js'), 'changed')
    expect(evidence()).toBe('stale')
  })

  it('takes the tests of a part for evidence of that part alone, where the whole has tests, and says so', () => {
    const { at, evidence } = repository({
      'package.json': test('node -e 0'),
      'packages/a b/package.json': test('node -e 0'),
    })
    const { code, stdout } = at('packages/a b').run()
    expect(code).toBe(0)
    expect(stdout).toContain("cd 'packages/a b' && npm test passed")
    expect(stdout).toContain('Not kept as evidence: this project is proven by `npm test`.')
    expect(stdout).toContain('Next: keel verify "npm test"')
    expect(evidence()).toBe('none')
    expect(at('packages/a b').json('npm test')).toMatchObject({ passed: true, kept: true })
    expect(evidence()).toBe('fresh')
  })

  it('runs the tests of one file in the package that holds it, and else says that it runs all', () => {
    const { at } = repository({
      'package.json': JSON.stringify({ workspaces: ['packages/*'] }),
      ...Object.fromEntries(
        ['a', 'b'].flatMap((name) => [
          [
            `packages/${name}/package.json`,
            JSON.stringify({ name, version: '1.0.0', scripts: { test: 'node --test test/*.test.cjs' } }),
          ],
          ...['one', 'two'].map((file) => [
            `packages/${name}/test/${file}.test.cjs`,
            `require('node:test')('${name} ${file}', () => {})`,
          ]),
        ]),
      ),
      'lib/other.js': '',
    })
    const all = 'Nobody can ask for the tests of single files here: all are run.'
    const one = { passed: true, counts: { passed: 1, failed: 0, skipped: 0 }, kept: false, remarks: [] }
    expect(at('.').json('--only', 'packages/a/test/one.test.cjs')).toMatchObject(one)
    expect(at('packages/b').json('--only', '../a/test/two.test.cjs')).toMatchObject(one)
    const two = at('.').json(
      '--only',
      'packages/a/test/one.test.cjs',
      '--only',
      'packages/b/test/one.test.cjs',
    )
    expect(two).toMatchObject({ passed: true, counts: { passed: 2, failed: 0, skipped: 0 }, remarks: [] })
    const every = { passed: true, counts: { passed: 4, failed: 0, skipped: 0 }, kept: false, remarks: [all] }
    expect(at('.').json('--only', 'lib/other.js')).toMatchObject(every)
    const typed = at('.').json('npm test -ws', '--only', 'packages/a/test/one.test.cjs')
    expect(typed).toMatchObject({ ...every, command: 'npm test -ws' })
  })

  it('keeps no evidence of a command that is not the project’s own, and says so', () => {
    const { at, evidence } = repository({ Makefile: 'test:\n\tfalse\n' })
    const { code, stdout } = at('.').run('--test', 'node -e 0')
    expect(code).toBe(0)
    expect(stdout).toContain('Not kept as evidence: this project is proven by `make test`.')
    expect(at('.').json('node -e 0')).toMatchObject({ passed: true, kept: false, own: 'make test' })
    // What only says something runs no test.
    expect(at('.').json('true')).toMatchObject({ passed: false, exitCode: 0, kept: false })
    expect(evidence()).toBe('none')
  })

  it.each([
    [{ 'pnpm-lock.yaml': '', 'web/package.json': test('x') }, 'web', 'cd web && pnpm test'],
    [
      { 'yarn.lock': '', 'web/package.json': test('x'), 'web/package-lock.json': '' },
      'web',
      'cd web && npm test',
    ],
    [{ 'setup.py': '', 'tests/test_a.py': '' }, 'tests', 'python3 -m pytest'],
    [{ 'api/pyproject.toml': '', 'api/tests/test_a.py': '' }, 'api/tests', 'cd api && python3 -m pytest'],
    [{ 'go.mod': '', 'cmd/main.go': '' }, 'cmd', 'go test ./...'],
    [{ 'it’s/Cargo.toml': '' }, 'it’s', "cd 'it’s' && cargo test"],
    [{ '-x/Makefile': 'test:\n' }, '-x', 'cd ./-x && make test'],
  ])('of %j, asked in %s, runs %s', (files, folder, command) => {
    const { project, at } = repository(files)
    const before = readTree(project)
    expect(at(folder).json('--dry-run')).toMatchObject({ dryRun: true, command, root: project, kept: true })
    expect(at(folder).run('--dry-run').stdout).toContain(`keel would run ${command}`)
    expect(readTree(project)).toEqual(before)
  })

  it.each(['before the task is claimed', 'after it is claimed'])(
    'lets a task be closed beside a test that was red before, where somebody looked %s',
    (when) => {
      const red = "require('node:test').test('old', () => { throw new Error('long red') })\n"
      const { home, project } = scratch()
      const git = (...words: string[]) => execFileSync('git', words, { cwd: project })
      const run = (...words: string[]) => keel(words, { cwd: project, home })
      git('init', '-q')
      writeFileSync(join(project, 'old.test.js'), red)
      writeFileSync(join(project, 'fine.test.js'), red.replaceAll('old', 'fine').replace(/throw.*'\) /, ''))
      writeFileSync(join(project, 'package.json'), test('node --test'))
      const added = JSON.parse(
        run('task', 'add', 'Repair it', '--check', 'test -e repaired', '--json').stdout,
      )
      git('add', '-A')
      git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'start')
      const prove = () => JSON.parse(run('verify', '--task', added.task.id, '--json').stdout)
      if (when.startsWith('before')) expect(run('verify').code).toBe(1)
      expect(run('task', 'claim', added.task.id).code).toBe(0)
      if (when.startsWith('after'))
        expect(prove()).toMatchObject({ passed: false, checks: [{ passed: false }] })
      writeFileSync(join(project, 'repaired'), '')
      const proof = prove()
      expect(proof).toMatchObject({
        passed: true,
        baseline: ['old.test.js > old'],
        checks: [{ passed: true }],
      })
      expect(proof).not.toHaveProperty('ran')
      expect(run('task', 'close', added.task.id).code).toBe(0)
    },
  )
})
