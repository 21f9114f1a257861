import type { Tampering } from '#words/evidence.ts'
import { isTestFile } from '../../is-test-file.ts'
import { SET_UP } from '../comparing/new-phrases.ts'
import { javascript } from '../languages/javascript.ts'
import { holdsTests } from '../reading/holds-tests.ts'
import { readTests } from '../reading/read-tests.ts'
import type { TestFile } from '../reading/test-file.ts'
import type { ChangedText } from '../text/changed-text.ts'
import { isAsserted } from './doubles/is-asserted.ts'
import { moduleOf, originsIn } from './doubles/origins-in.ts'
import { scriptDoubles } from './doubles/script-doubles.ts'
import { resolveAddress } from './loaded-files.ts'
import type { ownModules } from './own-modules.ts'
import { testsSaying } from './tests-saying.ts'

type Looking = {
  readonly root: string
  readonly from: string
  readonly changes: readonly ChangedText[]
  readonly loaded: ReadonlySet<string>
  readonly isOwn: ReturnType<typeof ownModules>
}

/** What is loaded before JavaScript's tests, and puts something in the place of what tests of the earlier tree assert on. */
export async function findDoubledFirst({
  root,
  from,
  changes,
  loaded,
  isOwn,
}: Looking): Promise<Tampering[]> {
  const found: Tampering[] = []
  for (const { file, former } of firstIn(changes, loaded)) {
    const { path, source, lineOf } = file
    const origins = originsIn({ path, bare: source.bare })
    const known = new Set((former === null ? [] : scriptDoubles(former.source)).map(({ member }) => member))
    for (const double of scriptDoubles(source).filter(
      ({ member, at }) => !known.has(member) && (loaded.has(path) || !isCalled(file, at)),
    )) {
      const module = moduleOf(double, origins)
      if (!(await isOwn({ path, module }))) continue
      const files = await testsSaying({ root, tree: from, word: double.member, where: SCRIPTS })
      const test = files.flatMap((one) => assertingIn(one, { double, module }))[0]
      if (test === undefined) continue
      const text = `What “${test.leaf}” asserts on is replaced by something else: \`${double.text}\`.`
      found.push({ kind: 'tautology', path, line: lineOf(double.at), text })
    }
  }
  return found
}

const SCRIPTS = ['js', 'jsx', 'ts', 'tsx', 'mjs', 'cjs', 'mts', 'cts'].map((ending) => `*.${ending}`)

type Replacing = Pick<Parameters<typeof isAsserted>[0], 'double' | 'module'>

function assertingIn({ path, source, tests }: TestFile, replacing: Replacing): TestFile['tests'] {
  const origins = originsIn({ path, bare: source.bare })
  return tests.filter((test) => isAsserted({ test, ...replacing, origins }))
}

type First = { readonly file: TestFile; readonly former: TestFile | null }

/** A function that lies among tests is for those that call it. */
function isCalled({ path, functions }: TestFile, at: number): boolean {
  return !SET_UP.test(path) && functions.some(({ from, to }) => from <= at && at < to)
}

/** What settings or tests load for what it does, and what lies among tests and has none. */
function firstIn(changes: readonly ChangedText[], loaded: ReadonlySet<string>): First[] {
  const scripts = changes.filter(({ path, after }) => after !== null && javascript.paths.test(path))
  const paths = scripts.map(({ path }) => path)
  const called = new Set(
    scripts.flatMap(({ path, after }) =>
      [...(after ?? '').matchAll(/^[ \t]*(?:import\s*|require\(\s*)['"](\.[^'"\n]+)['"]/gm)].map(
        ([, address = '']) => (isTestFile(path) ? resolveAddress({ from: path, address, paths }) : null),
      ),
    ),
  )
  return scripts.flatMap(({ path, before, after }): First[] => {
    if (!(SET_UP.test(path) || loaded.has(path) || called.has(path) || isTestFile(path))) return []
    if (after === null || holdsTests({ path, text: after })) return []
    const [file = null, former = null] = [after, before].map((text) =>
      text === null ? null : readTests({ path, text, isSetUp: true }),
    )
    return file === null ? [] : [{ file, former }]
  })
}
