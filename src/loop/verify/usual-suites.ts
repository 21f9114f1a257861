import type { FolderView } from './frameworks/contract.ts'
import { dependsOn } from './frameworks/depends-on.ts'
import { viewFolder } from './view-folder.ts'

type Place = {
  readonly folder: string
  /** Whether it is a project by itself, or may be a folder of one. */
  readonly isRoot: boolean
  /** What starts the programs of packages: `npx`. Null where a script does. */
  readonly starter: string | null
}

/** How the tests of a folder are run by those who write such tests, where the project has no word of its own for it. */
export function usualSuites({ folder, isRoot, starter }: Place): string[] {
  const view = viewFolder(folder)
  const found = [
    starter === null ? null : javascript(view, starter),
    view.has('Cargo.toml') ? 'cargo test' : null,
    view.has('go.mod') ? 'go test ./...' : null,
    python({ view, isRoot }),
    ruby(view),
    php(view),
    ...java(view),
    view.names('.').some((name) => /\.(?:slnx?|(?:cs|fs|vb)proj)$/.test(name)) ? 'dotnet test' : null,
    shell(view),
  ]
  return found.filter((command) => command !== null)
}

/** Nobody wrote a script, but somebody wanted a framework. */
function javascript(view: FolderView, starter: string): string | null {
  if (dependsOn(view, 'vitest')) return `${starter} vitest run`
  if (dependsOn(view, 'jest')) return `${starter} jest`
  return dependsOn(view, 'mocha') ? `${starter} mocha` : null
}

function python({ view, isRoot }: { view: FolderView; isRoot: boolean }): string | null {
  const project = view.text('pyproject.toml')
  const isConfigured =
    ['pytest.ini', '.pytest.ini', 'pytest.toml'].some((name) => view.has(name)) ||
    /pytest/.test(project) ||
    /^\[(?:tool:)?pytest\]/m.test(`${view.text('tox.ini')}\n${view.text('setup.cfg')}`)
  // A folder of tests is no project: what they import lies above it.
  const isProject = isRoot || PYTHON_PROJECT.some((name) => view.has(name))
  const runner = pythonRunner(view, project)
  const tests = pythonTests(view)
  if (!isConfigured && isProject && isOnlyUnittest(view, tests)) {
    const where = tests.some(({ folder }) => folder === '.' || view.has(`${folder}/__init__.py`))
    return `${runner.replace(/ run $/, ' run python -m ')}unittest${where ? '' : ` discover -s ${tests[0]?.folder}`}`
  }
  if (isConfigured || (isProject && tests.length > 0)) return `${runner}pytest`
  if (/^\[(?:tox|testenv)\b/m.test(view.text('tox.ini')) || /^\[tool\.tox/m.test(project)) return 'tox'
  return view.has('noxfile.py') ? 'nox' : null
}

type TestFile = { readonly folder: string; readonly name: string }

function pythonTests(view: FolderView): TestFile[] {
  return ['tests', 'test', '.'].flatMap((folder) =>
    view
      .names(folder)
      .filter((name) => /^test_.*\.py$|_test\.py$/.test(name))
      .map((name) => ({ folder, name })),
  )
}

/** Pytest runs such tests, too, but whoever never speaks of it may not have it. What `unittest` does not find by itself is left to it. */
function isOnlyUnittest(view: FolderView, tests: readonly TestFile[]): boolean {
  const wanted = PYTHON_WANTS.some((name) => /\bpytest\b/.test(view.text(name)))
  return (
    !wanted &&
    tests.length > 0 &&
    new Set(tests.map(({ folder }) => folder)).size === 1 &&
    tests.every(({ folder, name }) => {
      const text = view.text(`${folder}/${name}`)
      return (
        name.startsWith('test') && /^\s*(?:import|from) unittest\b/m.test(text) && !/\bpytest\b/.test(text)
      )
    })
  )
}

const PYTHON_WANTS = [
  'setup.py',
  'setup.cfg',
  'tox.ini',
  'noxfile.py',
  'Pipfile',
  'requirements.txt',
  'requirements-dev.txt',
  'requirements-test.txt',
  'dev-requirements.txt',
  'conftest.py',
  'tests/conftest.py',
  'test/conftest.py',
]
const PYTHON_PROJECT = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt']

/** Who keeps the environment that the tests need. */
function pythonRunner(view: FolderView, project: string): string {
  if (view.has('uv.lock') || /^\[tool\.uv\b/m.test(project)) return 'uv run '
  if (view.has('poetry.lock') || /^\[tool\.poetry\b/m.test(project)) return 'poetry run '
  if (view.has('pdm.lock') || /^\[tool\.pdm\.dev-dependencies\b/m.test(project)) return 'pdm run '
  if (view.has('Pipfile')) return 'pipenv run '
  return /^\[tool\.hatch\.envs\b/m.test(project) || view.has('hatch.toml') ? 'hatch run ' : 'python3 -m '
}

function ruby(view: FolderView): string | null {
  const hasSpecs = view.names('spec').length > 0
  const isUsed = view.has('.rspec') || view.names('spec').some((name) => /_spec\.rb$|_helper\.rb$/.test(name))
  if (!hasSpecs || !isUsed) return null
  return view.has('Gemfile') ? 'bundle exec rspec' : 'rspec'
}

function php(view: FolderView): string | null {
  const isConfigured = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'].some((name) => view.has(name))
  if (!isConfigured) return null
  const isInstalled = view.has('vendor/bin/phpunit') || /"phpunit\/phpunit"/.test(view.text('composer.json'))
  return isInstalled ? 'vendor/bin/phpunit' : 'phpunit'
}

function java(view: FolderView): string[] {
  const isGradle = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'].some(
    (name) => view.has(name),
  )
  return [
    ...(view.has('pom.xml') ? [view.has('mvnw') ? './mvnw test' : 'mvn test'] : []),
    ...(isGradle ? [view.has('gradlew') ? './gradlew test' : 'gradle test'] : []),
  ]
}

function shell(view: FolderView): string | null {
  const folder = ['test', 'tests', '.'].find((path) =>
    view.names(path).some((name) => name.endsWith('.bats')),
  )
  return folder === undefined ? null : `bats ${folder}`
}
