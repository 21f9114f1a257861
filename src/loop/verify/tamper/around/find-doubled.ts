import { groupBy } from '#kit/group-by.ts'
import { remember } from '#kit/remember.ts'
import type { Tampering } from '#words/evidence.ts'
import type { Matched, Sides, TestPair } from '../comparing/match-tests.ts'
import { reachIn } from '../reading/reach-in.ts'
import type { TestFile } from '../reading/test-file.ts'
import type { Double, DoublesReader } from './doubles/contract.ts'
import { isAsserted } from './doubles/is-asserted.ts'
import { moduleOf, originsIn } from './doubles/origins-in.ts'
import { readDoubles } from './doubles/read-doubles.ts'
import type { ownModules } from './own-modules.ts'

type Looking = Sides & { readonly matched: Matched; readonly isOwn: ReturnType<typeof ownModules> }

/**
 * What is put in the place of what a test asserts on, in the test's own file: such a test asserts what it made itself. Who stands
 * beside it may be replaced, and new tests may do as they like.
 */
export async function findDoubled({ before, after, matched, isOwn }: Looking): Promise<Tampering[]> {
  const found: Tampering[] = []
  const formerAt = new Map(before.map((file) => [file.path, file]))
  for (const [path, pairs] of groupBy(matched.pairs, (pair) => pair.after.path)) {
    const file = after.find((one) => one.path === path)
    const doublesIn = readDoubles(path)
    if (file === undefined || doublesIn === null) continue
    const origins = originsIn({ path, bare: file.source.bare })
    const isKnown = knownIn(doublesIn, formerAt)
    for (const double of doublesIn(file.source)) {
      const module = moduleOf(double, origins)
      const concerned = concernedBy({ file, pairs, double }).filter((pair) => !isKnown(pair, double))
      const pair = concerned.find((one) =>
        [one.before, one.after].every((test) => isAsserted({ test, double, module, origins })),
      )
      if (pair === undefined || !(await isOwn({ path, module }))) continue
      const text = `What “${pair.after.leaf}” asserts on is replaced by something else: \`${double.text}\`.`
      found.push({ kind: 'tautology', path, line: file.lineOf(double.at), text })
    }
  }
  return found
}

type Concerning = {
  readonly file: TestFile
  readonly pairs: readonly TestPair[]
  readonly double: Double
}

/** The tests that go on from before and meet a double: the one that it stands in, those behind a hook, those that call what makes it. */
function concernedBy({ file, pairs, double: { at } }: Concerning): readonly TestPair[] {
  const test = file.testAt(at)
  if (test !== null) return pairs.filter(({ after }) => after === test)
  const hook = file.hooks.find(({ from, to }) => from <= at && at < to)
  const maker = file.functions.findLast(({ from, to }) => from <= at && at < to)
  if (hook === undefined && maker !== undefined)
    return pairs.filter(({ after }) => after.words.has(maker.name))
  const { from, to } = reachIn(file)(hook?.from ?? at)
  return pairs.filter(({ after }) => from <= after.from && after.to <= to)
}

/** Says of a test whether the same part was replaced for it before: in it, beside all of its file, or as the whole module. */
function knownIn(
  doublesIn: DoublesReader,
  formerAt: ReadonlyMap<string, TestFile>,
): (pair: TestPair, double: Double) => boolean {
  const beside = remember((path: string) => {
    const file = formerAt.get(path)
    const some = file === undefined ? [] : doublesIn(file.source)
    return new Set(some.filter(({ at }) => file?.testAt(at) === null).map(({ member }) => member))
  })
  return ({ before: { path, text } }, { member, owner }) =>
    beside(path).has(member) ||
    doublesIn({ bare: text, code: text }).some((double) => double.member === member) ||
    isMocked(formerAt.get(path)?.source.bare ?? '', owner)
}

/** Whether a file puts something in the place of the whole module that a name comes from. */
function isMocked(bare: string, owner: string): boolean {
  const module = moduleOf({ owner, text: '' }, originsIn({ path: '', bare }))
  return [...bare.matchAll(MOCKED)].some(([, address]) => address === module)
}

const MOCKED = /\b(?:mock|doMock|unstable_mockModule|module)\s*\(\s*(?:import\s*\(\s*)?['"]([^'"\n]+)['"]/g
