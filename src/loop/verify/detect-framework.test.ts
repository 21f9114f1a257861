import { describe, expect, it } from 'vitest'
import { scratchWith as project } from '../../../test/contracts/program.ts'
import { detectFramework } from './detect-framework.ts'
import { scopeInPackages } from './scope-in-packages.ts'
import { scopeTo } from './scope-to.ts'

const scripts = (all: Record<string, string>) => JSON.stringify({ scripts: all })

describe('which framework will speak', () => {
  it.each<[string, Record<string, string>, string | null, string | null]>([
    ['vitest run', {}, 'vitest', 'vitest run R'],
    ['npx --yes jest', {}, 'jest', 'npx --yes jest R'],
    ['CI=1 pnpm exec vitest', {}, 'vitest', 'CI=1 pnpm exec vitest R'],
    ['npm test', { 'package.json': scripts({ test: 'vitest run' }) }, 'vitest', 'npm test -- R'],
    ['yarn test', { 'package.json': scripts({ test: 'jest' }) }, 'jest', 'yarn test R'],
    [
      'npm run check',
      { 'package.json': scripts({ check: 'tsc && vitest run' }) },
      'vitest',
      'npm run check -- R',
    ],
    ['npm test', { 'package.json': scripts({ test: 'vitest run && eslint .' }) }, 'vitest', null],
    [
      'npm test',
      { 'package.json': scripts({ test: 'npm run unit', unit: 'mocha' }) },
      'mocha',
      'npm test -- -- R',
    ],
    [
      'cd packages/a && npm test',
      { 'packages/a/package.json': scripts({ test: 'jest' }) },
      'jest',
      'cd packages/a && npm test -- R',
    ],
    ['make test', { Makefile: 'test: build\n\t@go test ./...\n' }, 'go test', null],
    ['uv run python3.12 -m pytest -q', {}, 'pytest', 'uv run python3.12 -m pytest -q R'],
    ['bundle exec rspec', {}, 'RSpec', 'bundle exec rspec R'],
    ['./mvnw -q test', {}, 'JUnit (Maven)', './mvnw -q test R'],
    ['cargo nextest run', {}, 'cargo nextest', 'cargo nextest run R'],
    ['node node_modules/.bin/vitest run', {}, 'vitest', 'node node_modules/.bin/vitest run R'],
    [
      'npm test --workspaces',
      {
        'package.json': JSON.stringify({ workspaces: ['packages/*'] }),
        'packages/a/package.json': scripts({ test: 'vitest run' }),
        'packages/b/package.json': scripts({ test: 'vitest run' }),
      },
      'vitest',
      null,
    ],
    [
      'npm test',
      { 'package.json': JSON.stringify({ scripts: { test: './go.sh' }, devDependencies: { jest: '30' } }) },
      'jest',
      null,
    ],
    ['./check.sh', {}, null, null],
  ])('%s %j', (command, files, framework, withReport) => {
    const found = detectFramework({ root: project(files), command })
    expect(found?.framework.name.toLowerCase() ?? null).toBe(framework?.toLowerCase() ?? null)
    expect(found?.withWords?.(['R']) ?? null).toBe(withReport)
  })
})

describe('the tests of one file', () => {
  const only = (script: string) => ({ 'package.json': scripts({ test: script }) })
  it.each<[string, Record<string, string>, string | null]>([
    ['vitest run', {}, 'vitest run src/a.test.ts'],
    ['vitest run', { 'x/src/a.test.ts': '' }, 'vitest run src/a.test.ts --exclude=x/src/a.test.ts'],
    ['vitest run src --coverage', {}, 'vitest run --coverage src/a.test.ts'],
    ['vitest run src && eslint .', {}, 'vitest run src/a.test.ts && eslint .'],
    ['npm test', only('jest'), 'npm test -- --runTestsByPath src/a.test.ts'],
    ['npm test', only('tsc && vitest run src'), "npx -c 'tsc && vitest run src/a.test.ts'"],
    ['npm test', only('vitest run --mystery src'), null],
    ['npm test', { 'package.json': scripts({ test: 'vitest run src', pretest: 'tsc' }) }, null],
    ['npm test', only('vitest run && mocha'), null],
    ['cd src && pytest -q', {}, 'cd src && pytest -q a.test.ts'],
    ['uv run pytest -k slow tests', {}, 'uv run pytest -k slow src/a.test.ts'],
    ['node --import tsx --test lib', {}, 'node --test --import tsx src/a.test.ts'],
    ['bundle exec rake spec', {}, 'bundle exec rake spec SPEC=src/a.test.ts'],
    ['make test', { Makefile: 'test:\n\tvitest run\n' }, null],
    ['cargo test', {}, null],
  ])('%s %j', (command, files, scoped) => {
    const root = project({ 'src/a.test.ts': '', ...files })
    expect(scopeTo(detectFramework({ root, command }), { root, files: ['src/a.test.ts'] })).toBe(scoped)
  })

  it.each<[string, string[], Record<string, string>, string | null]>([
    ['one package', ['a/t/1.js'], {}, 'cd a && npm test -- --runTestsByPath t/1.js'],
    ['a package of many', ['a/t/1.js', 'a/t/2.js'], {}, 'cd a && npm test -- --runTestsByPath t/1.js t/2.js'],
    [
      'two packages',
      ['a/t/1.js', 'b c/t/1.js'],
      {},
      "cd a && npm test -- --runTestsByPath t/1.js && cd .. && cd 'b c' && npx -c 'tsc && vitest run t/1.js'",
    ],
    [
      'a package in a package',
      ['a/in/t/1.js'],
      { 'a/in/package.json': scripts({ test: 'jest' }) },
      'cd a/in && npm test -- --runTestsByPath t/1.js',
    ],
    ['a file that is in none', ['a/t/1.js', 'lib/1.js'], {}, null],
    ['a framework that cannot', ['d/t/1.js'], { 'd/package.json': scripts({ test: 'make' }) }, null],
  ])('is asked of the package that holds it: %s', (_, files, more, scoped) => {
    const root = project({
      'package.json': JSON.stringify({ workspaces: ['*'], scripts: { test: 'npm test -ws' } }),
      'a/package.json': scripts({ test: 'jest' }),
      'b c/package.json': scripts({ test: 'tsc && vitest run t' }),
      'lib/1.js': '',
      'd/t/1.js': '',
      ...more,
    })
    expect(scopeInPackages({ root, files })).toBe(scoped)
  })

  it('is no pattern, whatever it is called, and no file beside it', () => {
    const root = project({ 'test/[id].js': '' })
    const scope = (command: string) =>
      scopeTo(detectFramework({ root, command }), { root, files: ['test/[id].js'] })
    expect(scope('mocha --recursive test/')).toBe(
      `mocha --recursive test/ '--ignore=!{test/?id?.js,./test/?id?.js,${root}/test/?id?.js}' 'test/[id].js'`,
    )
    expect(scope('jest')).toBe(`jest --runTestsByPath 'test/[id].js'`)
    expect(scope('node --test')).toBeNull()
  })
})
