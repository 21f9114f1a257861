import { purposeOfName } from '../commands/purpose-of-name.ts'
import type { Ecosystem, ManifestFacts, Offer, ToolUse } from './manifest.ts'

/** What it says that a file is there, whatever is in it: lockfiles, settings of tools, wrappers, scripts by custom. */
export function readPresence(path: string): ManifestFacts | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const manager = LOCKFILES.get(name)
  if (manager !== undefined) return { ecosystem: manager.ecosystem, packageManager: manager.name }
  const script = scriptOffer(path)
  if (script !== null) return { offers: [script] }
  const tool = ANY_TOOL.test(name) ? TOOLS.find(({ shape }) => shape.test(name)) : undefined
  if (tool === undefined) return null
  return {
    tools: tool.uses.map((use) => ({ name: tool.name, use })),
    ...(tool.offers === undefined ? {} : { offers: tool.offers }),
    ...(tool.ecosystem === undefined ? {} : { ecosystem: tool.ecosystem }),
    ...(tool.isManager === true ? { packageManager: tool.name } : {}),
  }
}

const LOCKFILES: ReadonlyMap<string, { readonly name: string; readonly ecosystem: Ecosystem }> = new Map([
  ['package-lock.json', { name: 'npm', ecosystem: 'javascript' }],
  ['npm-shrinkwrap.json', { name: 'npm', ecosystem: 'javascript' }],
  ['yarn.lock', { name: 'yarn', ecosystem: 'javascript' }],
  ['pnpm-lock.yaml', { name: 'pnpm', ecosystem: 'javascript' }],
  ['bun.lock', { name: 'bun', ecosystem: 'javascript' }],
  ['bun.lockb', { name: 'bun', ecosystem: 'javascript' }],
  ['deno.lock', { name: 'deno', ecosystem: 'javascript' }],
  ['uv.lock', { name: 'uv', ecosystem: 'python' }],
  ['poetry.lock', { name: 'poetry', ecosystem: 'python' }],
  ['pdm.lock', { name: 'pdm', ecosystem: 'python' }],
  ['Pipfile.lock', { name: 'pipenv', ecosystem: 'python' }],
  ['pixi.lock', { name: 'pixi', ecosystem: 'python' }],
  ['Cargo.lock', { name: 'Cargo', ecosystem: 'rust' }],
  ['Gemfile.lock', { name: 'Bundler', ecosystem: 'ruby' }],
  ['composer.lock', { name: 'Composer', ecosystem: 'php' }],
  ['mix.lock', { name: 'Mix', ecosystem: 'elixir' }],
])

/** `script/test` and its like, as many projects have them at their root. */
function scriptOffer(path: string): Offer | null {
  const name =
    /^(?:bin|scripts?|tools?)\/(setup|bootstrap|test|tests|lint|dev|server|build|format|fmt|typecheck)(?:\.sh)?$/.exec(
      path,
    )?.[1]
  const meant = name === undefined ? null : purposeOfName(name)
  return meant === null
    ? null
    : { purpose: meant.purpose, line: path.endsWith('.sh') ? `./${path}` : path, rank: 1, isAtRoot: true }
}

type Sign = {
  readonly shape: RegExp
  readonly name: string
  readonly uses: readonly ToolUse[]
  readonly offers?: readonly Offer[]
  readonly ecosystem?: Ecosystem
  /** It fetches what is depended on, too. */
  readonly isManager?: true
}

const custom = (purpose: Offer['purpose'], line: string): Offer => ({
  purpose,
  line,
  rank: 1,
  isCustom: true,
})

