import { catBlobs } from '#kit/cat-blobs.ts'
import type { TreeChange } from '#kit/tree-changes.ts'
import type { Tampering } from '#words/evidence.ts'
import { importedFakes } from '../tamper/around/find-stand-ins.ts'
import { resolveAddress } from '../tamper/around/loaded-files.ts'
import { compareAssertions } from '../tamper/comparing/compare-assertions.ts'
import { newExits } from '../tamper/comparing/find-exits.ts'
import { findSkipped } from '../tamper/comparing/find-skipped.ts'
import { findTautologies } from '../tamper/comparing/find-tautologies.ts'
import { languageOf } from '../tamper/languages/all.ts'
import type { Assertion, TestCase } from '../tamper/reading/test-file.ts'
import type { ChangedText } from '../tamper/text/changed-text.ts'
import { textsOfChanges } from '../tamper/text/texts-of-changes.ts'
import { findMuted } from './find-muted.ts'
import { isAskedFor } from './is-asked-for.ts'
import { type Entry, readEntry } from './read-entry.ts'
import type { TreeFiles } from './with-manifests.ts'

type Started = {
  readonly root: string
  /** The programs of the product that checks start, and the files that there were. */
  readonly entries: ReadonlySet<string>
  readonly files: TreeFiles
  readonly changes: readonly TreeChange[]
  /** What the checks say, so that one knows what they do not ask for. */
  readonly checks: string
}

/**
 * What was done to programs of the product that a check starts, so that they say less of themselves. They may change as products do; but what
 * one asserts when it is started is a part of the proof, and has to be come to, also past what it loads.
 */
export async function findDisarmed({ root, entries, files, changes, checks }: Started): Promise<Tampering[]> {
  const blobOf = (path: string) => files.get(path) ?? ''
  const changed = changes.filter(({ path }) => languageOf(path) !== null)
  if (entries.size === 0 || changed.length === 0) return []
  const texts = await textsOfChanges(root, changed)
  const blobs = await catBlobs(root, [...entries].map(blobOf))
  return [...entries].flatMap((path) => {
    const before = blobs.get(blobOf(path))?.toString('utf8') ?? null
    const entry = texts.find((one) => one.path === path) ?? { path, before, after: before }
    return [
      ...disarmedIn(entry, checks),
      ...assertingBy(entry, texts),
      ...endedByLoaded({ entry, texts, checks }),
    ]
  })
}

/** What a program asserts with may come from a file of its own, unless that never fails. */
function assertingBy({ path, before, after }: ChangedText, changes: readonly ChangedText[]): Tampering[] {
  const [was, is] = [before, after].map((text) => readEntry({ path, text: text ?? '' }))
  if (was === undefined || is === undefined || was === null || is === null) return []
  const file = is.all
  return importedFakes({ file, former: was.all.source.bare, changes }).map(({ at, text }) => ({
    ...{ kind: 'tautology', path, line: file.lineOf(at), text },
  }))
}

type Loading = {
  readonly entry: ChangedText
  readonly texts: readonly ChangedText[]
  readonly checks: string
}

/** Changed files that a program loads, and that end it where they are loaded, or in a function that it asserts on. */
function endedByLoaded({ entry, texts, checks }: Loading): Tampering[] {
  const proof = assertedIn(entry)
  if (proof.length === 0) return []
  const said = new Set(proof.flatMap(({ words }) => [...words]))
  return loadedBy(entry, texts).flatMap((one) => {
    const [was, is] = [one.before, one.after].map((text) => readEntry({ path: one.path, text: text ?? '' }))
    if (was === undefined || is === undefined || was === null || is === null) return []
    const muted = findMuted(was, is).map(({ line, text }) => mutedBy({ path: one.path, line, text }))
    const ended = newExits({ before: [was.all], after: [is.all] }).flatMap(
      ({ path, at, line, text }): Tampering[] => {
        const name = is.functionAt(at)
        const isRun = name === null || said.has(name)
        if (!isRun || is.headsAt(at).some((head) => isAskedFor(head, checks))) return []
        const told = `This ends \`${entry.path}\`, which the task’s check runs, before it has said all: \`${text}\`.`
        return [{ kind: 'early-exit', path, line, text: told }]
      },
    )
    return [...muted, ...ended]
  })
}

function mutedBy({ path, line, text }: Pick<Tampering, 'path' | 'line' | 'text'>): Tampering {
  return { kind: 'early-exit', path, line, text: `This takes in what fails, and does not fail: \`${text}\`.` }
}

function assertedIn({ path, before }: ChangedText): readonly Assertion[] {
  const tests = readEntry({ path, text: before ?? '' })?.own.tests ?? []
  return tests.length === 0 ? [] : proofOf(tests).assertions
}

