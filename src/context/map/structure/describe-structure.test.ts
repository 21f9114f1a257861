import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REDACTED } from '#kit/redact.ts'
import { describeStructure } from './describe-structure.ts'
import type { Folder, Structure } from './structure.ts'

type Files = Readonly<Record<string, string>>

function describeFiles(files: Files, subjects: readonly string[] = []): Structure {
  return describeStructure({
    files: Object.keys(files).map((path) => ({ path })),
    read: (path) => files[path] ?? null,
    subjects,
  })
}

const commandLines = ({ commands }: Structure) =>
  commands.map(({ purpose, line, folder }) => `${purpose}: ${folder === '' ? '' : `${folder}> `}${line}`)

const scripts = (...names: readonly string[]) =>
  JSON.stringify({ name: 'x', scripts: Object.fromEntries(names.map((name) => [name, 'something'])) })

const workflow = (...lines: readonly string[]) =>
  JSON.stringify({ jobs: { test: { steps: lines.map((run) => ({ run })) } } })

const code = (folder: string, ending: string, count = 4): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/part${at}.${ending}`, '']))

describe('the commands', () => {
  it.each([
    ['package-lock.json', ['install: npm install', 'build: npm run build', 'test: npm test']],
    ['yarn.lock', ['install: yarn install', 'build: yarn build', 'test: yarn test']],
    ['pnpm-lock.yaml', ['install: pnpm install', 'build: pnpm build', 'test: pnpm test']],
    ['bun.lock', ['install: bun install', 'build: bun run build', 'test: bun run test']],
  ])('of a package are typed for the manager whose %s lies beside it', (lockfile, lines) => {
    const files = { 'package.json': scripts('build', 'test'), [lockfile]: '', ...code('src', 'ts') }
    expect(commandLines(describeFiles(files))).toEqual(lines)
  })

  it.each([
    ['uv.lock', ['install: uv sync', 'test: uv run pytest']],
    ['poetry.lock', ['install: poetry install', 'test: poetry run pytest']],
    ['README.md', ['install: pip install -e .', 'test: pytest']],
  ])('of a Python project are typed for the manager that %s tells of', (lockfile, lines) => {
    const pyproject = '[build-system]\n[project]\nname = "x"\n[tool.pytest]\n'
    const files = { 'pyproject.toml': pyproject, [lockfile]: '', ...code('x', 'py') }
    expect(commandLines(describeFiles(files))).toEqual(lines)
  })

  it('leave to mypy what is to be checked where its settings say so', () => {
    const files = { 'pyproject.toml': '[dependency-groups]\ndev = ["mypy"]\n', ...code('x', 'py') }
    expect(commandLines(describeFiles(files))).toContain('typecheck: mypy .')
    const told = { ...files, 'mypy.ini': '[mypy]\nfiles = x\n' }
    expect(commandLines(describeFiles(told))).toContain('typecheck: mypy')
  })

  it('of Autotools are those that it makes, by which to check is to test', () => {
    const ci = workflow('make check VERBOSE=yes')
    const files = {
      'Makefile.am': '',
      'src/Makefile.am': '',
      '.github/workflows/ci.yml': ci,
      ...code('src', 'c'),
    }
    expect(commandLines(describeFiles(files))).toEqual([
      'build: autoreconf -i && ./configure && make',
      'test: make check',
    ])
  })

  it('of a machine are none where it made itself first what they take', () => {
    const ci = { '.github/workflows/ci.yml': workflow('./configure', 'make', 'make check') }
    const files = { configure: '', ...ci, ...code('src', 'c') }
    expect(commandLines(describeFiles(files))).toEqual([])
    expect(commandLines(describeFiles({ ...files, Makefile: '' }))).toEqual([
      'build: make',
      'lint: make check',
    ])
  })

  it('of CMake test where its outermost list makes tests known, and nowhere else', () => {
    const commandsOf = (list: string) =>
      commandLines(describeFiles({ 'CMakeLists.txt': list, ...code('src', 'c') }))
    const build = 'build: cmake -B build && cmake --build build'
    const test = 'test: ctest --test-dir build'
    expect(commandsOf('project(shop C)\n# enable_testing()\n')).toEqual([build])
    expect(commandsOf('project(shop C)\nif(SHOP_TESTS)\n  enable_testing()\nendif()\n')).toEqual([
      build,
      test,
    ])
    expect(commandsOf('INCLUDE( CTest )\n')).toEqual([build, test])
    const beside = { 'CMakeLists.txt': 'project(shop C)\n', 'Makefile.am': '', ...code('src', 'c') }
    expect(commandLines(describeFiles(beside))).toEqual([
      'build: autoreconf -i && ./configure && make',
      'test: make check',
    ])
  })

  it('of Bazel are for all that there is', () => {
    const files = { 'MODULE.bazel': '', WORKSPACE: '', ...code('lib', 'bzl') }
    expect(commandLines(describeFiles(files))).toEqual(['build: bazel build //...', 'test: bazel test //...'])
  })

  it('use a wrapper where there is one', () => {
    const files = { 'build.gradle': '', ...code('src/main/java/x', 'java') }
    expect(commandLines(describeFiles(files))).toContain('test: gradle test')
    expect(commandLines(describeFiles({ ...files, gradlew: '' }))).toContain('test: ./gradlew test')
  })

  it('that continuous integration runs are said to be run there, and come before those that it does not', () => {
    const files = {
      'package.json': scripts('test:browser', 'test:node'),
      '.github/workflows/ci.yml': workflow('npm ci', 'npm run test:node -- --coverage'),
      ...code('src', 'js'),
    }
    const [test] = describeFiles(files).commands.filter(({ purpose }) => purpose === 'test')
    expect(test).toEqual({
      purpose: 'test',
      line: 'npm run test:node',
      folder: '',
      from: 'package.json',
      inCi: true,
    })
  })

  it.each([
    ['test', 'test-unit'],
    ['lint', 'lint:js'],
    ['build', 'build:all'],
    ['typecheck', 'tsc'],
  ])('are what is plainly named %s, though continuous integration runs %s', (plain, particular) => {
    const files = {
      'package.json': scripts(particular, plain),
      '.github/workflows/ci.yml': workflow(`npm run ${particular}`),
      ...code('src', 'ts'),
    }
    const lines = describeFiles(files).commands.filter(({ purpose }) => purpose === plain)
    expect(lines.map(({ line }) => line)).toEqual([plain === 'test' ? 'npm test' : `npm run ${plain}`])
  })

  it('to lint are none that look at something else than the code', () => {
    const files = {
      'package.json': scripts('dockerfile_lint', 'lint:md', 'doctoc:check'),
      ...code('src', 'ts'),
    }
    expect(commandLines(describeFiles(files))).toEqual(['install: npm install'])
  })

  it('are not those for a part of the tests where that is what a folder is named for', () => {
    const ci = workflow('./integration_test/test.sh', 'mix test')
    const files = { 'mix.exs': 'defmodule X do\nend\n', '.github/workflows/ci.yml': ci, ...code('lib', 'ex') }
    expect(commandLines(describeFiles(files)).filter((line) => line.startsWith('test'))).toEqual([
      'test: mix test',
    ])
  })

  it('are neither settings of one machine nor tools that it needs', () => {
    const ci = workflow(
      "make TLS=yes FLAGS='-O2 -g' -j4",
      'npm install ajv',
      'pip install -r ./.spelling/requirements.txt',
      'make BUILD_TLS=module',
    )
    const files = { Makefile: '', '.github/workflows/ci.yml': ci, ...code('src', 'c') }
    expect(commandLines(describeFiles(files))).toEqual(['build: make'])
  })

  it('are taken from continuous integration where no manifest has any', () => {
    const files = {
      '.github/workflows/ci.yml': workflow(
        'DEBUG=1 python tests/runtests.py -v 2>&1 | tee log',
        'cd docs && make html',
      ),
      ...code('lib', 'py'),
    }
    expect(commandLines(describeFiles(files))).toEqual(['test: python tests/runtests.py -v'])
  })

  it('are not what only puts something into the system of a machine', () => {
    const lines = (...ran: string[]) =>
      commandLines(describeFiles({ '.github/workflows/ci.yml': workflow(...ran), ...code('lib', 'bash') }))
    expect(lines('sudo ./install.sh /usr/ lib64', 'sudo ./test.sh')).toEqual(['test: ./test.sh'])
    expect(lines('./install.sh')).toEqual(['install: ./install.sh'])
  })

  it('are what make does first where it is told nothing else, if that is known', () => {
    const lines = (makefile: string) =>
      commandLines(
        describeFiles({
          Makefile: makefile,
          '.github/workflows/ci.yml': workflow('make'),
          ...code('x', 'c'),
        }),
      )
    expect(lines('.PHONY: docs\ninit:\n\tpip install .\nci:\n\ttrue\n')).toEqual([])
    expect(lines('help:\n\techo\n')).toEqual([])
    expect(lines('shop: shop.o\n\tcc shop.o\n')).toEqual(['build: make'])
    expect(lines('$(BIN): shop.o\n\tcc\ninit:\n\ttrue\n')).toEqual(['build: make'])
    expect(lines('.DEFAULT_GOAL := shop\nhelp:\n\techo\nshop:\n\tcc\n')).toEqual(['build: make'])
    expect(lines('test:\n\tpytest\n')).toEqual(['test: make test'])
  })

  it('are none that stand in a text for another, and do not try out what nobody foresaw', () => {
    const ci = workflow("sbt 'coverage; shopJVM/test; report'", "echo 'a && b' && ./test.sh")
    const files = {
      '.github/workflows/ci.yml': ci,
      Makefile: 'fuzzing-start:\n\t./fuzz\n',
      ...code('x', 'c'),
    }
    expect(commandLines(describeFiles(files))).toEqual(['test: ./test.sh'])
  })

  it('to build are none that only say something, or go on to what is for something else', () => {
    const lines = (makefile: string) => commandLines(describeFiles({ Makefile: makefile, ...code('x', 'c') }))
    expect(lines('all:\n\t@echo "shop - builds it"\n\n')).toEqual([])
    expect(lines('all: fmt test\nfmt:\n\tgofmt .\n')).toEqual(['format: make fmt'])
    expect(lines('all: fmt shop\nshop:\n\tcc\n')).toEqual(['build: make all'])
    expect(lines('all: $(SHOPS)\n')).toEqual(['build: make all'])
    expect(lines('build:\n\t@echo building\n\tcc\n')).toEqual(['build: make build'])
  })

  it('are no words in the rest of a line of a makefile', () => {
    const makefile = '$(error Make is of the past.\\\nFor how to build and test see: docs.md)\n'
    expect(commandLines(describeFiles({ Makefile: makefile, ...code('x', 'c') }))).toEqual([])
  })

  it('of Lua are those of the tools that are set up', () => {
    const files = { '.busted': '', '.luacheckrc': '', 'stylua.toml': '', ...code('shop', 'lua') }
    expect(commandLines(describeFiles(files))).toEqual([
      'test: busted',
      'lint: luacheck .',
      'format: stylua .',
    ])
  })

  it('install what the project needs, and not one tool of many', () => {
    const installs = (targets: string) =>
      commandLines(describeFiles({ Makefile: targets })).filter((line) => line.startsWith('install'))
    expect(installs('install-goyacc:\n\tgo install goyacc\n')).toEqual([])
    expect(installs('install-dev:\n\tpip install -e .\n')).toEqual(['install: make install-dev'])
    expect(installs('setup-env:\n\t./env\n')).toEqual(['install: make setup-env'])
  })

  it('that run something start the project, or do what it is that they run', () => {
    const of = (target: string) => commandLines(describeFiles({ Makefile: `${target}:\n\t./x\n` }))
    expect(of('run-govulncheck')).toEqual([])
    expect(of('run-server')).toEqual(['run: make run-server'])
    expect(of('run-local-app')).toEqual(['run: make run-local-app'])
    expect(of('run-tests')).toEqual(['test: make run-tests'])
    expect(of('run-dev')).toEqual(['run: make run-dev'])
    expect(of('start-server')).toEqual(['run: make start-server'])
    expect(of('test: start-server\n\t./t\nstart-server')).toEqual(['test: make test'])
  })

  it('of a few scripts beside code in a language without packages are not those of the project', () => {
    const files = { 'package.json': JSON.stringify({ name: 'x' }), 'script/release.js': '' }
    const alone = describeFiles(files)
    expect(commandLines(alone)).toEqual(['install: npm install'])
    expect(alone.conventions.modules).toEqual([{ system: 'CommonJS', from: 'package.json' }])
    const beside = describeFiles({ ...files, ...code('src', 'c', 150) })
    expect(commandLines(beside)).toEqual([])
    expect(beside.conventions.modules).toEqual([])
  })

  it('of make are those whose recipe does what the name says', () => {
    const lines = (makefile: string) =>
      commandLines(
        describeFiles({
          Makefile: makefile,
          '.github/workflows/ci.yml': workflow('make install', 'make dev'),
        }),
      )
    expect(lines('install:\n\tcp ship /usr/bin\n')).toEqual([])
    expect(lines('install: deps\n\tcp ship bin\ndeps: ; luarocks make\n')).toContain('install: make install')
    expect(lines('dev: tools\ntools:\n\tluarocks install x\n')).toEqual([])
    expect(lines('dev:\n\tpip install -r requirements-dev.txt\n')).toEqual([])
    expect(lines('dev:\n\tnpm run dev\n')).toEqual(['run: make dev'])
    expect(lines('dev:\n\tdocker compose -f dev.yml up\n')).toEqual(['run: make dev'])
  })

  it('of a project of Bundler begin with it, whatever gem a task of the release installs', () => {
    const files = {
      Gemfile: "gem 'minitest'\n",
      Rakefile: 'task install: :build\nnamespace :package do\n  task all: GEMS\nend\ntask :test do\nend\n',
      '.github/workflows/release.yml': workflow('bundle exec rake install:x', 'bundle exec rake release:x'),
      ...code('lib', 'rb'),
    }
    expect(commandLines(describeFiles(files))).toEqual([
      'install: bundle install',
      'test: bundle exec rake test',
    ])
  })

  it('of a Rakefile without a Gemfile are typed without Bundler, which would find nothing to do', () => {
    const files = { Rakefile: 'task :test do\nend\n', ...code('lib', 'rb') }
    expect(commandLines(describeFiles(files))).toEqual(['test: rake test'])
  })

  it('of a package within another are left to the outer one', () => {
    const files = {
      'package.json': scripts('test'),
      'packages/a/package.json': scripts('test', 'build'),
      ...code('packages/a/src', 'ts'),
    }
    expect(commandLines(describeFiles(files))).toEqual(['install: npm install', 'test: npm test'])
  })

  it('of a Makefile within the folder of another are left to that one, though it names none of them', () => {
    const files = { Makefile: '.DEFAULT:\n\tmake -C src $@\n', 'src/Makefile': 'test:\n\t./test\n' }
    expect(commandLines(describeFiles({ ...files, ...code('src', 'c') }))).toEqual([])
  })

  it('are typed in the folder of the outermost manifest', () => {
    const files = { 'server/go.mod': 'module example.org/x\n', ...code('server', 'go') }
    expect(commandLines(describeFiles(files))).toContain('test: server> go test ./...')
  })

  it('never show what looks like a secret', () => {
    const secret = ['ghp', '_abcdefghijklmnopqrstuvwxyz0123456789'].join('')
    const files = {
      '.github/workflows/ci.yml': workflow(`pytest --key ${secret}`),
      Dockerfile: `FROM python:3.12\nCMD API_KEY=abcdefgh python -m x --token=${secret}\n`,
      ...code('x', 'py'),
    }
    const structure = describeFiles(files)
    expect(commandLines(structure)).toEqual([`test: pytest --key ${REDACTED}`])
    expect(JSON.stringify(structure)).not.toContain(secret)
    expect(JSON.stringify(structure)).not.toContain('abcdefgh')
  })
})

describe('the stack', () => {
  it('has the workspaces of the whole, and not those of a build inside of it', () => {
    const files = {
      'settings.gradle.kts': 'projects { +"shop" }\n',
      'build.gradle.kts': '',
      'logic/settings.gradle.kts': 'include(":plugin")\n',
      'logic/plugin/build.gradle.kts': '',
      ...code('shop/src', 'kt'),
    }
    expect(describeFiles(files).stack.workspaces).toEqual([])
    const { 'settings.gradle.kts': _, 'build.gradle.kts': __, ...inner } = files
    expect(describeFiles(inner).stack.workspaces).toMatchObject([{ name: 'Gradle projects', members: 1 }])
  })

  it('is not what the site of the documentation is made with, unless there is nothing else', () => {
    const site = { '@docusaurus/core': '3', react: '19' }
    const files = {
      'www/package.json': JSON.stringify({ name: 'www', dependencies: site }),
      'www/images/package.json': JSON.stringify({ name: 'images', dependencies: { next: '15' } }),
      ...code('www/src', 'tsx'),
    }
    const names = (all: Files) => describeFiles(all).stack.frameworks.map(({ name }) => name)
    expect(names(files)).toContain('Docusaurus')
    const shop = JSON.stringify({ name: 'shop', dependencies: { express: '5' } })
    expect(names({ ...files, 'package.json': shop, ...code('src', 'ts') })).toEqual(['Express'])
  })

  it('shares languages by bytes where sizes are known, and leaves out what is not the project’s own', () => {
    const { stack } = describeStructure({
      files: [
        { path: 'a.py', bytes: 900 },
        { path: 'b.go', bytes: 100 },
        { path: 'vendor/c.go', bytes: 9000 },
        { path: 'd.css', bytes: 9000 },
      ],
      read: () => null,
    })
    expect(stack.languages).toEqual([
      { name: 'Python', files: 1, share: 0.9 },
      { name: 'Go', files: 1, share: 0.1 },
    ])
  })

  it('does not count the languages of tests, which may be in any that the project reads', () => {
    const bytes = (files: Files) => Object.keys(files).map((path) => ({ path, bytes: 100 }))
    const samples = bytes({ ...code('tests/samples', 'py', 9), ...code('tests/more', 'sol', 9) })
    const languages = (files: readonly { path: string; bytes: number }[]) =>
      describeStructure({ files, read: () => null }).stack.languages.map(({ name }) => name)
    expect(languages([...bytes(code('src', 'rs')), ...samples])).toEqual(['Rust'])
    expect(languages(samples)).toEqual(['Python', 'Solidity'])
  })

  it.each([
    ['a.cc', 'C++'],
    ['a.c', 'C'],
    ['a.m', 'Objective-C'],
  ])('counts headers beside %s as %s', (file, name) => {
    const { stack } = describeFiles({ [file]: '', 'a.h': '', 'b.h': '' })
    expect(stack.languages).toEqual([{ name, files: 3, share: 1 }])
  })

  it('tells Teal from the Lua that is made of it', () => {
    const { stack } = describeFiles({ 'a.tl': '', 'a.lua': '' })
    expect(stack.languages.map(({ name }) => name).toSorted()).toEqual(['Lua', 'Teal'])
  })

  it('does not name the house that its packages are of, whatever parts their names', () => {
    const project = (name: string) =>
      `<Project><PropertyGroup><PackageId>${name}</PackageId></PropertyGroup></Project>`
    const files = Object.fromEntries(
      ['Dapper', 'Dapper.Rainbow', 'Dapper.SqlBuilder'].map((name) => [
        `${name}/${name}.csproj`,
        project(name),
      ]),
    )
    const measured =
      '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="Dapper.Contrib" /></ItemGroup></Project>'
    const { stack } = describeFiles({ ...files, 'Build.csproj': measured, ...code('Dapper', 'cs') })
    expect(stack.libraries).toEqual([])
    const other = describeFiles({ 'Build.csproj': measured, ...code('Shop', 'cs') })
    expect(other.stack.libraries.map(({ name }) => name)).toEqual(['Dapper'])
  })

  it('says nothing of what only builds it for one more platform', () => {
    const android = "plugins {\n  id 'com.android.library'\n}\n"
    const library = { 'CMakeLists.txt': '', 'support/build.gradle': android, ...code('src', 'cc') }
    const { stack } = describeFiles(library)
    expect([stack.frameworks, stack.packageManagers]).toEqual([[], []])
    const app = describeFiles({ ...library, ...code('support/src/main/java/x', 'java') })
    expect(app.stack.frameworks.map(({ name }) => name)).toEqual(['Android'])
  })

  it('tells of no runtime that nothing is written for', () => {
    const ruby = { Gemfile: '', '.ruby-version': '3.4\n', 'Package.swift': '' }
    expect(describeFiles({ ...ruby, ...code('Sources', 'swift') }).stack.runtimes).toEqual([])
    expect(describeFiles({ ...ruby, ...code('lib', 'rb') }).stack.runtimes).toMatchObject([{ name: 'Ruby' }])
  })

  it('does not name what is made here as something that it is made with', () => {
    const { stack } = describeFiles({
      'src/MediatR/MediatR.csproj':
        '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="MediatR.Contracts"/><PackageReference Include="Polly"/></ItemGroup></Project>',
      'src/MediatR.Contracts/MediatR.Contracts.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
      ...code('src/MediatR', 'cs'),
    })
    expect(stack.libraries.map(({ name }) => name)).toEqual(['Polly'])
  })

  it('does not name itself as what it is made with', () => {
    const libraries = (files: Files) => describeFiles(files).stack.libraries.map(({ name }) => name)
    const go = (name: string) => ({
      'go.mod': `module github.com/x/${name}\n\nrequire github.com/prometheus/client_golang v1.2.3\n`,
      ...code(name, 'go'),
    })
    expect(libraries(go('prometheus'))).toEqual([])
    expect(libraries(go('harbour'))).toEqual(['Prometheus'])
    const java = (...projects: readonly string[]) => ({
      'settings.gradle': `include ${projects.map((one) => `':${one}'`).join(', ')}\n`,
      'bom/build.gradle': 'dependencies {\n  api "com.squareup.okhttp3:okhttp-jvm:1"\n}\n',
      ...code('bom/src/main/java/x', 'java'),
    })
    expect(libraries(java('okhttp', 'okhttp-tls', 'okhttp-sse', 'bom'))).toEqual([])
    expect(libraries(java('harbour', 'bom'))).toEqual(['OkHttp'])
  })

  it('does not name what the tools beside it need', () => {
    const files = { 'requirements.txt': 'pydantic\n', 'utils/check/requirements.txt': 'redis==4\n' }
    const { stack } = describeFiles({ ...files, ...code('x', 'py') })
    expect(stack.libraries.map(({ name }) => name)).toEqual(['Pydantic'])
  })

  it('counts what is kept together wherever it lies, and each once', () => {
    const named = (name: string, more = {}) => JSON.stringify({ name, ...more })
    const files = {
      'package.json': named('x', { workspaces: ['docs', 'test/*'] }),
      'docs/package.json': named('docs'),
      'test/a/package.json': named('a'),
      ...code('src', 'ts'),
    }
    const workspaces = (more: Files) =>
      describeFiles({ ...files, ...more }).stack.workspaces.map(({ name, members }) => [name, members])
    expect(workspaces({})).toEqual([['workspaces', 2]])
    expect(workspaces({ 'pnpm-workspace.yaml': 'packages: ["docs", "test/*"]\n' })).toEqual([
      ['pnpm workspace', 2],
    ])
    expect(workspaces({ 'pnpm-workspace.yaml': 'packages: ["none/*"]\n' })).toEqual([])
  })

  it('names neither managers nor tools for what nothing is written in', () => {
    const files = {
      'Cargo.toml': '[package]\nname = "x"\n',
      'composer.json': '{ "name": "x/x" }',
      'package.json': '{}',
      'pnpm-lock.yaml': '',
    }
    const of = (more: Files) => {
      const { stack, conventions } = describeFiles({ ...files, ...more })
      return [...stack.packageManagers, ...conventions.formatters].map(({ name }) => name)
    }
    expect(of(code('src', 'ts'))).toEqual(['pnpm'])
    expect(of({ ...code('src', 'ts'), ...code('src', 'rs') })).toEqual(['pnpm', 'rustfmt'])
  })

  it('of a solution is what its own projects are built for, however many of them lie among tests', () => {
    const project = (inner: string) => `<Project Sdk="Microsoft.NET.Sdk">${inner}</Project>`
    const needs = (name: string) => `<ItemGroup><PackageReference Include="${name}"/></ItemGroup>`
    const { stack, conventions } = describeFiles({
      'Shop.sln': [
        'src\\Shop',
        'src\\Shop.Core',
        'test\\Shop.Tests',
        'samples\\Shop.Demo',
        'src\\Shop.UnitTests',
      ]
        .map((folder) => `Project("{0}") = "x", "${folder}\\x.csproj", "{1}"`)
        .join('\n'),
      'src/Shop/x.csproj': project(
        '<PropertyGroup><TargetFrameworks>netstandard2.0;net6.0</TargetFrameworks></PropertyGroup>',
      ),
      'src/Shop.Core/x.csproj': project(
        '<PropertyGroup><TargetFramework>netstandard2.0</TargetFramework></PropertyGroup>',
      ),
      'src/Shop.UnitTests/x.csproj': project(needs('NUnit') + needs('Serilog')),
      'test/Shop.Tests/x.csproj': project(
        `<PropertyGroup><TargetFramework>net9.0</TargetFramework></PropertyGroup>${needs('xunit.v3')}${needs('Dapper')}`,
      ),
      'test/fixtures/Old/x.csproj': project(needs('MSTest.TestFramework')),
      'samples/Shop.Demo/x.csproj': project(needs('Polly')),
      ...code('src/Shop', 'cs'),
    })
    expect(stack.runtimes.map(({ version }) => version)).toEqual(['netstandard2.0', 'net6.0'])
    expect(stack.workspaces).toEqual([{ name: 'Solution', from: 'Shop.sln', members: 5 }])
    expect(stack.libraries).toEqual([])
    expect(conventions.tests.frameworks.map(({ name }) => name)).toEqual(['NUnit', 'xUnit'])
  })

  it('counts projects of tests among those of a workspace', () => {
    const { stack } = describeFiles({
      'package.json': JSON.stringify({ name: 'x', workspaces: ['*'] }),
      'shop/package.json': JSON.stringify({ name: 'shop' }),
      'shop-tests-e2e/package.json': JSON.stringify({ name: 'e2e', dependencies: { zod: '4' } }),
    })
    expect(stack.workspaces.map(({ members }) => members)).toEqual([2])
    expect(stack.libraries).toEqual([])
  })

  it.each(['integration_test', 'shop-e2e', 'benches/web', 'examples/web', 'test/fixtures/app'])(
    'is not told by what lies in %s',
    (folder) => {
      const mix = (...names: string[]) => names.map((name) => `  {:${name}, "1"}`).join('\n')
      const { stack } = describeFiles({
        'mix.exs': mix('plug'),
        [`${folder}/mix.exs`]: `elixir: "9"\n${mix('phoenix_live_view', 'swoosh', 'postgrex')}`,
        ...code('lib', 'ex'),
      })
      expect(stack.frameworks).toEqual([])
      expect(stack.libraries.map(({ name }) => name)).toEqual(['Plug'])
      expect(stack.runtimes).toEqual([])
    },
  )

  it('names the manager at the root, and not another that is for a part', () => {
    const files = {
      'build.sbt': '',
      'plugin/build.gradle': '',
      ...code('core', 'scala'),
      ...code('plugin', 'java'),
    }
    expect(describeFiles(files).stack.packageManagers).toEqual([{ name: 'sbt', from: 'build.sbt' }])
    const { 'build.sbt': _, ...rest } = files
    expect(describeFiles(rest).stack.packageManagers.map(({ name }) => name)).toEqual(['Gradle'])
    expect(describeFiles({ 'Package.swift': '' }).stack.packageManagers.map(({ name }) => name)).toEqual([
      'SwiftPM',
    ])
  })

  it('of a Python project is not what its tests and its documentation need, nor what only builds its package', () => {
    const pyproject = [
      '[build-system]\nbuild-backend = "pdm.backend"',
      '[project]\nname = "x"\ndependencies = ["starlette"]',
      '[dependency-groups]\ndocs = ["black"]\ntests = ["flask", "pytest", "ruff"]',
      '[tool.pdm]\nversion = { source = "file" }\n[tool.pdm.build]\n[tool.ruff]',
    ]
    const files = { 'pyproject.toml': pyproject.join('\n'), 'uv.lock': '', ...code('x', 'py') }
    const described = describeFiles(files)
    expect(described.stack.frameworks.map(({ name }) => name)).toEqual(['Starlette'])
    expect(described.stack.packageManagers.map(({ name }) => name)).toEqual(['uv'])
    expect(described.conventions.formatters).toEqual([])
    expect(described.conventions.tests.frameworks.map(({ name }) => name)).toEqual(['pytest'])
    expect(commandLines(described)).toContain('format: uv run ruff format .')
  })

  it.each([
    ['CMakeLists.txt', 'cc', 'CMake'],
    ['meson.build', 'c', 'Meson'],
    ['MODULE.bazel', 'bzl', 'Bazel'],
    ['WORKSPACE', 'bzl', 'Bazel'],
  ])('has what %s at the root tells to build with', (name, ending, builder) => {
    const { stack } = describeFiles({ [name]: '', ...code('src', ending) })
    expect(stack.builders).toEqual([{ name: builder, from: name }])
    expect(describeFiles({ [`part/${name}`]: '', ...code('src', ending) }).stack.builders).toEqual([])
  })

  it('does not count projects of Gradle that are listed in a way of their own', () => {
    const scripts = ['a', 'b', 'c'].map((name) => [`${name}/build.gradle.kts`, ''])
    const files = { ...Object.fromEntries(scripts), ...code('a', 'kt') }
    const count = (settings: string) =>
      describeFiles({ 'settings.gradle.kts': settings, ...files }).stack.workspaces.map(
        ({ members }) => members,
      )
    expect(count('include(":a")\nprojects {\n  +"b"\n  +"c"\n}\n')).toEqual([])
    expect(count('include(":a", ":b", ":c")\n')).toEqual([3])
  })

  it.each([
    ['build.sbt', 'lazy val root = project.enablePlugins(PlayScala)\n'],
    ['build.sbt', 'libraryDependencies += "com.typesafe.play" %% "play" % "2.9"\n'],
    ['project/plugins.sbt', 'addSbtPlugin("org.playframework" % "sbt-plugin" % "3.0")\n'],
  ])('names Play where %s has it', (path, text) => {
    const { stack } = describeFiles({ 'build.sbt': '', [path]: text, ...code('app', 'scala') })
    expect(stack.frameworks).toEqual([{ name: 'Play', from: path }])
  })

  it('names frameworks, libraries, runtimes, managers and workspaces, each with where it is said', () => {
    const { stack } = describeFiles({
      'package.json': JSON.stringify({
        name: 'x',
        engines: { node: '>=20' },
        workspaces: ['packages/*', '!packages/old'],
        dependencies: { '@nestjs/core': '11', constructor: '1' },
      }),
      'yarn.lock': '',
      '.nvmrc': '22\n',
      'packages/a/package.json': JSON.stringify({ name: 'a', dependencies: { zod: '4' } }),
      'packages/old/package.json': JSON.stringify({ name: 'old' }),
    })
    expect(stack.frameworks).toEqual([{ name: 'NestJS', from: 'package.json' }])
    expect(stack.libraries).toEqual([{ name: 'zod', from: 'packages/a/package.json' }])
    expect(stack.runtimes).toEqual([{ name: 'Node.js', version: '22', from: '.nvmrc' }])
    expect(stack.packageManagers).toEqual([{ name: 'yarn', from: 'yarn.lock' }])
    expect(stack.workspaces).toEqual([{ name: 'workspaces', from: 'package.json', members: 1 }])
  })
})

describe('the modules', () => {
  it('are described by what they are, and not by what is new today', () => {
    const readme = (news: string) => `# Shop\n\n## News\n\n${news}\n\n---\n\nShop is a server for shops.\n`
    for (const news of [
      "We're excited to announce the release of **[Shop 2](https://shop.org)**! It is fast.",
      'Shop 2.0 is now available for everybody.',
      'Announcing Shop 2, which is new.',
    ]) {
      const { modules } = describeFiles({
        'shop/go.mod': 'module shop\n',
        'shop/a.go': '',
        'shop/README.md': readme(news),
      })
      expect(modules.map(({ description }) => description)).toEqual(['Shop is a server for shops'])
    }
  })

  const described = (files: Files) =>
    describeFiles(files).modules.map(({ path, description }) => [path, description])

  it.each([
    ['a README', 'README.md', '# Tide\n\n[![badge](x)](y)\n\nTables of [tides](z), by the hour. More.\n'],
    ['a docstring', '__init__.py', '# licence\n"""Tables of tides, by the hour.\n\nMore."""\n'],
    [
      'a package comment',
      'doc.go',
      '// Copyright\n\n// Package tide Tables of tides,\n// by the hour. More.\npackage tide\n',
    ],
    ['a crate comment', 'lib.rs', '//! # Tide\n//!\n//! Tables of tides, by the hour.\n'],
    [
      'a package of Java',
      'package-info.java',
      '/**\n * Tables of {@link\n * x.Tide tides}, by the hour.\n */\npackage x;\n',
    ],
    [
      'a README after what only leads to a list',
      'README.md',
      'Holds things such as\n\n* x\n\nTables of tides, by the hour.\n',
    ],
    [
      'a README that leads to a list after it has said what it is',
      'README.md',
      'Tide\n====\n\nTables of [tides][1], by the hour. To fetch them, run:\n\n    fetch\n\n * or not\n',
    ],
    [
      'a README whose title has a word in it that tells how elsewhere',
      'README.md',
      'Tide Tests\n==========\n\nTables of tides, by the hour.\n\nTests\n-----\n\nRun them.\n',
    ],
    [
      'a README past its lists, where their items take several lines',
      'README.md',
      '# Tide\n\n * Some goal\n   to have others look at it.\n\n   And more of it.\n1) one\ntwo of the first.\n\nTables of tides, by the hour.\n',
    ],
    [
      'a README that begins with what is no part of its text',
      'README.md',
      '<!--\nCopyright (C) the authors of it, <me@x.org>, et al.\n-->\n\n# Tide\n\nTables of tides, by the hour.\n',
    ],
    [
      'a README with a motto',
      'README.md',
      '# tide\n\n[![badge](x)](y)\n\n> Tables of tides, by the hour.\n\nShips need them.\n',
    ],
    [
      'a README past what is to be noted',
      'README.md',
      '# tide\n\n> [!WARNING]\n> Not for ships.\n\n> Note: not for boats either.\n\n**Note: as of 3.2 it is a part of ships.**\n\nTables of tides, by the hour.\n',
    ],
    [
      'a README past what only leads to an address',
      'README.md',
      '# Tide\n\nThis is shown at [https://tide.org](https://tide.org).\n\nTables of tides, by the hour.\n',
    ],
    [
      'a docstring with a title',
      '__init__.py',
      '"""\nThe Tide Library\n~~~~~~~~~~~~~~~~\n\nTables of tides, by the hour.\n"""\n',
    ],
    ['a top comment', 'index.ts', '/**\n * Tables of tides, by the hour.\n */\n\nexport const x = 1\n'],
  ])('are described by %s', (_what, file, text) => {
    const files = { ...code('tide', 'py'), ...code('berth', 'py'), [`tide/${file}`]: text }
    expect(described(files)).toEqual([
      ['berth', null],
      ['tide', 'Tables of tides, by the hour'],
    ])
  })

  it.each([
    'Tide\n====\n\nTODO\n----\n\nTables of tides are to come.\n',
    '# Tide\n\nTODO: tables of tides by the hour.\n\n* A list that goes\n  on and on and on.\n',
    '# Tide\n\n## Roadmap\n\nTables of tides are to come.\n',
  ])('are not described by what is still to be done: %j', (text) => {
    const files = { ...code('tide', 'py'), ...code('berth', 'py'), 'tide/README.md': text }
    expect(described(files)).toEqual([
      ['berth', null],
      ['tide', null],
    ])
  })

  it.each([
    '# Testing the tides:\n\nTables are to be there before.\n',
    '# Tide\n\nRun postgres on this machine.\n\nThen look at the tables.\n',
    'How to Tide\n===========\n\nTables of tides are made first.\n',
    '# Tide\n\nTo support tides, import the library:\n\n```\nimport tide\n```\n\nThat is all about it!\n',
    '# Tide\n\n## Run Locally\n\nThen look at the tables.\n',
    '# Tide\n\n## Build for ships\n\nIn the root of it.\n',
    '# Tide\n\n## Basic API\n\n### `tables`\n\nIf there is no tide, there are no tables.\n',
  ])('are not described by what is to be done with them: %j', (text) => {
    const files = { ...code('tide', 'py'), ...code('berth', 'py'), 'tide/README.md': text }
    expect(described(files)).toEqual([
      ['berth', null],
      ['tide', null],
    ])
  })

  it('are what manifests declare, and the folders of code beside', () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      'crates/tide/Cargo.toml': '[package]\nname = "harbour-tide"\ndescription = "Tables of tides"\n',
      ...code('crates/tide/src', 'rs'),
      ...code('xtask/src', 'rs'),
    }
    expect(describeFiles(files).modules).toEqual([
      { path: 'crates/tide', name: 'harbour-tide', kind: 'crate', description: 'Tables of tides', files: 4 },
      { path: 'xtask', name: 'xtask', kind: 'folder', description: null, files: 4 },
    ])
  })

  it('are told of once where another tree of sources has a copy of them', () => {
    const files = {
      ...code('android/shop/src/org/shop/cart', 'java'),
      ...code('android/shop/src/org/shop/sale', 'java'),
      ...code('shop/src/org/shop/cart', 'java'),
      ...code('shop/src/org/shop/sale', 'java'),
      ...code('shop/src/org/shop/till', 'java'),
      'web/src/org/shop/till/Other.java': 'class Other {}',
      'web/src/org/shop/till/More.java': 'class More {}',
    }
    const told = described(files).map(([path]) => path)
    expect(told).toContain('shop/src/org/shop/cart')
    expect(told).not.toContain('android/shop/src/org/shop/cart')
    expect(told).toContain('shop/src/org/shop/till')
  })

  it('look into a folder that holds nearly everything', () => {
    const files = {
      ...code('src/harbour/tide', 'py'),
      ...code('src/harbour/berth', 'py'),
      ...code('src/harbour/dock', 'py'),
    }
    expect(described(files).map(([path]) => path)).toEqual([
      'src/harbour/berth',
      'src/harbour/dock',
      'src/harbour/tide',
    ])
  })
})

