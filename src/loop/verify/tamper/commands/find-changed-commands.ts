import type { Tampering } from '#words/evidence.ts'
import { decidesAboutTests } from '../decides-about-tests.ts'
import { comparePipelines } from './compare-pipelines.ts'
import { lineOf } from './line-of.ts'
import { type Commands, readCommands } from './read-commands.ts'
import { isPipeline } from './read-pipeline.ts'
import { readSettings, type Settings } from './read-settings.ts'
import { ignoringIn, RUNNER, weakenedBy } from './weakened-by.ts'

export type ChangedText = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** What was changed of the commands and settings by which tests are run, so that they prove less. */
export function findChangedCommands(changes: readonly ChangedText[]): Tampering[] {
  const texts = changes.filter(({ path }) => decidesAboutTests(path) && !isPipeline(path))
  // A setting that moved to another file is no new one.
  const known = texts.map(({ path, before }) => readSettings({ path, text: before ?? '' }))
  const own = texts.flatMap(({ path, before, after }): Tampering[] => {
    if (after === null) return []
    const place = { path, text: after }
    const found = [
      ...compareCommands(readCommands({ path, text: before ?? '' }), readCommands(place)),
      ...compareSettings({
        own: readSettings({ path, text: before ?? '' }),
        known,
        now: readSettings(place),
      }),
    ]
    return found.map(({ text, near }) => ({ kind: 'command-changed', path, line: lineOf(after, near), text }))
  })
  return [...own, ...comparePipelines(changes)]
}

type Found = { readonly text: string; readonly near: string }

function compareCommands(before: Commands, after: Commands): Found[] {
  const gone = [...before].filter(
    ([name, command]) =>
      MAIN.test(name) && RUNNER.test(command) && !after.has(name) && ![...after.values()].includes(command),
  )
  return [
    ...[...after].flatMap(([name, command]) => compareCommand({ name, old: before.get(name), command })),
    ...gone.map(([name]) => ({ text: `“${name}”, which ran tests, is gone.`, near: '' })),
  ]
}

const MAIN = /^(?:tests?|check|verify|\.IGNORE)$/

/** A new command takes nothing away, unless it is the one that everybody types, or is added to others. */
function compareCommand({
  name,
  old,
  command,
}: {
  name: string
  old: string | undefined
  command: string
}): Found[] {
  if (old === undefined && !/^(?:addopts|options)/.test(name)) {
    const ignored = MAIN.test(name) ? ignoringIn(command) : null
    return ignored === null
      ? []
      : [{ text: `In “${name}” a failure does not count (\`${ignored}\`).`, near: ignored }]
  }
  const isAboutTests = RUNNER.test(old ?? '') || RUNNER.test(command) || /test/i.test(name)
  const why = isAboutTests ? weakenedBy(old ?? '', command) : null
  if (why === null) return []
  const near = newWordOf({ old: old ?? '', now: command }) ?? name
  return [{ text: `“${name}” proves less than before: ${why}.`, near }]
}

type Comparing = { readonly own: Settings; readonly known: readonly Settings[]; readonly now: Settings }

function compareSettings({ own, known, now }: Comparing): Found[] {
  const excluded = new Set(known.flatMap((settings) => settings.excluded))
  const switches = new Set(known.flatMap((settings) => settings.switches))
  return [
    ...now.excluded
      .filter((item) => !excluded.has(item) && !NO_TESTS.test(item))
      .map((item) => ({ text: `\`${item}\` is now left out of the tests.`, near: item })),
    ...now.switches
      .filter((item) => !switches.has(item))
      .map((item) => ({ text: `Now \`${item}\`: what fails or is missing does not count.`, near: item })),
    ...[...now.selected].flatMap(([key, items]) =>
      narrowedTo({ key, items, old: own.selected.get(key) ?? [] }),
    ),
    ...[...own.thresholds].flatMap(([key, old]): Found[] => {
      const value = now.thresholds.get(key)
      if (value === undefined || value >= old) return []
      return [
        { text: `The threshold “${key}” is lower than before: ${old}, now ${value}.`, near: `${value}` },
      ]
    }),
  ]
}

/** What holds no tests of one's own. */
const NO_TESTS =
  /node_modules|\b(?:dist|build|out|target|vendor|coverage|\.git|\.venv|venv|env|\.tox|\.next|\.cache|tmp|temp|fixtures?|__fixtures__|generated|types?|lib|\.idea|\.nuxt|\.output|third_party|docs?|examples?|benchmarks?|bench|cypress|e2e|playwright)\b|^\.\w+$|^\{arch\}$|\.egg|^_\w+$|\.d\.ts$/

function narrowedTo({
  key,
  items,
  old,
}: {
  key: string
  items: readonly string[]
  old: readonly string[]
}): Found[] {
  const gone = old.filter((item) => !items.includes(item))
  const come = items.filter((item) => !old.includes(item))
  const isShrunk = gone.length > 0 && come.length === 0 && items.length > 0
  const isPinned =
    gone.some((item) => item.includes('*')) && come.length > 0 && come.every((item) => !item.includes('*'))
  if (!isShrunk && !isPinned) return []
  return [{ text: `\`${key}\` takes in fewer tests than before: \`${gone[0]}\` is gone.`, near: key }]
}

/** A word that is in the new command alone, by which its line is found. */
function newWordOf({ old, now }: { old: string; now: string }): string | undefined {
  const known = new Set([...old.split(/\s+/), 'pytest', 'rspec'])
  return now.split(/\s+/).find((word) => word.length > 2 && !known.has(word))
}
