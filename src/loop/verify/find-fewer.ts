import { treeChanges } from '#kit/tree-changes.ts'
import type { Evidence, Tampering, TestCounts } from '#words/evidence.ts'
import { findMissing, missingIn } from './find-missing.ts'
import type { TestResult } from './frameworks/contract.ts'
import { isTestFile } from './is-test-file.ts'
import { namesThatRan } from './names-that-ran.ts'

type Comparing = {
  readonly root: string
  /** The tree that the work started from, and the one that was tested. */
  readonly from: string
  readonly to: string
  readonly command: string
  readonly folder: string
  readonly framework: string | null
  readonly result: TestResult | null
  /** The verification of the tree that the work started from. */
  readonly before: Evidence | null
}

/**
 * Tests that ran before and do not now, although no text shows it: a program that passes them by, a condition that came to be false,
 * rows taken out of a table. They are known by their names, and where a framework does not name those that pass, by their number. Right
 * it can be where files are gone that had a test each, or where the text tells what became of each.
 */
export async function findFewer(comparing: Comparing): Promise<Tampering[]> {
  const { root, from, to, command, result, before } = comparing
  if (before === null || before.counts === null || before.command !== command) return []
  const other = findOtherVoice(comparing)
  if (other !== null || result === null) return other === null ? [] : [other]
  const { had, has } = namesOnBothSides(comparing)
  const lost = ranIn(before.counts) - ranIn(result.counts)
  if (lost <= 0 && missingIn(had, has).length === 0) return []
  const skipped = result.counts.skipped - before.counts.skipped
  const changes = (await treeChanges({ root, from, to })) ?? []
  const touched = changes.find(({ path }) => isTestFile(path))?.path
  const isGone = changes.some(({ kind, path }) => kind === 'deleted' && !isTestFile(path))
  const isHalf = ranIn(result.counts) >= ranIn(before.counts) / 2
  if (touched === undefined && lost > 0 && skipped <= 0 && isGone && isHalf) return []
  const missing = await findMissing({ ...comparing, had, has })
  if (lost <= 0 || (missing.length === 0 && isNamedInFull({ comparing, had, has }))) return missing
  return [tellNumbers({ comparing, touched, missing: missingIn(had, has) })]
}

type Named = {
  readonly comparing: Comparing
  readonly had: readonly string[]
  readonly has: readonly string[]
}

/** Whether every test that was counted has a name, so that each that went is known, and what became of it: a part of another, say. */
function isNamedInFull({ comparing: { before, result }, had, has }: Named): boolean {
  const isFull = (counts: TestCounts | null | undefined, names: readonly string[]) =>
    counts != null && names.length >= ranIn(counts)
  return isFull(before?.counts, had) && isFull(result?.counts, has)
}

/** Whatever speaks now knows none of the tests that the other knew. */
function findOtherVoice({ before, framework, result, folder }: Comparing): Tampering | null {
  const former = before?.framework?.split(', ') ?? []
  const now = new Set(framework?.split(', ') ?? [])
  const silent = former.filter((name) => !now.has(name))
  if (silent.length === 0 || before?.counts == null || ranIn(before.counts) === 0) return null
  // What did not come to its end, or was not started because another failed, fails anyway.
  if (result !== null && result.counts.failed > 0) return null
  const place = folder === '' ? '.' : folder
  const text =
    now.size === 0
      ? `${ranIn(before.counts)} tests ran before the work, and nothing names one now.`
      : `${ranIn(before.counts)} tests ran before the work, by ${silent.join(' and ')}, which does not speak now: what is told by ${[...now].join(' and ')} is none of them.`
  return { kind: 'fewer-tests', path: place, line: null, text }
}

/** None where not both are known. */
function namesOnBothSides({ before, framework, result }: Comparing): { had: string[]; has: string[] } {
  const had = before === null ? null : namesThatRan(before)
  if (had === null || result?.ran === undefined) return { had: [], has: [] }
  const has = [...result.ran, ...result.failing.map(({ id }) => id)]
  // Where others speak as well, names begin with who it was, and where.
  const bare = before?.framework === framework ? [] : has.map((id) => id.replace(/^(?:[^\s:]+: )+/, ''))
  return { had: [...had], has: [...new Set([...has, ...bare])] }
}

type Counted = {
  readonly comparing: Comparing
  readonly touched: string | undefined
  readonly missing: readonly string[]
}

function tellNumbers({ comparing: { before, result, folder }, touched, missing }: Counted): Tampering {
  const skipped = (result?.counts.skipped ?? 0) - (before?.counts?.skipped ?? 0)
  const more = skipped > 0 ? `, and ${skipped} more ${skipped === 1 ? 'is' : 'are'} skipped` : ''
  const names = missing.slice(0, 3).map((id) => `“${id}”`)
  const which = names.length === 0 ? '' : ` Not among them: ${names.join(', ')}.`
  const [had, has] = [before?.counts, result?.counts].map((counts) => (counts == null ? 0 : ranIn(counts)))
  return {
    kind: 'fewer-tests',
    path: touched ?? (folder === '' ? '.' : folder),
    line: null,
    text: `${had} tests ran before, ${has} now${more}.${which}`,
  }
}

function ranIn({ passed, failed }: TestCounts): number {
  return passed + failed
}