describe('entry points and key files', () => {
  it('show the source of what is built from one', () => {
    const files = {
      'package.json': JSON.stringify({ name: 'x', bin: { x: './dist/cli.js' } }),
      'src/cli.ts': '',
    }
    expect(describeFiles(files).entryPoints).toEqual([
      { kind: 'program', name: 'x', target: 'src/cli.ts', from: 'package.json' },
    ])
  })

  it('are what a library is built from, where that is found, and never what is not there', () => {
    const library = (main: string) => ({
      'package.json': JSON.stringify({ name: 'x', main }),
      'src/a.ts': '',
    })
    const targets = (files: Files) => describeFiles(files).entryPoints.map(({ target }) => target)
    expect(targets({ ...library('dist/x.cjs.js'), 'src/index.ts': '' })).toEqual(['src/index.ts'])
    expect(targets(library('dist/x.cjs.js'))).toEqual([])
    expect(targets({ ...library('lib/x.js'), 'lib/x.js': '' })).toEqual(['lib/x.js'])
  })

  it('are the programs of a package of Swift, whose tools tell the version', () => {
    const files = {
      'Package.swift':
        '// swift-tools-version: 6.1\nlet package = Package(name: "x", targets: [\n  .executableTarget(\n    name: "Development",\n    dependencies: [.target(name: "X")]\n  ),\n  .target(name: "X"),\n])\n',
      'Sources/Development/entrypoint.swift': '',
      'Sources/X/X.swift': '',
    }
    const { entryPoints, stack } = describeFiles(files)
    expect(entryPoints).toEqual([
      {
        kind: 'program',
        name: 'Development',
        target: 'Sources/Development/entrypoint.swift',
        from: 'Package.swift',
      },
    ])
    expect(stack.runtimes).toEqual([{ name: 'Swift', version: '6.1', from: 'Package.swift' }])
    const grammar = { 'Package.swift': files['Package.swift'], ...code('src', 'c', 40) }
    expect(describeFiles(grammar).stack.runtimes).toEqual([])
  })

  it('are scripts that the README tells to fetch or to run', () => {
    const targets = (files: Files) => describeFiles(files).entryPoints.map(({ target }) => target)
    const readme = [
      'See ./prose.sh or `docs.sh`. Run the tests by `./test.sh`.',
      'curl -o- https://raw.example.org/x/v1.2/install.sh | bash',
      '[ -s "$X_DIR/x.sh" ] && \\. "$X_DIR/x.sh" # loads it',
      '    ./bin/direct.sh --now',
      'and `. ~/.x/sourced.sh`',
    ].join('\n')
    const names = ['prose.sh', 'docs.sh', 'test.sh', 'install.sh', 'x.sh', 'bin/direct.sh', 'sourced.sh']
    const shell = Object.fromEntries(names.map((name) => [name, '']))
    expect(targets({ 'README.md': readme, ...shell }).sort()).toEqual([
      'bin/direct.sh',
      'install.sh',
      'sourced.sh',
      'x.sh',
    ])
    expect(targets({ 'README.md': readme, ...shell, ...code('src', 'go', 40) })).toEqual(['install.sh'])
    const fetched =
      'sh -c "$(wget -qO- https://example.org/a/get.sh)"\nbash <(curl -s https://example.org/b.sh)\n'
    expect(targets({ 'README.md': fetched, 'get.sh': '', 'b.sh': '' })).toEqual(['b.sh', 'get.sh'])
    const bin = JSON.stringify({ name: 'x', bin: './x.sh' })
    expect(targets({ 'package.json': bin, 'x.sh': '', 'y.sh': '' })).toEqual(['x.sh'])
  })

  it('are found where they lie by custom', () => {
    const files = [
      'cmd/kube-proxy/proxy.go',
      'cmd/kube-proxy/flags.go',
      'pkg/cmd/alias/alias.go',
      'config/routes.rb',
      'x/__main__.py',
      'vendor/cmd/y/main.go',
      'x/fuzz/src/main.rs',
      'android-test-app/src/main.rs',
    ]
    // What a command line calls by that name may be a package as any other.
    const { entryPoints } = describeFiles({
      ...Object.fromEntries(files.map((path) => [path, 'package main\n'])),
      'pkg/cmd/alias/alias.go': 'package alias\n',
    })
    expect(entryPoints.map(({ kind, target }) => `${kind} ${target}`)).toEqual([
      'program x/__main__.py',
      'routes config/routes.rb',
      'program cmd/kube-proxy/proxy.go',
    ])
  })

  it('are the programs of every module of Go, and what a gem lets people type', () => {
    const files = {
      'server/go.mod': 'module x/server\n',
      'server/main.go': 'package main\n',
      'server/shop/main.go': 'package main\n',
      'x.gemspec': "Gem::Specification.new 'x'\n",
      'exe/x': '',
      'other/exe/y': '',
    }
    expect(describeFiles(files).entryPoints.map(({ target }) => target)).toEqual(['exe/x', 'server/main.go'])
  })

  it('are files for a gateway only if they have an application for it', () => {
    const targets = (files: Files) => describeFiles(files).entryPoints.map(({ target }) => target)
    expect(targets({ 'shop/wsgi.py': 'application = get_wsgi_application()\n' })).toEqual(['shop/wsgi.py'])
    expect(targets({ 'asgi.py': 'app: Any = make()\n' })).toEqual(['asgi.py'])
    expect(targets({ 'shop/wsgi.py': 'class Transport:\n    app = None\n' })).toEqual([])
  })

  it('are no shell, and no class that is only called so', () => {
    const targets = (files: Files) => describeFiles(files).entryPoints.map(({ target }) => target)
    expect(targets({ Dockerfile: 'FROM debian\nENTRYPOINT ["/bin/bash"]\n' })).toEqual([])
    expect(targets({ Dockerfile: 'FROM debian\nENTRYPOINT ["/usr/bin/tini", "--"]\n' })).toEqual([])
    expect(
      targets({ Dockerfile: 'FROM debian\nENTRYPOINT ["/usr/bin/tini", "-g", "--"]\nCMD ["bin/serve"]\n' }),
    ).toEqual(['bin/serve'])
    expect(
      targets({
        Dockerfile: 'FROM debian\nENTRYPOINT ["/tini", "--", "/usr/local/bin/bash", "bin/serve"]\n',
      }),
    ).toEqual(['bin/serve'])
    const copied = (from: string, to: string) =>
      targets({
        Dockerfile: `FROM debian\nCOPY ${from} ${to}\nENTRYPOINT ["/srv/start.sh"]\nCMD ["--help"]\n`,
      })
    expect(copied('docker/start.sh', '/srv/start.sh')).toEqual(['docker/start.sh --help'])
    expect(copied('--chmod=755 ./start.sh', '/srv/')).toEqual(['start.sh --help'])
    // What is only in the image is nothing that anybody finds here.
    expect(copied('--from=build start.sh', '/srv/start.sh')).toEqual([])
    expect(copied('start.sh', '/start.sh')).toEqual([])
    expect(targets({ Dockerfile: 'FROM debian\nCMD $RUN_SERVER\n' })).toEqual([])
    expect(targets({ 'scripts/Dockerfile': 'FROM debian\nCMD ./check\n' })).toEqual([])
    expect(targets({ Dockerfile: 'FROM debian\nCMD ["/bin/sh", "-c", "A=b ./run --all"]\n' })).toEqual([
      './run --all',
    ])
    const play = {
      'src/main/java/play/Application.java': 'class Application { static void main(String[] a) {} }',
    }
    const spring = { 'build.gradle': "plugins {\n  id 'org.springframework.boot'\n}\n" }
    expect(targets(play)).toEqual([])
    expect(targets({ ...play, ...spring })).toEqual(Object.keys(play))
    const model = { 'src/main/java/play/JobApplication.java': 'class JobApplication { String name; }' }
    expect(targets({ ...model, ...spring })).toEqual([])
    const android = { 'src/main/java/play/PlayApplication.kt': 'class PlayApplication : Application() {}' }
    expect(targets({ ...android, ...spring })).toEqual(Object.keys(android))
  })

  it('are migrations where those are numbered, and not what makes them', () => {
    const paths = ['x/migrations/0001_initial.py', 'x/db/migrations/writer.py', 'y/migrations/V2__a.sql']
    const { keyFiles } = describeFiles(Object.fromEntries(paths.map((path) => [path, ''])))
    expect(keyFiles.map(({ path }) => path)).toEqual(['x/migrations/', 'y/migrations/'])
  })

  it('are few, the overview first, with a folder for its many files', () => {
    const paths = [
      'LICENSE',
      'db/migrate/1.rb',
      'db/migrate/2.rb',
      '.github/workflows/a.yml',
      '.github/workflows/b.yml',
      'Gemfile',
      'README.md',
      'AGENTS.md',
    ]
    const { keyFiles } = describeFiles(Object.fromEntries(paths.map((path) => [path, ''])))
    expect(keyFiles.map(({ path }) => path)).toEqual([
      'README.md',
      'AGENTS.md',
      '.github/workflows/',
      'Gemfile',
      'db/migrate/',
      'LICENSE',
    ])
  })
})

