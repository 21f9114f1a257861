import type { Evidence, Tampering } from '#words/evidence.ts'
import type { Before } from './before.ts'
import { findChangedChecks } from './checks/find-changed-checks.ts'
import { findDoubtful } from './find-doubtful.ts'
import { findExchanged } from './find-exchanged.ts'
import { findFalsePrograms } from './find-false-programs.ts'
import { findFewer } from './find-fewer.ts'
import { findFiltered } from './find-filtered.ts'
import { findResnapped } from './find-resnapped.ts'
import { findRetried } from './find-retried.ts'
import { findRewritten } from './find-rewritten.ts'
import { lookInside } from './look-inside.ts'
import { namesThatRan } from './names-that-ran.ts'
import { passOver, type Way } from './pass-over.ts'
import { ACCEPTANCE, type CheckOrder } from './run-checks.ts'
import type { TestRun } from './run-tests.ts'
import { sayOrigin } from './say-origin.ts'
import { findIgnored } from './tamper/around/find-ignored.ts'
import { findTampering, treesToCompare } from './tamper/find-tampering.ts'

type Screening = {
  readonly root: string
  readonly command: string
  readonly before: Before | null
  readonly run: TestRun
  /** The tree that the work started from, and the one that was tested. */
  readonly since: string
  readonly tree: string
  /** What is installed to run the tests, as `hashPrograms` tells it. */
  readonly programs: string
  readonly isGreen: boolean
  readonly checks: readonly CheckOrder[]
}

/**
 * What was done to the tests: as their text shows it, or else as their names and their number do. Where something was, what lies
 * between is passed over as far as it was proven with other tasks, or is the work of others.
 */
export async function screenTests(screening: Screening): Promise<Tampering[]> {
  const { root, command, before, since, tree } = screening
  const checks = screening.checks.flatMap((one) => (one.name === ACCEPTANCE ? [one.command] : []))
  const { to } = treesToCompare({ root, from: since, to: tree })
  // What proves a task is its own: that something else was proven meanwhile excuses nothing.
  const { found: ofChecks, tests } = await findChangedChecks({ root, from: since, to, checks, command })
  const plain = [...(await findFiltered(root)), ...findFalsePrograms({ root, command }), ...ofChecks]
  if (plain.length > 0) return plain
  const known = before?.evidence?.ignored ?? []
  const ignored = await findIgnored({ root, tree: screening.tree, known })
  if (ignored.length > 0) return ignored
  const began = { from: since, evidence: before?.evidence ?? null }
  const found = await compare({ ...screening, tests }, began)
  const { proven = [], others = null } = before ?? {}
  if (found.length === 0 || (proven.length === 0 && others === null)) return found
  const left = await compare({ ...screening, tests }, await passOver({ root, ...began, proven, others }))
  return others === null ? left : sayOrigin({ root, others, found: left })
}

/** The first that finds something is enough: the text tells most. Of what failed, tests may be missing that could not be run. */
async function compare(
  { root, command, run, tree, programs, isGreen, tests }: Screening & { readonly tests: readonly string[] },
  { from, evidence: before }: Pick<Way, 'from' | 'evidence'>,
): Promise<Tampering[]> {
  const trees = { root, from, to: tree }
  // What was tested are files, also such as git was told not to look at.
  const whole = { ...trees, to: treesToCompare(trees).to }
  const { folder, framework, result } = run
  const turned = turnedBy(run, before)
  const looks = [
    () => findTampering({ ...trees, tests, framework }),
    () => (turned.length === 0 ? [] : lookInside(trees, (some) => findRewritten({ ...some, turned }))),
    () => (turned.length === 0 ? [] : lookInside(trees, (some) => findRetried({ ...some, turned }))),
    () => (turned.length === 0 ? [] : lookInside(trees, (some) => findResnapped({ ...some, turned }))),
    () => lookInside(trees, (some) => findDoubtful({ ...some, before })),
    // A manifest that nobody gets to see is no reason.
    () => findExchanged({ ...trees, before, command, programs }),
    () => (isGreen ? findFewer({ ...whole, command, folder, framework, result, before }) : []),
  ]
  for (const look of looks) {
    const found = await look()
    if (found.length > 0) return found
  }
  return []
}

/** The tests that failed before and do not now. What only stands for tests, such as a file that could not be loaded, is none. */
function turnedBy({ result }: TestRun, before: Evidence | null): string[] {
  if (result === null || before === null) return []
  const red = new Set(result.failing.map(({ id }) => id))
  const ran = namesThatRan(before)
  return before.failing.map(({ id }) => id).filter((id) => !red.has(id) && (ran === null || ran.has(id)))
}
