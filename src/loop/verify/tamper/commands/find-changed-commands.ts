import { posix } from 'node:path'
import type { Tampering } from '#words/evidence.ts'
import { decidesAboutTests } from '../decides-about-tests.ts'
import type { ChangedText } from '../text/changed-text.ts'
import type { CommandGround } from './command-ground.ts'
import { comparePipelines } from './compare-pipelines.ts'
import { comparePreloads } from './compare-preloads.ts'
import { compareTestScripts } from './compare-test-scripts.ts'
import { findElsewhere } from './find-elsewhere.ts'
import { hiddenIn, isTestScript } from './hidden-in.ts'
import { alternativesOf, exampleOf, isCovered } from './is-covered.ts'
import { isHarmless } from './is-harmless.ts'
import { lineOf } from './line-of.ts'
import { withoutLoaded } from './loaded-by.ts'
import { type Commands, readCommands } from './read-commands.ts'
import { isPipeline } from './read-pipeline.ts'
import { readSettings, type Settings } from './read-settings.ts'
import { ignoringIn, RUNNER, removedBy, weakenedBy } from './weakened-by.ts'

/** What was changed of the commands and settings by which tests are run, so that they prove less. */
export function findChangedCommands(changes: readonly ChangedText[], ground: CommandGround): Tampering[] {
  const { textOf, hasTests } = ground
  const texts = changes.filter(({ path }) => decidesAboutTests(path) && !isPipeline(path))
  // A setting that moved to another file is no new one.
  const known = texts.map(({ path, before }) => readSettings({ path, text: before ?? '' }))
  const own = texts.flatMap(({ path, before, after }): Tampering[] => {
    if (after === null) return []
    const place = { path, text: after }
    const [was, is] = [readCommands({ path, text: before ?? '' }), readCommands(place)]
    const folder = posix.dirname(path)
    const programAt = (file: string) => textOf(posix.join(folder, file))
    const isLeft = folder !== '.' && /(?:^|\/)package\.json$/.test(path) && !hasTests(folder)
    const found = [
      ...compareCommands(was, withoutHarmless(is, programAt)),
      ...(isLeft ? [] : goneFrom(was, is)),
      ...compareOwnCommands(was, is),
      ...(/(?:^|\/)package\.json$/.test(path)
        ? compareTestScripts({ before: was, after: is, programAt })
        : []),
      ...comparePreloads(before ?? '', place),
      ...findElsewhere({ path, before: before ?? '', after, ground }),
      ...compareSettings({
        own: readSettings({ path, text: before ?? '' }),
        known,
        now: settingsOf(place, before),
      }),
    ]
    return found.map(({ text, near }) => ({ kind: 'command-changed', path, line: lineOf(after, near), text }))
  })
  return [...own, ...comparePipelines(changes), ...changes.flatMap(compareScript)]
}

/** In a crate that is new, nothing is left out that was run. */
function settingsOf(
  place: { readonly path: string; readonly text: string },
  before: string | null,
): Settings {
  const settings = readSettings(place)
  return before === null && /(?:^|\/)Cargo\.toml$/.test(place.path) ? { ...settings, switches: [] } : settings
}

/** A script that runs tests, and now ends well whatever they say. */
function compareScript({ path, before, after }: ChangedText): Tampering[] {
  if (!isTestScript(path) || before === null || after === null) return []
  const hidden = hiddenIn(after)
  if (hidden === null || hiddenIn(before) !== null) return []
  const text = `The script ends well whatever the tests say: \`${hidden}\`.`
  return [{ kind: 'command-changed', path, line: lineOf(after, hidden), text }]
}

type Found = { readonly text: string; readonly near: string }

/** keel's own: nobody who has to pass by them may choose others. */
function compareOwnCommands(before: Commands, after: Commands): Found[] {
  const added = before.has('loop.test') ? undefined : after.get('loop.test')
  const chosen: Found[] =
    added === undefined ? [] : [{ text: `“loop.test” was not set, and is \`${added}\` now.`, near: added }]
  return [...chosen, ...changedIn(before, after)]
}

function changedIn(before: Commands, after: Commands): Found[] {
  return [...before].flatMap(([name, old]): Found[] => {
    if (!name.startsWith('loop.')) return []
    const now = after.get(name)
    if (now === old) return []
    if (now === undefined) return [{ text: `“${name}”, which was \`${old}\`, is gone.`, near: '' }]
    return name === 'loop.test'
      ? [{ text: `“${name}” was \`${old}\`, and is \`${now}\` now.`, near: now }]
      : []
  })
}