describe('the tree', () => {
  it('joins folders that hold nothing but one other, and stays out of what is not the project’s own', () => {
    const { tree } = describeFiles({
      ...code('src/main/java/com/x', 'java'),
      ...code('vendor/lib/a', 'go'),
      ...code('tests/unit', 'py'),
    })
    expect(tree.folders.map(({ name, role, files, folders }) => [name, role, files, folders.length])).toEqual(
      [
        ['src/main/java/com/x', 'source', 4, 0],
        ['tests/unit', 'tests', 4, 0],
        ['vendor/lib/a', 'vendored', 4, 0],
      ],
    )
  })

  it.each([
    [['.github/workflows/a.yml', '.github/workflows/b.yml'], 'ci'],
    [['.github/workflows/a.yml', '.github/CODEOWNERS'], 'ci'],
    [['guides/a.md', 'guides/b.md', 'guides/c.png'], 'documentation'],
    [['data/memes/earth', 'data/memes/mars'], 'data'],
    [['ship/a.yml', 'ship/b.toml'], 'settings'],
    [['ship/a.go', ...Array.from({ length: 20 }, (_, at) => `ship/testdata/${at}.yml`)], 'source'],
    [['ship/main/a.rs', ...Array.from({ length: 20 }, (_, at) => `ship/tests/${at}.rs`)], 'source'],
    [['t/01/a.t', 't/02/b.t', 't/03/c.t', 't/04/d.t', 't/05/e.t', 't/Util.pm'], 'tests'],
    [['ship/01/a_test.go', 'ship/02/b_test.go'], 'tests'],
    [['config/a.go', 'config/testdata/a.yml', 'config/testdata/b.yml'], 'source'],
    [['config/routes.rb', 'config/locales/a.yml'], 'settings'],
    [['config/gradle/build.gradle.kts', 'config/a.xml'], 'settings'],
    [['bin/ship.js', 'bin/load.js'], 'source'],
    [['bin/a.sh', 'bin/b.sh', 'bin/c'], 'scripts'],
    [['ship/Makefile', 'ship/common.mk'], 'source'],
    [['ship/create', 'ship/.gitignore'], 'source'],
    [['ship/requirements.txt'], 'source'],
    [['ship/frames/1.txt', 'ship/frames/2.txt'], 'source'],
    [['dist/ship.service', 'dist/web.service'], 'settings'],
    [['dist/ship.js', 'dist/web.js'], 'generated'],
    [['migrations/0001_a.py', 'migrations/0002_b.py', 'migrations/__init__.py'], 'migrations'],
    [['migrations/autodetect.py', 'migrations/writer.py'], 'source'],
    [['x/commands/a.json', 'x/commands/b.json', 'x/a.c', 'x/b.c'], 'data'],
    [['x/test/client.py', 'x/test/testcases.py', 'x/a.py', 'x/b.py'], 'source'],
    [['x/test/conn_test.ex', 'x/test/channel_test.ex', 'x/a.ex', 'x/b.ex'], 'source'],
    [['x/Testing/Fakes.php', 'x/b.php', 'x/c.php'], 'source'],
    [['x/test/test_a.py', 'x/test/client.py', 'x/a.py', 'x/b.py'], 'tests'],
    [['x/test/a.js', 'x/test/b.js', 'x/a.js', 'x/b.js'], 'tests'],
    [['x/sandbox/a.lua', 'x/sandbox/b.lua', 'x/a.lua'], 'source'],
    [['sandbox/a.lua', 'sandbox/b.lua'], 'documentation'],
    [['x/.github/workflows/a.yml', 'x/a.php'], 'ci'],
    [['assets/js/a.js', 'assets/package.json', 'assets/js/b.js'], 'source'],
    [['assets/a.css', 'assets/b.png', 'assets/c.js'], 'assets'],
    [['x/src/main/java/com/example/A.java', 'x/b.java'], 'source'],
    [['tests/unit/deep/a.py'], 'tests'],
    [['Shop.Tests/a.cs', 'Shop.Tests/Models/b.cs'], 'tests'],
    [['t/01/a.t', 't/02/b.t'], 'tests'],
    [['benchmarks/src/main/scala/a.scala', 'benchmarks/src/main/scala/b.scala'], 'benchmarks'],
    [['playgrounds/a/main.ts', 'playgrounds/b/main.ts'], 'examples'],
    [['build/a.ps1', 'build/b.sh'], 'scripts'],
    [['changelog/a.yml', 'changelog/b.yml'], 'documentation'],
    [['x/tools/a.lua', 'x/b.lua', 'x/c.lua'], 'source'],
    [['x/tools/a.py', 'x/b.lua', 'x/c.lua'], 'scripts'],
  ])('says what %j are', (paths, role) => {
    const { tree } = describeFiles(Object.fromEntries(paths.map((one) => [one, ''])))
    const deepest = (folder: Folder): Folder =>
      folder.folders[0] === undefined ? folder : deepest(folder.folders[0])
    expect(paths[0]?.startsWith('x/') ? deepest(tree).role : tree.folders[0]?.role).toBe(role)
  })

  it('counts every file once, however deep it is drawn', () => {
    const total = ({ files, folders, more }: Folder): number[] => [
      files - (more?.files ?? 0) - folders.reduce((sum, folder) => sum + folder.files, 0),
      ...folders.flatMap(total),
    ]
    fc.assert(
      fc.property(fc.array(path(), { maxLength: 60 }), fc.nat({ max: 5 }), (paths, depth) => {
        const files = [...new Set(paths)].map((one) => ({ path: one }))
        const { tree } = describeStructure({ files, read: () => null, depth })
        expect(tree.files).toBe(files.length)
        expect(total(tree).every((own) => own >= 0)).toBe(true)
        expect(levels(tree)).toBeLessThanOrEqual(depth)
      }),
    )
  })
})