function loadedBy({ path, after }: ChangedText, texts: readonly ChangedText[]): ChangedText[] {
  const found = new Set<ChangedText>()
  const paths = texts.map((one) => one.path)
  const open = [{ path, text: after ?? '' }]
  for (const from of open)
    for (const loadedPath of addressesOf(from, paths)) {
      const loaded = texts.find((one) => one.path === loadedPath)
      if (loaded === undefined || loaded.path === path || found.has(loaded)) continue
      found.add(loaded)
      open.push({ path: loaded.path, text: loaded.after ?? '' })
    }
  return [...found]
}

type Loader = { readonly path: string; readonly text: string }

/** Of Python, modules are found beside who loads them, and below the root or a folder of sources. */
function addressesOf({ path, text }: Loader, paths: readonly string[]): (string | null)[] {
  if (!path.endsWith('.py'))
    return [...text.matchAll(LOADS)].map(([, address = '']) => resolveAddress({ from: path, address, paths }))
  const beside = path.slice(0, path.lastIndexOf('/') + 1)
  return [...text.matchAll(PYTHON_LOADS)].flatMap(({ groups = {} }) => {
    const module = (groups['from'] ?? groups['module'] ?? '').replace(/^\.+/, '').replaceAll('.', '/')
    const names = [module, ...(groups['names'] ?? '').split(/[\s,()]+/).map((name) => `${module}/${name}`)]
    return names
      .flatMap((name) => [`${name}.py`, `${name}/__init__.py`].map((file) => file.replace(/^\/+/, '')))
      .flatMap((file) => [`${beside}${file}`, file, `src/${file}`].filter((one) => paths.includes(one)))
  })
}

const LOADS = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"`](\.[^'"`\n]*)['"`]/g
const PYTHON_LOADS =
  /^[ \t]*(?:from[ \t]+(?<from>[\w.]+)[ \t]+import[ \t]+(?<names>\([^)]*\)|[^\n]*)|import[ \t]+(?<module>[\w.]+))/gm

export function disarmedIn({ path, before, after }: ChangedText, checks: string): Tampering[] {
  const [was, is] = [before, after].map((text) => readEntry({ path, text: text ?? '' }))
  if (was === undefined || is === undefined || was === null || is === null) return []
  const pair = { before: proofOf(was.own.tests), after: proofOf(is.own.tests) }
  const found = pair.before.assertions.length === 0 ? [] : lossOf({ was, is, pair })
  const isProof = pair.before.assertions.length > 0 || was.failures.length > 0
  const muted = (isProof ? findMuted(was, is) : []).map(({ line, text }) => mutedBy({ path, line, text }))
  return [...found, ...muted, ...waysAround({ was, is, pair, checks })].map((one) => ({
    ...one,
    text: `${one.text} ${WHY}`,
  }))
}

const WHY = 'The task’s check runs this file.'

/** Products say `ensureFolder(path)`, and what they have to be given: `assert(args.length === 1)`, `assert(Array.isArray(items))`. */
function proofOf([test]: readonly TestCase[]): TestCase {
  if (test === undefined) throw new Error('an entry is one test')
  const { assertions, own, idle } = test
  return {
    ...test,
    assertions: assertions.filter(isOfProof),
    own: own.filter(isOfProof),
    idle: idle.filter(isOfProof),
  }
}

function isOfProof({ core }: Assertion): boolean {
  if (!PROOF.test(core)) return false
  const asked = PLAIN.exec(core)?.groups?.['what']
  return asked === undefined || /\w\s*\(/.test(asked.replaceAll(/\b(?:typeof|isArray)\s*\(/g, ''))
}

const PROOF =
  /^(?:assert\b|(?:\w+\.)*assert\w*\s*\(|expect\s*\(|(?:strict|deep|deepStrict|not)?[eE]qual\s*\()/
const PLAIN = /^assert(?:\.ok)?\s*\((?<what>[\s\S]*)$/

type Both = {
  readonly was: Entry
  readonly is: Entry
  readonly pair: { readonly before: TestCase; readonly after: TestCase }
}

function lossOf({ was, is, pair }: Both): Tampering[] {
  const none = new Set<string>()
  return [
    ...findSkipped([pair], [is.own]),
    ...compareAssertions({ pair, file: is.own, asserting: { before: none, after: none, known: none } }),
    ...findTautologies({ before: [was.own], after: [is.own], matched: { pairs: [pair], lost: [] } }),
  ]
}

/** New ways out before something that can still fail. What only ends with this code or that may do so under a condition. */
function waysAround({ was, is, pair, checks }: Both & Pick<Started, 'checks'>): Tampering[] {
  const isProof = pair.before.assertions.length > 0
  const ends = pair.after.assertions.map(({ at, core }) => at + core.length)
  return newExits({ before: [was.whole], after: [is.whole] }).flatMap(({ path, at, line, text }) => {
    const heads = is.headsAt(at)
    const isAllowed = isProof ? heads.some((head) => isAskedFor(head, checks)) : heads.length > 0
    const isPassed = (isProof ? ends : is.failures).some((end) => is.isBefore(at, end))
    if (isAllowed || !isPassed) return []
    const told = `This ends the program before it has said all: \`${text}\`.`
    return [{ kind: 'early-exit', path, line, text: told }]
  })
}
