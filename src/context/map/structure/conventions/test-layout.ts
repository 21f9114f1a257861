import type { FileKind } from '../files/file-kind.ts'
import type { Inventory } from '../files/take-inventory.ts'
import { ASIDE_NAME, BARE_NAME, isPattern } from '../files/test-name-of.ts'
import type { TestLayout } from '../structure.ts'
import { hasTestsWithin } from './has-tests-within.ts'

/** Where tests lie, and what they are called. */
export function testLayout(
  inventory: Inventory,
  read: (path: string) => string | null,
): Omit<TestLayout, 'frameworks'> {
  const names = new Map<string, Map<string, number>>()
  const written = new Map<string, number>()
  const folders = new Map<string, number>()
  let [beside, apart] = [0, 0]
  for (const { language, testName, times, ...kind } of inventory.kinds.filter(isWritten)) {
    const spoken = language ?? NO_LANGUAGE
    const pattern = isPattern(testName) ? testName : null
    const folder = FOLDER.exec(`${kind.folder}/`)?.[0].replace(/\/$/, '')
    if (!isAside({ testName, ...kind })) add(written, { key: spoken, times })
    if (pattern !== null) add(entryOf(names, spoken), { key: pattern, times })
    if (folder !== undefined) add(folders, { key: folder, times })
    if (folder !== undefined && !NEAR.test(folder)) apart += times
    else if (pattern !== null) beside += times
  }
  const tests = beside + apart
  return {
    layout: withWithin(layoutOf(beside, apart), () => hasTestsWithin(inventory, read)),
    folders: [
      ...sharedTail(folders, apart),
      ...mostOf(folders, tests * FEW).filter((folder) => !NEAR.test(folder)),
    ].slice(0, FOLDERS_MAX),
    names: mostOf(customaryIn(names, written), tests * FEW).slice(0, NAMES_MAX),
  }
}

/** Where no folder has most of the tests: how most of those that have some are called, as modules of Java have it. */
function sharedTail(folders: ReadonlyMap<string, number>, apart: number): string[] {
  const most = apart / 2
  if (mostOf(folders, most).length > 0) return []
  const tails = new Map<string, number>()
  for (const [folder, times] of folders) {
    const tail = `**/${/(?:src\/)?[^/]+$/.exec(folder)?.[0] ?? folder}`
    if (!NEAR.test(folder)) tails.set(tail, (tails.get(tail) ?? 0) + times)
  }
  return mostOf(tails, most).slice(0, 1)
}

/** A script in a folder for tests needs no ending to be one. */
function isWritten(kind: FileKind): boolean {
  return kind.role === 'test' && (kind.language !== null || (kind.testName === BARE_NAME && !isAside(kind)))
}

/** What tests need, and are not. */
function isAside({ folder, testName }: Pick<FileKind, 'folder' | 'testName'>): boolean {
  return testName === ASIDE_NAME || ASIDE.test(`${folder}/`)
}

const NO_LANGUAGE = ''

/** Names are a custom where most of the tests in a language have one. */
function customaryIn(
  names: ReadonlyMap<string, ReadonlyMap<string, number>>,
  written: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const isCustom = ([language, patterns]: readonly [string, ReadonlyMap<string, number>]) =>
    [...patterns.values()].reduce((sum, times) => sum + times, 0) > (written.get(language) ?? 0) / 2
  return new Map([...names].filter(isCustom).flatMap(([, patterns]) => [...patterns]))
}

function layoutOf(beside: number, apart: number): TestLayout['layout'] {
  const tests = beside + apart
  if (tests === 0) return null
  if (beside > tests * MOST) return 'beside the code'
  return apart > tests * MOST ? 'apart from the code' : 'beside the code and apart from it'
}

function withWithin(layout: TestLayout['layout'], hasWithin: () => boolean): TestLayout['layout'] {
  if (layout === null) return hasWithin() ? 'within the code' : null
  return layout === 'apart from the code' && hasWithin() ? 'within the code and apart from it' : layout
}

const MOST = 0.85
const FEW = 0.03
const FOLDERS_MAX = 4
const NAMES_MAX = 4

/** Up to the outermost folder that is for tests. */
const FOLDER =
  /^(?:[^/]+\/)*?(?:src\/(?:\w+Test|test)|[Tt]ests?|__tests__|specs?|e2e|testing|integration[-_]tests?|[\w.]+[.]?Tests)\//
const ASIDE = /(^|\/)(fixtures?|testdata|mocks?|__\w+s__(?<!__tests__)|bench(es|marks?)?)\//

/** Folders for the tests of what lies around them. */
const NEAR = /(^|\/)__tests__$/

function add(counts: Map<string, number>, { key, times }: { key: string; times: number }): void {
  counts.set(key, (counts.get(key) ?? 0) + times)
}

function entryOf(counts: Map<string, Map<string, number>>, key: string): Map<string, number> {
  const known = counts.get(key) ?? new Map<string, number>()
  counts.set(key, known)
  return known
}

function mostOf(counts: ReadonlyMap<string, number>, least: number): string[] {
  return [...counts]
    .filter(([, times]) => times >= least)
    .sort(([one, times], [other, more]) => more - times || (one < other ? -1 : 1))
    .map(([key]) => key)
}
