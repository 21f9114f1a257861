import { dirname } from 'node:path'
import type { Tampering } from '#words/evidence.ts'
import type { Matched, Sides } from '../comparing/match-tests.ts'
import type { TestCase, TestFile } from '../reading/test-file.ts'
import type { Double } from './doubles/contract.ts'
import { goDoubles } from './doubles/go-doubles.ts'
import { testsSaying } from './tests-saying.ts'

type Looking = Sides & { readonly matched: Matched; readonly root: string; readonly from: string }

/**
 * Functions of Go that a package keeps in a variable, and that a test file exchanges: tests that call such a one themselves test what
 * was put there. A clock that nobody asks in a test is another matter.
 */
export async function findExchangedFunctions({
  before,
  after,
  matched,
  root,
  from,
}: Looking): Promise<Tampering[]> {
  const found: Tampering[] = []
  for (const file of after.filter(({ path }) => path.endsWith('_test.go'))) {
    const former = before.find(({ path }) => path === file.path)
    const known = new Set((former === undefined ? [] : goDoubles(former.source)).map(placeIn(former)))
    for (const double of goDoubles(file.source)) {
      if (known.has(placeIn(file)(double))) continue
      const tests = await concernedBy({ file, double, matched, root, from })
      const test = tests.find(({ text }) => calls(text, double))
      if (test === undefined) continue
      const text = `What “${test.leaf}” calls is replaced by something else: \`${double.text}\`.`
      found.push({ kind: 'tautology', path: file.path, line: file.lineOf(double.at), text })
    }
  }
  return found
}

/** Where a double stands, by names: in which test, and of what. */
function placeIn(file: TestFile | undefined): (double: Double) => string {
  return ({ at, member }) => `${file?.testAt(at)?.name ?? ''}\0${member}`
}

type Concerning = Pick<Looking, 'matched' | 'root' | 'from'> & {
  readonly file: TestFile
  readonly double: Double
}

/** As they were: the test that it stands in, those that call what exchanges it, or where that is done first, all of the package. */
async function concernedBy({ file, double, matched, root, from }: Concerning): Promise<TestCase[]> {
  const { at, member } = double
  const pairs = matched.pairs.filter(({ after }) => after.path === file.path)
  const test = file.testAt(at)
  if (test !== null) return pairs.filter(({ after }) => after === test).map(({ before }) => before)
  const maker = file.functions.findLast((one) => one.from <= at && at < one.to)
  if (maker !== undefined && !/^(?:init|TestMain)$/.test(maker.name))
    return pairs.filter(({ after }) => after.words.has(maker.name)).map(({ before }) => before)
  const folder = dirname(file.path)
  const files = await testsSaying({ root, tree: from, word: member, where: [`${folder}/*_test.go`] })
  return files.filter(({ path }) => dirname(path) === folder).flatMap(({ tests }) => tests)
}

function calls(text: string, { owner, member }: Double): boolean {
  return new RegExp(owner === '' ? `(?<![\\w.])${member}\\(` : `(?<![\\w.])${owner}\\.${member}\\(`).test(
    text,
  )
}
