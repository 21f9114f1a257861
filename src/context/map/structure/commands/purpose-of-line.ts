import type { Ecosystem } from '../manifests/manifest.ts'
import type { Purpose } from '../structure.ts'
import { purposeOfName } from './purpose-of-name.ts'

export type MeantLine = { readonly purpose: Purpose; readonly ecosystem: Ecosystem | null }

/** What a line of a script is for, by the program it starts; null for one that keel does not know. */
export function purposeOfLine(line: string): MeantLine | null {
  const bare = withoutRunner(line)
  const known = KNOWN.find(([, , shape]) => shape.test(bare))
  if (known === undefined) return purposeOfScript(bare)
  const [purpose, ecosystem] = known
  // Whether it is formatted is not how it is formatted.
  return purpose === 'format' && DRY.test(bare) ? null : { purpose, ecosystem }
}

const DRY = / (--check|--diff|--dry-run|--verify-no-changes|--check-formatted|--list-different|-[cl])\b/

/** `uv run pytest` starts pytest. */
export function withoutRunner(line: string): string {
  return line
    .replace(
      /^((uv|poetry|pdm|pipenv|hatch) run|python3? -m|bundle exec|npx( --no-install| --yes| -y)?|yarn exec|pnpm exec|bunx|uvx|pipx run) (?=[a-z])/,
      '',
    )
    .replace(/^python3? -m (?=[a-z])/, '')
}

type Known = readonly [purpose: Purpose, ecosystem: Ecosystem | null, shape: RegExp]

const KNOWN: readonly Known[] = [
  ['install', 'javascript', /^(npm (ci|i|install)|(pnpm|yarn|bun) (install|i)|yarn)( --?\S+)*$/],
  [
    'test',
    'javascript',
    /^(jest|vitest|mocha|ava|playwright test|cypress run|node --test|bun test|deno test)\b/,
  ],
  ['lint', 'javascript', /^(eslint|biome (check|lint|ci)|oxlint|standard|xo)\b/],
  ['typecheck', 'javascript', /^(tsc|vue-tsc)\b(?!.*(--build|-b\b))/],
  ['format', 'javascript', /^(prettier|dprint|biome format)\b/],
  [
    'install',
    'python',
    /^(uv sync|poetry install|pdm (install|sync)|pipenv install|pip3? install (-e|\.|-r (\.\/)?[\w-]*requirements))/,
  ],
  [
    'test',
    'python',
    /^(pytest|py\.test|tox|nox|unittest|manage\.py test|python3? (-W\S* )?\S*manage\.py test)\b/,
  ],
  ['lint', 'python', /^(ruff check|ruff \.|flake8|pylint|isort|pre-commit run|prek run)/],
  ['typecheck', 'python', /^(mypy|pyright|basedpyright|pyrefly check|ty check)\b/],
  ['format', 'python', /^(black|ruff format|yapf)\b/],
  ['build', 'rust', /^cargo build\b/],
  ['test', 'rust', /^cargo (test|nextest run)\b/],
  ['lint', 'rust', /^cargo clippy\b/],
  ['typecheck', 'rust', /^cargo check\b/],
  ['format', 'rust', /^cargo fmt\b/],
  ['install', 'go', /^go mod download/],
  ['build', 'go', /^go build\b/],
  ['test', 'go', /^(go test|gotestsum)\b/],
  ['lint', 'go', /^(golangci-lint run|go vet|staticcheck)\b/],
  ['format', 'go', /^(gofmt|goimports|gofumpt)\b/],
  ['build', 'jvm', /^(\.\/)?(mvnw?|mvnd) .*\b(package|install)\b/],
  ['test', 'jvm', /^(\.\/)?(mvnw?|mvnd) .*\b(test|verify)\b/],
  ['test', 'jvm', /^(\.\/)?gradlew? .*\b(test|check|\w+Test)\b/],
  ['build', 'jvm', /^(\.\/)?gradlew? .*\b(build|assemble)\b/],
  ['install', 'dotnet', /^dotnet restore\b/],
  ['build', 'dotnet', /^dotnet build\b/],
  ['test', 'dotnet', /^dotnet test\b/],
  ['format', 'dotnet', /^dotnet format\b/],
  ['install', 'ruby', /^bundle install\b/],
  ['test', 'ruby', /^((\.\/)?bin\/(rspec|rails test)|rspec|rake (test|spec)|rails test)\b/],
  ['lint', 'ruby', /^(bin\/)?(rubocop|standardrb)\b/],
  ['install', 'php', /^composer install\b/],
  ['test', 'php', /^((\.\/)?vendor\/bin\/(phpunit|pest|paratest)|php artisan test)\b/],
  ['lint', 'php', /^(\.\/)?vendor\/bin\/(phpcs|php-cs-fixer|pint)\b/],
  ['typecheck', 'php', /^(\.\/)?vendor\/bin\/(phpstan|psalm)\b/],
  ['install', 'elixir', /^mix deps\.get\b/],
  ['build', 'elixir', /^mix compile\b/],
  ['test', 'elixir', /^mix test\b/],
  ['lint', 'elixir', /^mix credo\b/],
  ['typecheck', 'elixir', /^mix dialyzer\b/],
  ['format', 'elixir', /^mix format\b/],
  ['build', null, /^(make$|cmake --build|meson compile|ninja|bazel build|swift build)\b/],
  ['test', null, /^(ctest|meson test|bazel test|swift test)\b/],
]