function levels({ folders }: Folder): number {
  return folders.length === 0 ? 0 : 1 + Math.max(...folders.map(levels))
}

/** Without an ending. */
const scriptsOf = (folder: string, count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/part ${at}`, '']))

describe('the conventions', () => {
  it.each([
    ['beside the code', { 'src/a.ts': '', 'src/a.test.ts': '' }, ['*.test.ts'], []],
    ['apart from the code', { 'x/a.py': '', 'tests/test_a.py': '' }, ['test_*.py'], ['tests']],
    ['beside the code and apart from it', { 'a.test.ts': '', 'test/b.test.ts': '' }, ['*.test.ts'], ['test']],
    ['apart from the code', { 'x.sh': '', 'mend_test.sh': '', ...scriptsOf('test', 40) }, [], ['test']],
    [
      'apart from the code',
      { ...code('a/src/test', 'java'), ...code('b/src/test', 'java'), ...code('c/src/test', 'java', 2) },
      [],
      ['**/src/test', 'a/src/test', 'b/src/test', 'c/src/test'],
    ],
    ['within the code', { 'src/a.rs': '#[cfg(test)]\nmod tests {}\n' }, [], []],
    [
      'within the code and apart from it',
      { 'src/a.rs': 'fn a() {}\n    #[tokio::test]\nfn b() {}\n', 'tests/c.rs': '' },
      [],
      ['tests'],
    ],
    ['apart from the code', { 'src/a.rs': '// no #[test]\n', 'tests/c.rs': '' }, [], ['tests']],
    [null, { 'x/a.py': '' }, [], []],
  ] as [string | null, Files, string[], string[]][])(
    'say whether tests lie %s',
    (layout, files, names, folders) => {
      expect(describeFiles(files).conventions.tests).toMatchObject({ layout, names, folders })
    },
  )

  it('name no custom that only few tests follow, and each that most in a language do', () => {
    const names = (files: Files) => describeFiles(files).conventions.tests.names
    const rust = { ...code('tests', 'rs', 12), 'tests/path_tests.rs': '' }
    expect(names(rust)).toEqual([])
    const both = { ...rust, 'web/a.spec.ts': '', 'web/b.spec.ts': '', ...code('test/fixtures', 'ts', 9) }
    expect(names(both)).toEqual(['*.spec.ts'])
    const django = {
      'x/tests/__init__.py': '',
      'x/tests/test_a.py': '',
      'x/tests/b/tests.py': '',
      'x/tests/b/models.py': '',
    }
    expect(names(django)).toEqual(['test_*.py', 'tests.py'])
  })

  it('name what Python tests with by itself, before what is for another language', () => {
    const frameworks = (files: Files) =>
      describeFiles(files).conventions.tests.frameworks.map(({ name }) => name)
    const tests = { 'tests/test_a.py': 'from x.test import A\n\nclass B(SimpleTestCase):\n    pass\n' }
    const qunit = {
      'package.json': '{ "devDependencies": { "qunit": "2" } }',
      'a.js': '',
      ...code('x', 'py'),
    }
    expect(frameworks({ ...tests, ...qunit })).toEqual(['unittest', 'QUnit'])
    expect(frameworks({ 'tests/test_a.py': 'def test_a(): pass\n', ...qunit })).toEqual(['QUnit'])
    expect(frameworks({ ...tests, 'requirements.txt': 'pytest\n' })).toEqual(['pytest'])
  })

  it('of modules are told by packages, not by the silence of the root above them', () => {
    const { conventions } = describeFiles({
      'package.json': '{ "workspaces": ["packages/*"] }',
      'packages/cart/package.json': '{ "name": "cart", "type": "module" }',
      'packages/cart/index.js': 'export const a = 1\n',
    })
    expect(conventions.modules).toEqual([{ system: 'ESM', from: 'packages/cart/package.json' }])
  })

  it('of modules are not told by a package that was bundled for those who import it', () => {
    const files = {
      'package.json': JSON.stringify({ name: 'x', main: 'x.js', module: 'x.esm.js' }),
      ...code('src', 'js'),
    }
    expect(describeFiles(files).conventions.modules).toEqual([])
  })

  it('name tools by their settings rather than by who depends on them', () => {
    const { conventions } = describeFiles({
      'package.json': JSON.stringify({
        type: 'module',
        devDependencies: { eslint: '9', vitest: '3', prettier: '3' },
      }),
      'eslint.config.js': '',
      '.editorconfig': '[*]\nindent_style = tab\n',
    })
    expect(conventions.linters).toEqual([{ name: 'ESLint', from: 'eslint.config.js' }])
    expect(conventions.formatters).toEqual([{ name: 'Prettier', from: 'package.json' }])
    expect(conventions.tests.frameworks).toEqual([{ name: 'Vitest', from: 'package.json' }])
    expect(conventions.modules).toEqual([{ system: 'ESM', from: 'package.json' }])
    expect(conventions.indentation).toEqual([
      { files: '*', style: 'tab', width: null, from: '.editorconfig' },
    ])
  })

  it.each([
    [
      'conventional',
      ['feat: a', 'fix(api)!: b', 'docs: c', 'feat(x): d', 'chore: e', 'wip'],
      ['feat', 'chore', 'docs', 'fix'],
    ],
    [
      'scope and sentence',
      ['net/http: a', 'net/http: b', 'cmd/go: c', 'all: d', 'runtime: e'],
      ['net/http', 'all', 'cmd/go', 'runtime'],
    ],
    [
      'issue first',
      ['Fixed #1 -- a', 'Refs #2 -- b', 'Fixed #3 -- c', 'Fixed #4 -- d', 'Fixed #5 -- e'],
      ['fixed', 'refs'],
    ],
    ['free', ['Add a', 'Remove b', 'Make c', 'Let d', 'Fix e'], []],
  ])('call commits %s', (style, subjects, words) => {
    expect(describeFiles({}, subjects).conventions.commits).toMatchObject({ style, words })
  })

  it('say nothing of commits where there are hardly any', () => {
    expect(describeFiles({}, ['feat: a', 'Merge branch x']).conventions.commits).toBeNull()
  })
})

function path(): fc.Arbitrary<string> {
  const name = fc.constantFrom(
    ...[
      'src',
      'tests',
      'docs',
      'vendor',
      'packages',
      'a',
      'b',
      'main.py',
      'x.ts',
      'x.test.ts',
      'README.md',
      'lib.rs',
    ],
    ...[
      'package.json',
      'Cargo.toml',
      'go.mod',
      'pom.xml',
      'Makefile',
      '.github',
      'workflows',
      'ci.yml',
      'constructor',
    ],
  )
  return fc.array(name, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'))
}

describe('any repository', () => {
  it('is described, the same way in whatever order its files are listed', () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.constant(null), fc.constant(scripts('test', 'build')))
    const files = fc.dictionary(path(), text, { maxKeys: 30 })
    fc.assert(
      fc.property(files, fc.array(fc.string()), (texts, subjects) => {
        const read = (one: string) => texts[one] ?? null
        const listed = Object.keys(texts).map((one) => ({ path: one }))
        const structure = describeStructure({ files: listed, read, subjects })
        expect(describeStructure({ files: listed.toReversed(), read, subjects })).toEqual(structure)
        expect(JSON.parse(JSON.stringify(structure))).toEqual(structure)
      }),
    )
  })

  it('says which of its manifests could not be read, and is described by the others', () => {
    const { problems, commands } = describeFiles({ 'package.json': '{', 'go.mod': 'module x\n', 'a.go': '' })
    expect(problems).toEqual([{ path: 'package.json', message: 'is not valid JSON, line 1' }])
    expect(commands.map(({ line }) => line)).toContain('go test ./...')
  })
})
