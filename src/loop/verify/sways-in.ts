import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { sha256 } from '#kit/sha256.ts'
import { isSeenByGit } from './is-seen-by-git.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What of an environment has programs load something else, or run other tests, than the project says, as `NAME=hash`: who types it before
 * keel’s name decides what is run, and no file shows it. What is there every day is there when a task is claimed as well.
 */
export function swaysIn(environment: Environment, root: string): string[] {
  return Object.entries(environment)
    .flatMap(([name, value = '']) => {
      if (!NAMES.test(name) && !NPM_NAMES.test(name)) return []
      const rest = withoutHarmless(name, { value, root, environment })
      return rest === '' ? [] : [`${name}=${sha256(rest).slice(0, HASH_LENGTH)}`]
    })
    .sort()
}

const HASH_LENGTH = 8

/** That something decides what is run, by its names alone: whoever claims a task has it bind, and no file shows it to who reviews the work. */
export function saySwayed(swayedBy: readonly string[]): string[] {
  if (swayedBy.length === 0) return []
  const names = swayedBy.map((one) => one.replace(/=\w*$/, '')).join(', ')
  return [`${names} in the environment may decide what the tests load and which are run.`]
}

/** Of the system, of interpreters, of build programs, of what runs tests. */
const NAMES = new RegExp(
  [
    'LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|BASH_ENV|BASH_FUNC_.*',
    'NODE_(?:OPTIONS|PATH)|BUN_OPTIONS|PREFIX',
    'PYTHON(?:PATH|HOME|OPTIMIZE|USERBASE)|PYTEST_(?:ADDOPTS|PLUGINS)',
    'RUBY(?:OPT|LIB)|SPEC_OPTS|TESTOPTS|PERL5(?:OPT|LIB)|PHPRC|PHP_INI_SCAN_DIR',
    'CLASSPATH|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_(?:OPTS|ARGS)|GRADLE_OPTS',
    'GO(?:FLAGS|ENV|ROOT|WORK)|RUSTC|RUSTC_(?:WORKSPACE_)?WRAPPER|(?:CARGO_ENCODED_)?RUSTFLAGS|CARGO_TARGET_.*_RUNNER|CARGO_BUILD_RUSTC.*|NEXTEST_.*',
    'DOTNET_STARTUP_HOOKS|GTEST_.*|CTEST_.*|(?:GNU)?MAKEFLAGS|MAKEFILES',
  ]
    .map((names) => `(?:${names})`)
    .join('|')
    .replace(/^/, '^(?:')
    .replace(/$/, ')$'),
)

/** npm reads these in any case. */
const NPM_NAMES = /^p?npm_config_(?:script[_-]shell|node[_-]options|userconfig|globalconfig|prefix)$/i

type Said = { readonly value: string; readonly root: string; readonly environment: Environment }

/** What only gives more room, says more or less, or leads to files that lie in the project, where they are seen. */
function withoutHarmless(name: string, { value, root, environment }: Said): string {
  if (PATHS.test(name))
    return value
      .split(process.platform === 'win32' ? ';' : ':')
      .filter((path) => path !== '' && !isInstalled(name, path) && !isSeenByGit(resolve(root, path), root))
      .join(':')
  if (SETTINGS.test(name)) return isUsualSettings(settingsOf(name, value), environment) ? '' : value
  const harmless = HARMLESS.find(({ names }) => names.test(name))
  return value
    .replaceAll(harmless?.pairs ?? NOTHING, ' ')
    .trim()
    .split(/\s+/)
    .filter((word) => !(harmless?.words.test(word) ?? false))
    .join(' ')
}

/** What Node looks for there it has found nowhere else, and package managers set it. */
function isInstalled(name: string, path: string): boolean {
  return name === 'NODE_PATH' && /(?:^|[\\/])node_modules(?:[\\/]|$)/.test(path)
}

/** The files that npm itself names to all that it starts, or that are not there. */
function isUsualSettings(file: string, { HOME, USERPROFILE }: Environment): boolean {
  const homes = [HOME, USERPROFILE, ownHome()].flatMap((home) => (home ? [join(home, '.npmrc')] : []))
  const own = join(dirname(dirname(process.execPath)), 'etc/npmrc')
  return [...homes, own].includes(file) || !existsSync(file)
}

/** Of who runs this, wherever the environment says that home is; none where the system does not know them. */
function ownHome(): string | null {
  try {
    return userInfo().homedir
  } catch {
    return null
  }
}

/** npm’s settings for all lie below what it is installed in. */
function settingsOf(name: string, value: string): string {
  return /prefix$/i.test(name) ? join(value, 'etc/npmrc') : value
}

const SETTINGS = /^(?:p?npm_config_(?:userconfig|globalconfig|prefix)|PREFIX)$/i
const PATHS = /^(?:NODE_PATH|PYTHONPATH|RUBYLIB|PERL5LIB|CLASSPATH|GOWORK)$/
const NOTHING = /(?!)/g
const HARMLESS: readonly { readonly names: RegExp; readonly pairs?: RegExp; readonly words: RegExp }[] = [
  {
    names: /NODE_OPTIONS$|node[_-]options$/i,
    words:
      /^--(?:max-(?:old-space|semi-space|http-header)-size=\d+|no-warnings|no-deprecation|trace-[\w-]+|enable-source-maps|experimental-vm-modules|stack-trace-limit=\d+|dns-result-order=\w+|openssl-legacy-provider|use-(?:system|openssl|bundled)-ca)$/,
  },
  {
    names: /^PYTEST_ADDOPTS$/,
    pairs: /(?<!\S)(?:-n +(?:auto|logical|\d+)|-p +no:cacheprovider)(?!\S)/g,
    words:
      /^(?:-[vqs]+|-r[a-zA-Z]+|--color=\w+|--tb=\w+|-n=?\w*|--durations=\d+|--no-header|--(?:no-)?cov(?:=\S+)?)$/,
  },
  { names: /^(?:_JAVA_OPTIONS|J.*_OPTIONS|MAVEN_OPTS|GRADLE_OPTS)$/, words: /^-X(?:mx|ms|ss)\w+$/ },
  { names: /MAKEFLAGS$/, words: /^(?:-?[jkswl]+\d*|--jobserver-\S+|--no-print-directory|--)$/ },
  { names: /^GOFLAGS$/, words: /^-(?:mod=\w+|buildvcs=\w+|trimpath|p=\d+)$/ },
]
