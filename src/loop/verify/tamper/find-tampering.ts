import { groupBy } from '#kit/group-by.ts'
import { type TreeChange, type TreePair, treeChanges } from '#kit/tree-changes.ts'
import { beyondCommits, type SeenTree, seeTree } from '#kit/tree-hash.ts'
import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../is-test-file.ts'
import { quote } from '../shell-words.ts'
import { findDisplaced } from './around/find-displaced.ts'
import { findDoubled } from './around/find-doubled.ts'
import { findDoubledFirst } from './around/find-doubled-first.ts'
import { findExchangedFunctions } from './around/find-exchanged-functions.ts'
import { findForged } from './around/find-forged.ts'
import { findMadeInside } from './around/find-made-inside.ts'
import { findRedirected } from './around/find-redirected.ts'
import { findReplaced } from './around/find-replaced.ts'
import { findReplacedModules } from './around/find-replaced-modules.ts'
import { findShadowed } from './around/find-shadowed.ts'
import { findStandIns } from './around/find-stand-ins.ts'
import { findTestAware } from './around/find-test-aware.ts'
import { findTransformed, isCompiling } from './around/find-transformed.ts'
import { findUndermined } from './around/find-undermined.ts'
import { findUnread } from './around/find-unread.ts'
import { loadedFiles } from './around/loaded-files.ts'
import { ownModules } from './around/own-modules.ts'
import { type InsideRequest, repositoriesInside } from './around/repositories-inside.ts'
import { type CommandGround, commandGround } from './commands/command-ground.ts'
import { findChangedCommands } from './commands/find-changed-commands.ts'
import { isTestScript } from './commands/hidden-in.ts'
import { compareAssertions } from './comparing/compare-assertions.ts'
import { compareTables } from './comparing/compare-tables.ts'
import { findEmptied } from './comparing/find-emptied.ts'
import { findEmptiedData } from './comparing/find-emptied-data.ts'
import { findEmpty } from './comparing/find-empty.ts'
import { findExits } from './comparing/find-exits.ts'
import { findLost } from './comparing/find-lost.ts'
import { findSingledOut } from './comparing/find-singled-out.ts'
import { findSkipped, findSkippingHooks, type Skipping, tellSkipping } from './comparing/find-skipped.ts'
import { findTautologies } from './comparing/find-tautologies.ts'
import { type Matched, matchTests, type Sides } from './comparing/match-tests.ts'
import { SET_UP } from './comparing/new-phrases.ts'
import { withoutCopies } from './comparing/without-copies.ts'
import { withoutNewMarks } from './comparing/without-new-marks.ts'
import { decidesAboutTests } from './decides-about-tests.ts'
import { isThereToTest } from './is-there-to-test.ts'
import { languageOf } from './languages/all.ts'
import { namedTests } from './named-tests.ts'
import { readTests } from './reading/read-tests.ts'
import type { TestCase, TestFile } from './reading/test-file.ts'
import { type SettingsText, settingsIn } from './settings-in.ts'
import type { ChangedText } from './text/changed-text.ts'
import { lastUpTo } from './text/last-up-to.ts'
import { textsOfChanges } from './text/texts-of-changes.ts'

type TamperRequest = TreePair & {
  /** Paths and patterns that are tests, whatever the project says of them. */
  readonly tests?: readonly string[]
  /** What the tests spoke as; null where nobody knows. */
  readonly framework?: string | null
}

/**
 * What was done to tests between two trees of one repository, so that they say less. Empty where git cannot tell. Where the hash
 * of the later one says that there is more than a commit holds, that is looked at as it lies there.
 */
export async function findTampering({
  tests = [],
  framework = null,
  ...trees
}: TamperRequest): Promise<Tampering[]> {
  const { root, from } = trees
  const { to, inside } = treesToCompare(trees)
  const changes = (await treeChanges({ root, from, to })) ?? []
  const found = await screenFiles(
    { root, from, to, tests, framework },
    changes.filter(({ what }) => what === 'file'),
  )
  return [...found, ...(await screenInside({ root, from, changes, inside }))]
}

/** Of what no commit holds, the screen looks at what is other than it was. */
export function treesToCompare({
  root,
  from,
  to,
}: TreePair): Pick<SeenTree, 'inside'> & { readonly to: string } {
  const isBeyond = beyondCommits(to) !== '' && beyondCommits(to) !== beyondCommits(from)
  const seen = isBeyond ? seeTree(root) : null
  return seen === null ? { to, inside: [] } : { to: seen.whole, inside: seen.inside }
}