/** `npm run x`, `make x`, `./scripts/x.sh` and `python tests/x.py` say in a name what they are for. */
function purposeOfScript(line: string): MeantLine | null {
  const target = TARGET.exec(line)?.[1]
  const file = target === undefined && !PARTIAL.test(line) ? FILE.exec(line)?.[1] : undefined
  const meant = purposeOfName((target ?? file ?? '').replace(/^run[-_]?(?=test)/, ''))
  if (meant === null || meant.rank > (file === undefined ? RANK_MAX : RANK_MAX_FILE)) return null
  const program = line.split(' ')[0] ?? ''
  // It installs what is made here, or some package, and not what is needed to work on it.
  if (meant.purpose === 'install' && /^((bin\/)?rake|npm|pnpm|yarn|bun|composer)$/.test(program)) return null
  // Of these, only the recipe tells, and whoever read it has offered what they are.
  if (/^make (\S*install|dev)/.test(line) && /^(install|run)$/.test(meant.purpose)) return null
  return { purpose: meant.purpose, ecosystem: INTERPRETERS.get(program) ?? null }
}

const TARGET =
  /^(?:(?:npm|pnpm|yarn|bun|composer)(?: run(?:-script)?)?|make|just|task|rake|bin\/rake|mage|tox -e|nox -s) ([\w:.-]{1,60})/
const FILE =
  /^(?:(?:ba|z)?sh |python3? (?:-\w{1,20} )?|node |ruby |php )?(?:\.\/)?(?:[\w.-]{1,60}\/){1,6}([\w-]{1,60})(?:\.(?:sh|py|js|mjs|ts|rb|php|ps1))?(?= |$)/

/** A folder for a part of the tests. */
const PARTIAL = /(^|[/ ])[\w.-]*(integration|e2e|smoke|acceptance|bench|perf|fuzz)[\w.-]*\//i

const RANK_MAX = 3
/** A file whose name says more than that is for a part of it. */
const RANK_MAX_FILE = 1

const INTERPRETERS: ReadonlyMap<string, Ecosystem> = new Map([
  ['python', 'python'],
  ['python3', 'python'],
  ['node', 'javascript'],
  ['npm', 'javascript'],
  ['pnpm', 'javascript'],
  ['yarn', 'javascript'],
  ['bun', 'javascript'],
  ['ruby', 'ruby'],
  ['rake', 'ruby'],
  ['bin/rake', 'ruby'],
  ['php', 'php'],
  ['composer', 'php'],
  ['tox', 'python'],
  ['nox', 'python'],
])