/** What is loaded into the process of the tests, and can be seen to leave them alone, is nothing to speak of. */
function withoutHarmless(commands: Commands, programAt: (file: string) => string | null): Commands {
  const isLeftOut = (file: string) => {
    const text = programAt(file)
    return text !== null && isHarmless(text, 'inside')
  }
  return new Map([...commands].map(([name, command]) => [name, withoutLoaded(command, isLeftOut)]))
}

function compareCommands(before: Commands, after: Commands): Found[] {
  return [...after].flatMap(([name, command]) => [
    ...findRemoving({ name, old: before.get(name) ?? '', command }),
    ...compareCommand({ name, old: before.get(name), command }),
  ])
}

/** Where no tests are left, nothing has to run them. */
function goneFrom(before: Commands, after: Commands): Found[] {
  return [...before]
    .filter(
      ([name, command]) =>
        MAIN.test(name) &&
        !name.startsWith('loop.') &&
        RUNNER.test(command) &&
        !after.has(name) &&
        ![...after.values()].includes(command),
    )
    .map(([name]) => ({ text: `“${name}”, which ran tests, is gone.`, near: '' }))
}

const MAIN = /^(?:tests?|check|verify|\.IGNORE|loop\..*)$/

/** Tests that are done away with by what is run beside them. */
function findRemoving({ name, old, command }: { name: string; old: string; command: string }): Found[] {
  const removed = /^(?:pre|post)?test/.test(name) ? removedBy(command) : null
  return removed === null || removedBy(old) !== null
    ? []
    : [{ text: `“${name}” removes tests: \`${removed}\`.`, near: name }]
}

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
  // What is changed there at all is told already.
  if (name === 'loop.test' && old !== undefined) return []
  if (old === undefined && !/^(?:addopts|options)/.test(name)) {
    const ignored = MAIN.test(name) ? ignoringIn(command) : null
    return ignored === null
      ? []
      : [{ text: `In “${name}” a failure does not count (\`${ignored}\`).`, near: ignored }]
  }
  const isAboutTests =
    name.startsWith('loop.') || RUNNER.test(old ?? '') || RUNNER.test(command) || /test/i.test(name)
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
      .filter((item) => !excluded.has(item) && !NO_TESTS.test(item) && !isLeftOutBy(item, own.excluded))
      .map((item) => ({ text: `\`${item}\` is now left out of the tests.`, near: item })),
    ...now.switches
      .filter((item) => !switches.has(item))
      .map((item) => ({ text: `Now \`${item}\`: what fails or is missing does not count.`, near: item })),
    ...[...now.selected].flatMap(([key, items]) =>
      narrowedTo({ key, items, old: own.selected.get(key) ?? null }),
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

/** Whether it was left out before, with more. */
function isLeftOutBy(item: string, former: readonly string[]): boolean {
  return former.some((old) => alternativesOf(item).every((one) => isCovered(exampleOf(one), old)))
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
  old: readonly string[] | null
}): Found[] {
  const usual = USUAL[key]
  if (old === null || (usual !== undefined && old.some((item) => usual.test(item)))) {
    const isNarrow = usual !== undefined && items.length > 0 && !items.some((item) => usual.test(item))
    return isNarrow ? [{ text: `\`${key}\` takes in fewer tests than is usual.`, near: key }] : []
  }
  const gone = old.filter((item) => !items.includes(item))
  const come = items.filter((item) => !old.includes(item))
  const isShrunk = gone.length > 0 && come.length === 0 && items.length > 0
  const isPinned =
    gone.some((item) => item.includes('*')) && come.length > 0 && come.every((item) => !item.includes('*'))
  if (!isShrunk && !isPinned) return []
  return [{ text: `\`${key}\` takes in fewer tests than before: \`${gone[0]}\` is gone.`, near: key }]
}

/** What of pytest's own names for tests has to be among those that are looked for. */
const USUAL: Readonly<Record<string, RegExp>> = {
  python_functions: /^(?:\*|te?s?t?\*?|test_\*?)$/,
  python_classes: /^(?:\*|\*?Tests?\*?)$/,
}

/** A word that is in the new command alone, by which its line is found. */
function newWordOf({ old, now }: { old: string; now: string }): string | undefined {
  const known = new Set([...old.split(/\s+/), 'pytest', 'rspec'])
  return now.split(/\s+/).find((word) => word.length > 2 && !known.has(word))
}