async function screenFiles(
  { root, from, to, tests, framework }: Required<TamperRequest>,
  all: readonly TreeChange[],
): Promise<Tampering[]> {
  const paths = all.map(({ path }) => path)
  const settings = paths.length === 0 ? [] : [...(await settingsIn(root, from)), ...asSettings(tests)]
  const named = namedTests(settings, paths)
  const [own, others] = [
    all.filter(({ path }) => isOfInterest(path) || named.has(path)),
    all.filter(({ path }) => !(isOfInterest(path) || named.has(path))),
  ]
  const texts = await textsOfChanges(root, own)
  const loaded = new Set([
    ...loadedFiles(texts, paths),
    ...texts.flatMap(({ path, before }) =>
      isThereToTest({ path, before: before ?? '', named: named.get(path) }) ? [path] : [],
    ),
  ])
  const more = others.filter(({ path }) => loaded.has(path))
  const ofProduct = others.filter(({ path }) => !loaded.has(path) && /\.(?:py|go|[cm]?[jt]sx?)$/.test(path))
  const rest = await textsOfChanges(root, [...more, ...ofProduct])
  const changes = [...texts, ...rest.slice(0, more.length)]
  const ground = await commandGround({ root, tree: to }, changes)
  const notCopied = (lost: readonly TestCase[]) =>
    withoutCopies({ root, tree: to, lost, changed: new Set(paths) })
  const product = rest.slice(more.length)
  const isOwn = ownModules({ root, tree: to })
  const replaced = [
    ...(await findReplaced({ root, tree: to, changes, loaded })),
    ...(await findReplacedModules({ root, tree: to, changes, loaded })),
    ...(await findDisplaced({ root, from, to, changes: all })),
    ...(await findDoubledFirst({ root, from, changes: [...changes, ...product], loaded, isOwn })),
  ]
  const doubled = async (sides: Matching) => [
    ...(await findDoubled({ ...sides, isOwn })),
    ...(await findExchangedFunctions({ ...sides, root, from })),
  ]
  const skippedByHooks = (found: readonly Skipping[], { after, matched }: Matching) =>
    withoutNewMarks({ root, from, found, after, matched })
  return screenTexts({
    changes,
    product,
    loaded,
    ground,
    notCopied,
    replaced,
    skippedByHooks,
    doubled,
    framework,
  })
}

function asSettings(tests: readonly string[]): SettingsText[] {
  const check = `check ${tests.map(quote).join(' ')}`
  return tests.length === 0 ? [] : [{ path: 'package.json', text: JSON.stringify({ scripts: { check } }) }]
}

type NewTexts = { readonly root: string; readonly tree: string; readonly texts: readonly ChangedText[] }

/** The same screen for files that are in no tree, so that nobody knows what they were. */
export async function screenNew({ root, tree, texts }: NewTexts): Promise<Tampering[]> {
  const loaded = new Set(texts.map(({ path }) => path))
  return screenTexts({
    changes: texts,
    product: [],
    loaded,
    ground: { textOf: () => null, hasTests: () => true, has: () => false },
    notCopied: async () => [],
    replaced: [
      ...(await findReplaced({ root, tree, changes: texts, loaded })),
      ...(await findReplacedModules({ root, tree, changes: texts, loaded })),
    ],
    framework: null,
    skippedByHooks: async (found) => found,
    doubled: async () => [],
  })
}

/** The same screen for each repository inside that was changed, by a commit of its own or without one. */
async function screenInside(request: InsideRequest): Promise<Tampering[]> {
  const found: Tampering[] = []
  for (const one of await repositoriesInside(request))
    if (one.kind === 'unknown') found.push(one.finding)
    else
      for (const finding of await findTampering(one.trees))
        found.push({ ...finding, path: `${one.path}/${finding.path}` })
  return found
}

function isOfInterest(path: string): boolean {
  return (
    isTestFile(path) ||
    SET_UP.test(path) ||
    decidesAboutTests(path) ||
    isTestScript(path) ||
    isCompiling(path) ||
    languageOf(path)?.where === 'everywhere'
  )
}

type Matching = Sides & { readonly matched: Matched }

