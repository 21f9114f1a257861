import { resolve, sep } from 'node:path'
import { sha256 } from '#kit/sha256.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What of an environment has programs load something else, or run other tests, than the project says, as `NAME=hash`: who types it before
 * keel’s name decides what is run, and no file shows it. What is there every day is there when a task is claimed as well.
 */
export function swaysIn(environment: Environment, root: string): string[] {
  return Object.entries(environment)
    .flatMap(([name, value = '']) => {
      if (!NAMES.test(name)) return []
      const rest = withoutHarmless(name, { value, root })
      return rest === '' ? [] : [`${name}=${sha256(rest).slice(0, HASH_LENGTH)}`]
    })
    .sort()
}

const HASH_LENGTH = 8

/** Of the system, of interpreters, of build programs, of what runs tests. */
const NAMES = new RegExp(
  [
    'LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|BASH_ENV|BASH_FUNC_.*',
    'NODE_(?:OPTIONS|PATH)|npm_config_(?:script[_-]shell|node[_-]options)|NPM_CONFIG_(?:SCRIPT_SHELL|NODE_OPTIONS)',
    'PYTHON(?:PATH|HOME|OPTIMIZE|USERBASE)|PYTEST_(?:ADDOPTS|PLUGINS)',
    'RUBY(?:OPT|LIB)|SPEC_OPTS|TESTOPTS|PERL5(?:OPT|LIB)|PHPRC|PHP_INI_SCAN_DIR',
    'CLASSPATH|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_(?:OPTS|ARGS)|GRADLE_OPTS',
    'GO(?:FLAGS|ENV|ROOT)|RUSTC|RUSTC_(?:WORKSPACE_)?WRAPPER|(?:CARGO_ENCODED_)?RUSTFLAGS|CARGO_TARGET_.*_RUNNER|CARGO_BUILD_RUSTC.*|NEXTEST_.*',
    'DOTNET_STARTUP_HOOKS|GTEST_.*|CTEST_.*|(?:GNU)?MAKEFLAGS',
  ]
    .map((names) => `(?:${names})`)
    .join('|')
    .replace(/^/, '^(?:')
    .replace(/$/, ')$'),
)

/** What only gives more room, says more or less, or leads to files that lie in the project, where they are seen. */
function withoutHarmless(name: string, { value, root }: { value: string; root: string }): string {
  if (PATHS.test(name))
    return value
      .split(process.platform === 'win32' ? ';' : ':')
      .filter((path) => path !== '' && !isInside(resolve(root, path), root))
      .join(':')
  const harmless = HARMLESS.find(({ names }) => names.test(name))
  return value
    .trim()
    .split(/\s+/)
    .filter((word) => !(harmless?.words.test(word) ?? false))
    .join(' ')
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}${sep}`)
}

const PATHS = /^(?:NODE_PATH|PYTHONPATH|RUBYLIB|PERL5LIB|CLASSPATH)$/
const HARMLESS = [
  {
    names: /NODE_OPTIONS$|node[_-]options$/i,
    words:
      /^--(?:max-(?:old-space|semi-space|http-header)-size=\d+|no-warnings|no-deprecation|trace-[\w-]+|enable-source-maps|experimental-vm-modules|stack-trace-limit=\d+|dns-result-order=\w+|openssl-legacy-provider|use-(?:system|openssl|bundled)-ca)$/,
  },
  { names: /^PYTEST_ADDOPTS$/, words: /^(?:-[vqs]+|--color=\w+|--tb=\w+|-n=?\w*|--durations=\d+)$/ },
  { names: /^(?:_JAVA_OPTIONS|J.*_OPTIONS|MAVEN_OPTS|GRADLE_OPTS)$/, words: /^-X(?:mx|ms|ss)\w+$/ },
  { names: /MAKEFLAGS$/, words: /^(?:-?[jkswl]+\d*|--jobserver-\S+|--no-print-directory|--)$/ },
  { names: /^GOFLAGS$/, words: /^-(?:mod=\w+|buildvcs=\w+|trimpath|p=\d+)$/ },
]
