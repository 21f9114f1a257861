import { describe, expect, it } from 'vitest'
import { scratchWith as project } from '../../../test/contracts/program.ts'
import { detectSuites, detectTests, otherSuites } from './detect-tests.ts'

const needs = (name: string, scripts = {}) => JSON.stringify({ scripts, devDependencies: { [name]: '1' } })
const workspace = (workspaces: string[], scripts = {}) => ({
  'package.json': JSON.stringify({ private: true, workspaces, scripts }),
})
const OWN = JSON.stringify({ name: 'a', scripts: { test: 'node --test' } })
const UNITTEST = 'import unittest\n\nclass Calc(unittest.TestCase):\n    def test_one(self): pass\n'
const PYTEST = '[tool.pytest.ini_options]\n'

describe('the command that runs the tests', () => {
  it.each<[string | null, Record<string, string>]>([
    ['phpunit', { 'phpunit.xml': '<phpunit/>' }],
    ['vendor/bin/phpunit', { 'phpunit.xml.dist': '<phpunit/>', 'vendor/bin/phpunit': '' }],
    ['mvn test', { 'pom.xml': '<project/>' }],
    ['./mvnw test', { 'pom.xml': '<project/>', mvnw: '' }],
    ['gradle test', { 'build.gradle': '' }],
    ['./gradlew test', { 'build.gradle.kts': '', gradlew: '' }],
    ['dotnet test', { 'calc.sln': '' }],
    ['dotnet test', { 'calc.csproj': '' }],
    ['bats test', { 'test/calc.bats': '' }],
    ['rspec', { '.rspec': '', 'spec/calc_spec.rb': '' }],
    ['bundle exec rspec', { '.rspec': '', 'spec/calc_spec.rb': '', Gemfile: '' }],
    ['npx vitest run', { 'package.json': needs('vitest') }],
    ['pnpm exec jest', { 'package.json': needs('jest'), 'pnpm-lock.yaml': '' }],
    ['npx mocha', { 'package.json': needs('mocha', { test: 'echo "Error: no test specified" && exit 1' }) }],
    ['npm test', { 'package.json': needs('vitest', { test: 'vitest run' }) }],
    ['python3 -m pytest', { 'tests/test_calc.py': '' }],
    ['python3 -m unittest discover -s tests', { 'tests/test_calc.py': UNITTEST }],
    ['python3 -m unittest', { 'tests/test_calc.py': UNITTEST, 'tests/__init__.py': '' }],
    ['python3 -m unittest', { 'test_calc.py': UNITTEST }],
    ['uv run python -m unittest', { 'test_calc.py': UNITTEST, 'uv.lock': '' }],
    ['python3 -m pytest', { 'test_calc.py': UNITTEST, 'requirements.txt': 'pytest\n' }],
    ['python3 -m pytest', { 'test_calc.py': UNITTEST, 'calc_test.py': UNITTEST }],
    ['python3 -m pytest', { 'test_calc.py': UNITTEST, 'test_more.py': 'import pytest\n' }],
    ['uv run pytest', { 'pyproject.toml': PYTEST, 'uv.lock': '' }],
    ['uv run pytest', { 'pyproject.toml': `${PYTEST}[tool.uv]\n` }],
    ['poetry run pytest', { 'pyproject.toml': PYTEST, 'poetry.lock': '' }],
    ['pdm run pytest', { 'pyproject.toml': PYTEST, 'pdm.lock': '' }],
    ['hatch run pytest', { 'pyproject.toml': `${PYTEST}[tool.hatch.envs.default]\n` }],
    ['tox', { 'tox.ini': '[tox]\nenvlist = py3\n' }],
    ['nox', { 'noxfile.py': '' }],
    ['make test', { 'pyproject.toml': PYTEST, Makefile: 'test: build\n\tuv run pytest\n' }],
    ['make test', { 'go.mod': '', Makefile: 'test:\n\tgo test -race ./...\n' }],
    ['go test ./...', { 'go.mod': '', Makefile: 'test := no\n' }],
    ['npm test --workspaces --if-present', { ...workspace(['packages/*']), 'packages/a/package.json': OWN }],
    ['npm test', { ...workspace(['packages/*'], { test: 'tap' }), 'packages/a/package.json': OWN }],
    [null, { ...workspace(['packages/*']), 'packages/a/package.json': '{}' }],
    [
      'pnpm -r test',
      { 'package.json': '{}', 'pnpm-workspace.yaml': 'packages:\n  - libs/*\n', 'libs/a/package.json': OWN },
    ],
    ['yarn workspaces run test', { ...workspace(['a']), 'yarn.lock': '', 'a/package.json': OWN }],
    [
      'yarn workspaces foreach -A run test',
      { ...workspace(['a']), 'yarn.lock': '', '.yarnrc.yml': '', 'a/package.json': OWN },
    ],
    [null, { 'readme.md': '' }],
  ])('is %s', (command, files) => {
    const root = project(files)
    expect(detectTests({ root, from: root })).toBe(command)
  })
})

describe('several suites', () => {
  const both = { 'package.json': needs('vitest', { test: 'vitest run' }), 'pyproject.toml': PYTEST }

  it('are all named, and what one of them runs is none beside it', () => {
    expect(detectSuites(project(both))).toEqual(['npm test', 'python3 -m pytest'])
    const made = { ...both, Makefile: 'test:\n\tnpm test\n\tpytest\n' }
    expect(detectSuites(project(made))).toEqual(['npm test', 'make test'])
  })

  it('but for those that a command runs are the others', () => {
    const root = project({ ...both, 'go.mod': '' })
    expect(otherSuites({ root, command: 'npm test' })).toEqual(['go test ./...', 'python3 -m pytest'])
    expect(otherSuites({ root, command: 'npm test && pytest -q' })).toEqual(['go test ./...'])
    expect(otherSuites({ root, command: './check.sh' })).toEqual([])
  })
})
