import { basename } from 'node:path'

/** What a command of a test script is there for. */
export type StepKind = 'tests' | 'beside' | 'unknown'

/** By the program that it starts: only what is known to run tests, or to do no harm beside them, is taken for that. */
export function kindOfStep(words: readonly string[]): StepKind {
  const [first = '', ...rest] = words
  const program = basename(first)
  if (isTestProgram(program, rest)) return 'tests'
  return isBeside(program, rest) ? 'beside' : 'unknown'
}

function isTestProgram(program: string, rest: readonly string[]): boolean {
  // Tools that are installed by a word behind their name run nothing.
  if (/^(?:install|report|check-coverage|merge)$/.test(rest[0] ?? '')) return false
  if (TEST_PROGRAMS.test(program) || FROM_BIN.test(rest.join(' '))) return true
  if (/^(?:node|tsx|ts-node|electron|bun|deno)$/.test(program))
    return rest.includes('--test') || (/^(?:bun|deno)$/.test(program) && rest[0] === 'test')
  if (/^python/.test(program)) return /^-m (?:pytest|unittest|nose2?|tox|nox|behave)\b/.test(rest.join(' '))
  return (
    STARTS_TESTS.test(program) &&
    rest.some((word) => /(?:^|[:-])(?:tests?|verify|check|spec|t)(?:$|[:-])/.test(word))
  )
}

const TEST_PROGRAMS =
  /^(?:vitest|jest|_?mocha|ava|tap|tape|tap-spec|jasmine|karma|cypress|playwright|uvu|lab|borp|best|poku|japa|qunit|wtr|web-test-runner|testem|nightwatch|wdio|tsd(?:-\w+)?|tstyche|vitest-run|react-scripts|react-app-rewired|craco|start-server-and-test|jest-it-up|mochapack|mocha-parallel-tests|pytest|py\.test|nose2?|tox|nox|rspec|minitest|phpunit|pest|paratest|ctest|bats|busted|prove|behave|cucumber(?:-js)?|gotestsum|ginkgo|stestr|zora|c8|nyc|aegir|tsdx|kcd-scripts|wp-scripts|vue-cli-service|ng|dtslint|web-ext|hardhat|forge|truffle|grunt|gulp)$/

/** `node $(yarn bin jest)` */
const FROM_BIN = /\$\((?:npm|yarn|pnpm) bin\)?[ /](?:jest|mocha|vitest|ava)\b/

const STARTS_TESTS =
  /^(?:go|richgo|cargo|dotnet|swift|mix|deno|bun|rake|rails|gradle|gradlew|mvn|mvnw|npm|yarn|pnpm|make|just|task|bazel|sbt|lein|zig|dune|composer|turbo|nx|lerna|wireit|wsrun|rush|vp|moon|run-s|run-p|npm-run-all2?|concurrently)$/

function isBeside(program: string, rest: readonly string[]): boolean {
  if (BESIDE.test(program)) return true
  // A program that is only looked at does nothing.
  if (program === 'node' && /^(?:--check|-c)$/.test(rest[0] ?? ''))
    return rest.slice(1).every((word) => !word.startsWith('-'))
  // What is installed or built, and what another script does: its own steps are looked at where they can be found.
  if (/^(?:npm|yarn|pnpm|bun|npx|make|composer|pip|uv|poetry|cargo|go|dotnet)$/.test(program))
    return !rest.some((word) => /^(?:-c|--call|exec|dlx|x)$/.test(word))
  if (program === 'deno') return /^(?:task|check|lint|fmt|cache|install)$/.test(rest[0] ?? '')
  if (program === 'git') return /^(?:diff|status|submodule|rev-parse|fetch)$/.test(rest[0] ?? '')
  return /^(?:cp|mv|copyfiles|cpy|cpx)$/.test(program) && OUTPUTS.test(rest.at(-1) ?? '')
}

const BESIDE =
  /^(?:eslint|prettier|biome|oxlint|standard|xo|ts-standard|tslint|jshint|jscs|stylelint|tsc|tspc|ttsc|typescript|tsgo|vue-tsc|tsd-lite|publint|attw|knip|depcheck|depcruise|dependency-cruise|madge|sherif|syncpack|manypkg|commitlint|ls-lint|lockfile-lint|markdownlint\S*|remark|alex|write-good|cspell|codespell|dprint|flow|svelte-check|astro|rimraf|rm|del|del-cli|mkdir|mkdirp|shx|premove|trash|echo|printf|true|cd|pwd|ls|cat|sleep|wait-on|date|exit|test|\[|playwright|husky|lint-staged|rollup|webpack|webpack-cli|vite|rolldown|esbuild|tsup|tsdown|unbuild|bunchee|microbundle|swc|babel|parcel|ncc|pkgroll|zshy|obuild|automd|turbo|nx|lerna|preconstruct|prisma|drizzle-kit|graphql-codegen|codegen|openapi-typescript|protoc|buf|api-extractor|typedoc|size-limit|bundlesize|bundlewatch|codecov|coveralls|c8|nyc|docker|docker-compose|wasm-pack|elm|sass|lessc|postcss|tailwindcss|coffee|next|nest|nuxt|nuxi|remix|gatsby|wireit|node-gyp|prebuild|prebuildify|cmake|ruff|flake8|black|isort|mypy|pyright|pylint|pre-commit|golangci-lint|gofmt|clippy|rubocop|phpstan|php-cs-fixer|set|unset)$/

const OUTPUTS = /(?:^|\/)(?:dist|build|out|lib|coverage|tmp|temp|\.cache|public)(?:\/|$)/
