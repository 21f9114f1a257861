import type { Purpose } from '../structure.ts'

export type Meant = { readonly purpose: Purpose; readonly rank: number }

/**
 * What a script, a target or a recipe of that name is for. The plainest name has rank 0; the further a name is from it, the
 * higher its rank. Null for names that say nothing of the kind.
 */
export function purposeOfName(name: string): Meant | null {
  if (name.length > NAME_MAX) return null
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
  const whole = MEANINGS.get(words.join('-'))
  if (whole !== undefined) return whole
  if (words[0] === 'run' && words.length > 1) return purposeOfRun(words.slice(1))
  const [first, last] = [MEANINGS.get(words[0] ?? ''), MEANINGS.get(words.at(-1) ?? '')]
  // All of something else is not all there is.
  const meant = first ?? (words.length === 2 && words[1] !== 'all' ? last : undefined)
  if (meant === undefined || words.some((word) => OTHERWISE.has(word))) return null
  if (meant.purpose === 'install' && !words.every((word) => NEEDED.has(word) || MEANINGS.has(word)))
    return null
  const side = words.filter((word) => ASIDE.has(word)).length
  return { purpose: meant.purpose, rank: meant.rank + words.length + side * 2 }
}

/** To run the tests is to test, and whoever runs a checker does not run the project. */
function purposeOfRun(what: readonly string[]): Meant | null {
  const meant = purposeOfName(what.join('-'))
  if (meant !== null) return { purpose: meant.purpose, rank: meant.rank + 1 }
  return what.every((word) => STARTED.has(word)) ? { purpose: 'run', rank: 1 + what.length } : null
}

const NAME_MAX = 60

const NAMES: Readonly<Record<Purpose, readonly (readonly string[])[]>> = {
  install: [
    ['install', 'setup', 'bootstrap'],
    ['deps', 'install-dev', 'dev-setup'],
  ],
  build: [['build'], ['compile', 'bundle', 'all']],
  test: [
    ['test', 'tests'],
    ['unit', 'unittest', 'test-unit', 'unit-test', 'spec', 'pytest', 'jest', 'vitest'],
  ],
  lint: [
    ['lint'],
    ['eslint', 'ruff', 'clippy', 'vet', 'rubocop', 'lint-all', 'linting'],
    ['check', 'verify', 'style'],
  ],
  typecheck: [
    ['typecheck', 'type-check'],
    ['types', 'check-types', 'typing', 'tsc', 'mypy', 'pyright', 'phpstan', 'dialyzer', 'test-types'],
  ],
  format: [
    ['format', 'fmt'],
    ['prettier', 'black', 'gofmt', 'reformat', 'pint'],
  ],
  run: [
    ['dev', 'start', 'serve'],
    ['run', 'server', 'develop', 'up'],
  ],
}

const MEANINGS: ReadonlyMap<string, Meant> = new Map(
  Object.entries(NAMES).flatMap(([purpose, tiers]) =>
    tiers.flatMap((names, rank) =>
      names.map((name) => [name, { purpose: purpose as Purpose, rank }] as const),
    ),
  ),
)

/** Words that make another thing of what they stand with. */
const OTHERWISE = new Set(
  'release publish deploy clean docker dockerfile markdown md commit commits spelling links toc doctoc image push upload version docs doc storybook help coverage report update snapshot snapshots fuzz fuzzing'.split(
    ' ',
  ),
)

/** What is installed to work here. All else is one thing of many: `install-goyacc`. */
const NEEDED = new Set(
  'all dependencies requirements packages modules env environment local project dev ci js node npm python py ruby go ui frontend backend web client'.split(
    ' ',
  ),
)

/** What of a project is started. All else that is run is a tool: `run-govulncheck`. */
const STARTED = new Set(
  'all dev local locally app apps application server service services api web website site client frontend backend ui gui cli worker workers node cluster compose docker container example examples demo daemon agent operator controller manager playground sandbox binary release'.split(
    ' ',
  ),
)

/** Words for a variant that somebody who asks for the thing does not mean. */
const ASIDE = new Set(
  'watch fix debug ci only all e2e integration smoke perf bench benchmark legacy prod production staged quick fast changed'.split(
    ' ',
  ),
)