const TOOLS: readonly Sign[] = [
  { shape: /^(eslint\.config\.\w+|\.eslintrc(\.\w+)?)$/, name: 'ESLint', uses: ['lint'] },
  { shape: /^\.?oxlintrc\.json$/, name: 'Oxlint', uses: ['lint'] },
  { shape: /^(\.?stylelintrc(\.\w+)?|stylelint\.config\.\w+)$/, name: 'Stylelint', uses: ['lint'] },
  { shape: /^prettier\.config\.\w+$/, name: 'Prettier', uses: ['format'] },
  { shape: /^\.?dprint\.jsonc?$/, name: 'dprint', uses: ['format'] },
  { shape: /^tsconfig\.json$/, name: 'TypeScript', uses: ['typecheck'] },
  { shape: /^(vitest\.(config|workspace)\.\w+)$/, name: 'Vitest', uses: ['test'] },
  { shape: /^jest\.config\.\w+$/, name: 'Jest', uses: ['test'] },
  { shape: /^playwright\.config\.\w+$/, name: 'Playwright', uses: ['test'] },
  { shape: /^cypress\.(config\.\w+|json)$/, name: 'Cypress', uses: ['test'] },
  { shape: /^karma\.conf\.\w+$/, name: 'Karma', uses: ['test'] },
  { shape: /^\.mocharc(\.\w+)?$/, name: 'Mocha', uses: ['test'] },
  {
    shape: /^build\.(sc|mill)$/,
    name: 'Mill',
    uses: ['build'],
    offers: [custom('build', 'mill __.compile'), custom('test', 'mill __.test')],
    ecosystem: 'jvm',
    isManager: true,
  },
  { shape: /^turbo\.json$/, name: 'Turborepo', uses: ['build'] },
  { shape: /^nx\.json$/, name: 'Nx', uses: ['build'] },
  {
    shape: /^\.?ruff\.toml$/,
    name: 'Ruff',
    uses: ['lint'],
    offers: [{ ...custom('lint', 'ruff check .'), via: 'python' }],
    ecosystem: 'python',
  },
  {
    shape: /^\.flake8$/,
    name: 'Flake8',
    uses: ['lint'],
    offers: [{ ...custom('lint', 'flake8'), via: 'python' }],
    ecosystem: 'python',
  },
  { shape: /^\.pylintrc$/, name: 'Pylint', uses: ['lint'] },
  {
    shape: /^pyrightconfig\.json$/,
    name: 'Pyright',
    uses: ['typecheck'],
    offers: [{ ...custom('typecheck', 'pyright'), via: 'python' }],
    ecosystem: 'python',
  },
  {
    shape: /^\.?(pytest\.ini|pytest\.toml)$/,
    name: 'pytest',
    uses: ['test'],
    offers: [{ ...custom('test', 'pytest'), via: 'python' }],
    ecosystem: 'python',
  },
  {
    shape: /^\.pre-commit-config\.ya?ml$/,
    name: 'pre-commit',
    uses: ['lint'],
    offers: [{ ...custom('lint', 'pre-commit run --all-files'), rank: 2 }],
  },
  { shape: /^\.?rustfmt\.toml$/, name: 'rustfmt', uses: ['format'] },
  { shape: /^\.?clippy\.toml$/, name: 'Clippy', uses: ['lint'] },
  {
    shape: /^\.golangci\.(ya?ml|toml|json)$/,
    name: 'golangci-lint',
    uses: ['lint'],
    offers: [{ ...custom('lint', 'golangci-lint run'), rank: 0 }],
    ecosystem: 'go',
  },
  { shape: /^\.rubocop\.yml$/, name: 'RuboCop', uses: ['lint'] },
  { shape: /^\.rspec$/, name: 'RSpec', uses: ['test'] },
  { shape: /^phpunit\.xml(\.dist)?$/, name: 'PHPUnit', uses: ['test'] },
  { shape: /^phpstan\.neon(\.dist)?$/, name: 'PHPStan', uses: ['typecheck'] },
  { shape: /^\.php-cs-fixer(\.dist)?\.php$/, name: 'PHP CS Fixer', uses: ['format'] },
  { shape: /^pint\.json$/, name: 'Pint', uses: ['format'] },
  { shape: /^\.credo\.exs$/, name: 'Credo', uses: ['lint'] },
  { shape: /^\.formatter\.exs$/, name: 'mix format', uses: ['format'] },
  { shape: /^\.clang-format$/, name: 'clang-format', uses: ['format'] },
  { shape: /^\.clang-tidy$/, name: 'clang-tidy', uses: ['lint'] },
  { shape: /^\.scalafmt\.conf$/, name: 'scalafmt', uses: ['format'] },
  { shape: /^\.swiftlint\.yml$/, name: 'SwiftLint', uses: ['lint'] },
  { shape: /^\.busted$/, name: 'busted', uses: ['test'], offers: [custom('test', 'busted')] },
  { shape: /^\.luacheckrc$/, name: 'Luacheck', uses: ['lint'], offers: [custom('lint', 'luacheck .')] },
  { shape: /^\.?stylua\.toml$/, name: 'StyLua', uses: ['format'], offers: [custom('format', 'stylua .')] },
  { shape: /^checkstyle\.xml$/, name: 'Checkstyle', uses: ['lint'] },
  { shape: /^detekt\.ya?ml$/, name: 'detekt', uses: ['lint'] },
  {
    shape: /^Makefile\.am$/,
    name: 'Autotools',
    uses: ['build'],
    offers: [custom('build', 'autoreconf -i && ./configure && make'), custom('test', 'make check')],
  },
  { shape: /^CMakeLists\.txt$/, name: 'CMake', uses: ['build'] },
  {
    shape: /^meson\.build$/,
    name: 'Meson',
    uses: ['build'],
    offers: [
      custom('build', 'meson setup build && meson compile -C build'),
      custom('test', 'meson test -C build'),
    ],
  },
  {
    shape: /^(MODULE\.bazel|WORKSPACE(\.bazel)?)$/,
    name: 'Bazel',
    uses: ['build'],
    offers: [custom('build', 'bazel build //...'), custom('test', 'bazel test //...')],
  },
]

const ANY_TOOL = new RegExp(TOOLS.map(({ shape }) => shape.source).join('|'))