type Screening = {
  readonly changes: readonly ChangedText[]
  /** What is neither a test nor loaded by one, and may still be made for them. */
  readonly product: readonly ChangedText[]
  readonly loaded: ReadonlySet<string>
  readonly ground: CommandGround
  /** Of tests that went those that are nowhere else in the tree. */
  readonly notCopied: (lost: readonly TestCase[]) => Promise<TestCase[]>
  readonly framework: string | null
  /** Where something is put in the place of what is tested, before any test is. */
  readonly replaced: readonly Tampering[]
  /** Of what runs before tests and skips them, what may concern those that were there. */
  readonly skippedByHooks: (found: readonly Skipping[], sides: Matching) => Promise<readonly Skipping[]>
  /** Where a test file puts something in the place of what its own tests assert on. */
  readonly doubled: (sides: Matching) => Promise<Tampering[]>
}

async function screenTexts(screening: Screening): Promise<Tampering[]> {
  const { changes, product, loaded, ground, notCopied, replaced, skippedByHooks, doubled } = screening
  const before = changes.flatMap(({ path, before: text }) => testsIn({ path, text, loaded }))
  const after = changes.flatMap(({ path, after: text }) => testsIn({ path, text, loaded }))
  const matched = matchTests({ before, after })
  const sides = { before, after, matched }
  const asserting = {
    before: assertingIn(before),
    after: assertingIn(after),
    known: new Set(after.flatMap(({ functions }) => functions.map(({ name }) => name))),
  }
  const byPath = new Map(after.map((file) => [file.path, file]))
  const tautologies = findTautologies(sides)
  const told = linesOf(tautologies)
  const isTold = ({ path, line, text }: TestCase) => {
    const lines = told.get(path) ?? []
    const last = lines[lastUpTo(lines, line + text.split('\n').length - 1)]
    return last !== undefined && last >= line
  }
  const findings = [
    ...findLost({
      lost: await notCopied(matched.lost),
      countIn: (path) => before.find((file) => file.path === path)?.tests.length ?? 0,
      textOf: (path) => changes.find((change) => change.path === path)?.after ?? null,
    }),
    ...findShadowed(sides),
    ...findUnread(changes, before),
    ...findSkipped(matched.pairs, after),
    ...(await skippedByHooks(findSkippingHooks(sides), sides)).map(tellSkipping),
    ...findSingledOut(sides),
    ...matched.pairs.flatMap((pair) => {
      const file = byPath.get(pair.after.path)
      return file === undefined || isTold(pair.after) ? [] : compareAssertions({ pair, file, asserting })
    }),
    ...compareTables(sides),
    ...findEmptied(before, after),
    ...findEmptiedData(changes),
    ...findStandIns({ ...sides, changes }),
    ...findRedirected({ ...sides, all: [...changes, ...product] }),
    ...findMadeInside(sides),
    ...replaced,
    ...(await doubled(sides)),
    ...findUndermined({ changes: [...changes, ...product], loaded }),
    ...findTransformed([...changes, ...product]),
    ...findForged([...changes, ...product], screening.framework),
    ...findTestAware({ changes: [...changes, ...product], loaded }),
    ...tautologies,
    ...findEmpty(sides),
    ...findExits(sides),
    ...findChangedCommands(changes, ground),
  ]
  const places = new Map(findings.map((one) => [`${one.kind}\0${one.path}\0${one.line ?? one.text}`, one]))
  return [...places.values()].sort((one, other) =>
    one.path < other.path ? -1 : one.path > other.path ? 1 : (one.line ?? 0) - (other.line ?? 0),
  )
}

/** The lines of findings in each file, in order. */
function linesOf(findings: readonly Tampering[]): Map<string, number[]> {
  const lines = findings.flatMap(({ path, line }) => (line === null ? [] : [{ path, line }]))
  const inOrder = lines.sort((one, other) => one.line - other.line)
  return new Map(
    [...groupBy(inOrder, ({ path }) => path)].map(([path, some]) => [path, some.map(({ line }) => line)]),
  )
}

type Reading = {
  readonly path: string
  readonly text: string | null
  readonly loaded: ReadonlySet<string>
}

function testsIn({ path, text, loaded }: Reading): TestFile[] {
  if (text === null) return []
  const isSetUp = SET_UP.test(path) || loaded.has(path)
  if (!(isTestFile(path) || isSetUp || MENTIONS.test(text))) return []
  const file = readTests({ path, text, isSetUp })
  return file === null ? [] : [file]
}

/** What every test in a file of another kind has somewhere. */
const MENTIONS = /test|Fact|Theory|SCENARIO/i

/** The functions that assert, or call one that does. */
function assertingIn(files: readonly TestFile[]): Set<string> {
  return new Set(
    files.flatMap(({ functions }) =>
      functions.filter(({ assertions }) => assertions.length > 0).map(({ name }) => name),
    ),
  )
}
