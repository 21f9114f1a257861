import { groupBy } from '#kit/group-by.ts'
import { javascript } from '../languages/javascript.ts'
import { stripSource } from '../text/strip-source.ts'
import { alternativesOf, exampleOf, isCovered } from './is-covered.ts'
import { parsed } from './read-commands.ts'

/** What a file of settings says of which tests count. */
export type Settings = {
  /** What is left out. */
  readonly excluded: readonly string[]
  /** What is taken, by key. */
  readonly selected: ReadonlyMap<string, readonly string[]>
  /** Switches that make failures or missing tests count for nothing. */
  readonly switches: readonly string[]
  /** How much has to be covered, by key. */
  readonly thresholds: ReadonlyMap<string, number>
}

export function readSettings({ path, text }: { path: string; text: string }): Settings {
  const settings = relevantPart(path, text)
  const outside = withoutBlocks(settings)
  return {
    excluded: [
      ...leftOutIn(outside, keysIn(path)),
      ...[...settings.matchAll(/<exclude>\s*([^<]+?)\s*<\/exclude>/g)].map(([, item = '']) => item),
      ...[...settings.matchAll(/^\s*exclude\s*\(?\s*['"]([^'"]+)['"]/gm)].map(([, item = '']) => item),
    ],
    selected: selectedIn(outside, PYTHON_SETTINGS.test(path) ? PYTHON_SELECTS : SELECTS),
    switches: [SWITCHES, ...ALIASES].flatMap((shape) =>
      [...settings.matchAll(shape)].map(([found]) => found.replaceAll(/\s+/g, ' ').trim()),
    ),
    thresholds: thresholdsIn(settings),
  }
}

/** Of a package's many settings those of its test programs; of a program, what is no comment. */
function relevantPart(path: string, text: string): string {
  if (/(?:^|\/)package\.json$/.test(path)) {
    const { jest, vitest, mocha, ava, c8, nyc, tap } = parsed(text)
    return JSON.stringify({ jest, vitest, mocha, ava, c8, nyc, tap }, null, 2)
  }
  if (/\.[cm]?[jt]s$|\.json5?$|mocharc$|nycrc$/.test(path)) return stripSource(text, javascript.tokens).bare
  if (/\.xml(?:\.dist)?$|proj$|\.props$/.test(path)) return text.replaceAll(/<!--[\s\S]*?-->/g, '')
  const plain = text.replaceAll(/^[ \t]*(?:#|\/\/|;)[^\n]*$/gm, '')
  if (/(?:^|\/)Cargo\.toml$/.test(path)) return withoutBenches(plain)
  return /(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini)$/.test(path) ? testSectionsOf(plain) : plain
}

/** What measures speed has a harness of its own, and examples are no tests. */
function withoutBenches(text: string): string {
  return text
    .split(/^(?=[ \t]*\[)/m)
    .filter((section) => !/^\s*\[\[\s*(?:bench|example)\s*\]\]/.test(section))
    .join('')
}

/** Of what many tools have in one file, those that run tests: what a linter ignores is no test. */
function testSectionsOf(text: string): string {
  return text
    .split(/^(?=[ \t]*\[+[^\]\n]+\]+[ \t]*(?:[#;].*)?$)/m)
    .filter((section) =>
      /^\s*\[+\s*["']?(?:tool[.:]\s*)?["']?(?:pytest|tox|testenv|nose|unittest|coverage|pdm|hatch|poe)/.test(
        section,
      ),
    )
    .join('')
}

/** What all projects of a file take in together. */
function selectedIn(text: string, keys: string): Map<string, readonly string[]> {
  const lists = groupBy(listsOf(text, keys), ({ key }) => key)
  return new Map([...lists].map(([key, some]) => [key, [...new Set(some.flatMap(({ items }) => items))]]))
}

/** What no project of a file leaves out while another of them takes it in. */
function leftOutIn(text: string, keys: string): string[] {
  const lists = listsOf(text, keys).map((list) => ({ ...list, block: blockAround(text, list.at) }))
  const left = lists.flatMap(({ items }) => items)
  if (!/\bprojects\b|\bdefineWorkspace\b/.test(text)) return left
  const taken = listsOf(text, 'include').flatMap(({ at, items }) => {
    const block = blockAround(text, at)
    if (!/\btest["']?\s*:\s*$/.test(text.slice(0, block))) return []
    return items.filter((item) => !lists.some((list) => list.block === block && list.items.includes(item)))
  })
  return left.filter((item) => !taken.includes(item) && !isTakenBy(item, taken))
}

/** Whether each of the folders that a pattern stands for is one of which something is taken. */
function isTakenBy(item: string, taken: readonly string[]): boolean {
  const examples = taken.flatMap(alternativesOf).map(exampleOf)
  return alternativesOf(item).every((pattern) => examples.some((path) => isCovered(path, pattern)))
}

/** Where the innermost block begins that a place is in; -1 where it is in none. */
function blockAround(text: string, at: number): number {
  let depth = 0
  for (let place = at - 1; place >= 0; place--) {
    if (text[place] === '}') depth++
    else if (text[place] === '{' && depth-- === 0) return place
  }
  return -1
}

/** What is excluded from coverage, from bundles or from types is no test. */
function withoutBlocks(text: string): string {
  return text.replaceAll(
    /["']?\b(?:coverage|nyc|c8|optimizeDeps|build|ssr|server|esbuild|typecheck|resolve|tool\.(?!pytest)[\w.-]+)["']?\s*:\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g,
    '',
  )
}

/** Of Python's keys none is called `ignore`: that is how warnings are named there. What coverage leaves out is no test. */
function keysIn(path: string): string {
  if (/(?:nycrc|c8rc|coveragerc)(?:\.\w+)?$/.test(path)) return 'no key at all'
  return PYTHON_SETTINGS.test(path) ? PYTHON_EXCLUDES : EXCLUDES
}

const PYTHON_SETTINGS = /\.(?:ini|cfg|toml|py)$/
const PYTHON_SELECTS = 'testpaths|python_files|python_classes|python_functions'
const PYTHON_EXCLUDES = 'norecursedirs|collect_ignore_glob|collect_ignore'
const EXCLUDES =
  'testPathIgnorePatterns|modulePathIgnorePatterns|testIgnore|excludeSpecPattern|exclude|ignore'
const SELECTS =
  'testMatch|testRegex|include|spec|testpaths|python_files|python_classes|python_functions|testDir|roots|specPattern|files'

type List = { readonly at: number; readonly key: string; readonly items: readonly string[] }

function listsOf(text: string, keys: string): List[] {
  const lists = new RegExp(
    `(?<![\\w.-])["']?(${keys})["']?\\s*(?:[:=]|\\+=)\\s*(\\[[^\\]]*\\]|"[^"\\n]*"|'[^'\\n]*'|[^\\n"'\\[{]*(?:\\n[ \\t]+[^\\n=]+$)*)`,
    'gm',
  )
  return [...text.matchAll(lists)].map(({ index, 1: key = '', 2: value = '' }) => ({
    at: index,
    key,
    items: /["']/.test(value)
      ? [...value.matchAll(/["']((?:[^"'\\\n]|\\.)+)["']/g)].map(([, item = '']) => item)
      : value.split(/[\s,]+/).filter((item) => /^[\w.*/-]+$/.test(item)),
  }))
}

const SWITCHES =
  /\btestNamePattern["']?\s*:\s*["'/][^\n,}]+|\bretr(?:y|ies)["']?\s*:\s*\d{2,}|["'](?:\^?(?:\.\*|\.\.?\/|\/|~\/|@\/|src\/|<rootDir>))(?![^:\n]*(?:css|less|sass|svg|png|jpe?g|gif|woff|ttf|mdx?)\b)[^"'\n]*["']\s*(?::|,\s*replacement\s*:)\s*[^,}\n]*(?:stub|fake|noop)[^,}\n]*|\b(?:dry-?[rR]un|automock)["']?\s*:\s*true\b|\bpassWithNoTests["']?\s*[:=]\s*true|\bdangerouslyIgnoreUnhandledErrors["']?\s*[:=]\s*true|<testFailureIgnore>\s*true|<skipTests>\s*true|<maven\.test\.skip>\s*true|<skip>\s*true|\bignoreFailures\s*=\s*true|\btest\s*\{[^{}]*\benabled\s*=\s*false|\btasks\.(?:named\(["'])?test\b[^\n]*enabled\s*=\s*false|\bonlyIf\s*\{\s*false\s*\}|<IsTestProject>\s*false|\bDISABLED\s+(?:TRUE|ON|1)\b|\bWILL_FAIL\s+(?:TRUE|ON|1)\b|^\s*test\s*=\s*false\b|^\s*harness\s*=\s*false\b|\bfailOnEmptyTestSuite\s*=\s*"false"|\bfail-fast-on-error["']?\s*:\s*false/gm

/** One file of the program in the place of another: by its path, by a pattern, or by what a path comes to. Pictures and styles may be. */
const ALIASES: readonly RegExp[] = [
  /["']\^?(?:\\{0,2}\.){1,2}\/(?![^"'\n]*(?:css|less|sass|svg|png|jpe?g|gif|woff|ttf|mdx?)\b)[^"'\n]*["']\s*(?::|,\s*replacement\s*:)\s*[^,}\n$]*["'][^"'\n$]*\.[cm]?[jt]sx?["'][^,}\n]*/gm,
  /\bfind\s*:\s*\/(?!\^?@?[\w-]+(?:\\\/[\w-]+)?\$?\/)(?![^\n]*(?:css|less|sass|svg|png|jpe?g|gif|woff|ttf|mdx?)\b)[^\n]*?\/[a-z]*\s*,\s*replacement\s*:\s*[^,}\n$]*["'][^"'\n$]*\.[cm]?[jt]sx?["'][^,}\n]*/gm,
  /\[\s*(?:path\.)?(?:resolve|join|fileURLToPath)\([^\]\n]*\]\s*:\s*[^,}\n$]*["'][^"'\n$]*\.[cm]?[jt]sx?["'][^,}\n]*/gm,
]

function thresholdsIn(text: string): Map<string, number> {
  const found = new Map<string, number>()
  const blocks = [
    ...text.matchAll(
      /["']?(?:coverageThreshold|thresholds?|check-coverage|nyc|c8)["']?\s*:\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g,
    ),
  ]
  const places = [
    ...blocks.map(([block]) => block),
    ...(text.match(/^.*\b(?:fail_under|cov-fail-under|minimum_coverage)\b.*$/gm) ?? []),
  ]
  for (const place of places)
    for (const [, key = '', value = ''] of place.matchAll(
      /["']?\b(branches|functions|lines|statements|fail_under|cov-fail-under|minimum_coverage|global)["']?\s*[:= ]\s*(-?\d+(?:\.\d+)?)/g,
    ))
      found.set(key, Math.max(found.get(key) ?? 0, Number(value)))
  return found
}
