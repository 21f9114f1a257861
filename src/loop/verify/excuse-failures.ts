import type { FailingTest } from '#words/evidence.ts'
import type { Before } from './before.ts'
import { changedTests } from './changed-tests.ts'
import { namesThatRan } from './names-that-ran.ts'
import { ACCEPTANCE, type CheckOrder } from './run-checks.ts'
import type { TestRun } from './run-tests.ts'
import { testsNamed } from './tests-named.ts'

type Excusing = {
  readonly root: string
  readonly run: TestRun
  readonly before: Before | null
  /** The tests that failed before the work began; null where nobody knows. */
  readonly known: readonly string[] | null
  readonly checks: readonly CheckOrder[]
  /** The tree that was tested. */
  readonly tree: string
}

export type Excuse = {
  readonly excused: readonly string[]
  /** Why what was red before is held against the work, and what to do; null where it is not, or where that is not the question. */
  readonly held: string | null
}

/**
 * Tests that may go on failing because they did before the work began. A check of the task's own says what the work had to bring
 * about. Without one, something has to have turned green, and what is red must not be what the task was about: else nobody could tell
 * a suite that has nothing to do with it from work that is not done.
 */
export async function excuseFailures(excusing: Excusing): Promise<Excuse> {
  const { run, known, checks, before } = excusing
  const { result } = run
  const failing = result?.failing.map(({ id }) => id) ?? []
  const old = new Set(known)
  const isOld = failing.length > 0 && failing.every((id) => old.has(id))
  if (result === null || !isOld || result.counts.failed > failing.length) return NOTHING
  if (checks.some(({ name }) => name === ACCEPTANCE)) return { excused: failing, held: null }
  const mended = mendedIn(excusing)
  if (mended.length === 0 && !(await hasNewGreen(excusing)))
    return held(
      `nothing turned green by this work: no test that failed, and no new one that asserts something. Add a test of what was done; or ${CHECK}`,
    )
  const named = failing.find((id) => isAskedFor(id, before?.asked ?? ''))
  if (named !== undefined)
    return held(`the task speaks of “${named}”, or of the tests as a whole. ${MEND_IT}`)
  const places = new Set(mended.flatMap(placesOf))
  const beside = result.failing.find((test) => placesOf(test).some((place) => places.has(place)))
  return beside === undefined
    ? { excused: failing, held: null }
    : held(`“${beside.id}” stands beside what turned green: that looks like work half done. ${MEND_IT}`)
}

const NOTHING = { excused: [], held: null }
const CHECK =
  'a person gives the task a check of its own that says what proves it: keel task edit ID --check "…"'
const MEND_IT = `Mend it; or, if it has nothing to do with the work, ${CHECK}`

function held(why: string): Excuse {
  return {
    excused: [],
    held: `All of these failed before the work began, and are held against it, for ${why}`,
  }
}

/** The tests that failed before and pass now. Where those that pass have no names, they are no longer among those that fail. */
function mendedIn({ run: { result }, before, known }: Excusing): FailingTest[] {
  const red = new Set(result?.failing.map(({ id }) => id))
  const ran = result?.ran === undefined ? null : new Set(result.ran)
  const mended = new Set(known?.filter((id) => !red.has(id) && ran?.has(id) !== false))
  return (before?.evidence?.failing ?? []).filter(({ id }) => mended.has(id))
}

/** The file that a test is in, or else the package or class. */
function placesOf({ id, location }: FailingTest): string[] {
  const [first = ''] = id.split(/ [>›] |::|#/)
  const around = first === id ? id.slice(0, Math.max(0, id.lastIndexOf('.'))) : first
  return [around, location?.replace(/:\d+$/, '') ?? ''].filter((place) => place !== '')
}

/** A test that was not there and asserts something passes now. */
async function hasNewGreen({ root, run: { result }, before, tree }: Excusing): Promise<boolean> {
  const evidence = before?.evidence ?? null
  if (result === null || before === null || evidence === null) return false
  const { after, pairs } = await changedTests({ root, from: before.tree, to: tree })
  const older = new Set(pairs.map((pair) => pair.after))
  const added = after
    .flatMap(({ tests }) => tests)
    .filter((test) => !older.has(test) && test.skip === null && test.passedBy === null && test.own.length > 0)
  const had = namesThatRan(evidence)
  if (result.ran === undefined || had === null)
    return added.length > 0 && result.counts.passed > (evidence.counts?.passed ?? 0)
  const red = new Set(result.failing.map(({ id }) => id))
  return result.ran.some((id) => !red.has(id) && !had.has(id) && testsNamed(id, added).length > 0)
}

/** Whether the words of a task name a test: by its file, its title or what it is part of; or all tests there are. */
function isAskedFor(id: string, asked: string): boolean {
  const words = plain(asked)
  if (ALL_TESTS.test(asked)) return true
  return partsOf(id).some((part) => part.length >= 3 && words.includes(` ${part} `))
}

const ALL_TESTS =
  /\b(?:fix|mend|repair|failing|failed|broken|red)\b[^.\n]{0,40}\b(?:tests?|suite|specs?)\b|\b(?:all|every|the|whole)\b[^.\n]{0,20}\b(?:tests?|suite|specs?)\b[^.\n]{0,20}\b(?:pass(?:es)?|green|succeeds?)\b|\btest suite\b/i

/** The file with and without its folder and its endings, and each name in it. */
function partsOf(id: string): string[] {
  const [first = '', ...names] = id.split(/ [>›] |::|#/)
  const file = first.split('/').at(-1) ?? ''
  const stem = file.replace(/(?:[._-](?:test|tests|spec|e2e|cy))?\.\w+$/i, '').replace(/^test_|_test$/, '')
  const isFile = /\.\w+$/.test(first)
  return [first, ...(isFile ? [file, stem] : first.split(/[./]/)), ...names].map((part) => plain(part).trim())
}

/** Letters and digits alone, so that `cart.test.js` and “cart.test.js,” are the same words. */
function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
