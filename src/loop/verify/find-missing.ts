import { basename } from 'node:path'
import { type TreeChange, type TreePair, treeChanges } from '#kit/tree-changes.ts'
import type { Tampering } from '#words/evidence.ts'
import { type ChangedTests, changedTests } from './changed-tests.ts'
import { isTestFile } from './is-test-file.ts'
import { holdsPath, testsNamed } from './tests-named.ts'

type Comparing = TreePair & {
  readonly folder: string
  /** The names of the tests that ran before the work, and of those that run now. */
  readonly had: readonly string[]
  readonly has: readonly string[]
}

/**
 * Tests that ran before and do not now, by name: that others came in their place is no comfort. A test may have another name by now, or
 * another file, or be run with other values: then one that did not run before is what became of it, and its text says so.
 */
export async function findMissing({ folder, had, has, ...trees }: Comparing): Promise<Tampering[]> {
  const gone = missingIn(had, has)
  if (gone.length === 0) return []
  const known = new Set(had)
  const fresh = has.filter((id) => !known.has(id))
  const changes = (await treeChanges(trees)) ?? []
  if (isRenamedAsWhole({ gone, fresh, changes })) return []
  const left = unexplained({ gone, fresh, changes, changed: await changedTests(trees) })
  return tell(left, folder)
}

/** What a file proved as a whole may now be proven by tests in it. */
export function missingIn(had: readonly string[], has: readonly string[]): string[] {
  const running = new Set(has)
  const wholes = new Set(has.map((id) => id.split(' > ', 1)[0] ?? ''))
  return had.filter((id) => !running.has(id) && !wholes.has(id))
}

function tell(missing: readonly string[], folder: string): Tampering[] {
  const shown = missing.slice(0, missing.length > SHOWN_MAX ? SHOWN_MAX - 1 : SHOWN_MAX)
  const rest = missing.length - shown.length
  const finding = { kind: 'fewer-tests', line: null } as const
  const elsewhere = folder === '' ? '.' : folder
  return [
    ...shown.map((id) => ({
      ...finding,
      path: /^[^\s:]+\.\w+(?=$|::| [>›] )/.exec(id)?.[0] ?? elsewhere,
      text: `“${id}” ran before the work and does not run now.`,
    })),
    ...(rest > 0
      ? [{ ...finding, path: elsewhere, text: `${rest} more tests ran before the work and do not run now.` }]
      : []),
  ]
}

const SHOWN_MAX = 6

type Renaming = {
  readonly gone: readonly string[]
  /** What did not run before. */
  readonly fresh: readonly string[]
  readonly changes: readonly TreeChange[]
}

/** A package was given another name, and all its tests with it: nobody touched a file with tests, and each is there again. */
function isRenamedAsWhole({ gone, fresh, changes }: Renaming): boolean {
  if (changes.some(({ path }) => isTestFile(path))) return false
  const ends = (ids: readonly string[]) => ids.map((id) => id.split(/ [>›] |::|[/#.]/).at(-1)).toSorted()
  const [were, are] = [ends(gone), ends(fresh)]
  return were.length === are.length && were.every((end, at) => end === are[at])
}

/** What a test is part of, and its own name. */
function splitName(id: string): readonly [string, string] {
  for (const joint of [' > ', ' › ', '::', '#', '/', '.']) {
    const at = id.lastIndexOf(joint)
    if (at > 0) return [id.slice(0, at), id.slice(at + joint.length)]
  }
  return ['', id]
}

/** Each that runs now for the first time is what became of one at most. */
function unexplained({
  gone,
  fresh,
  changes,
  changed,
}: Renaming & { readonly changed: ChangedTests }): string[] {
  const free = new Set(fresh)
  const take = (isIt: (id: string) => boolean): boolean => {
    const found = [...free].find(isIt)
    if (found !== undefined) free.delete(found)
    return found !== undefined
  }
  const stems = new Map(fresh.map((id) => [id, stemOf(id)]))
  // Those that only have other values come first, so that none of them is taken for another.
  const others = gone.filter((id) => !take((one) => stems.get(one) === stemOf(id)))
  const written = changed.after.flatMap(({ tests }) => tests)
  const isWritten = new Map(fresh.map((id) => [id, testsNamed(id, written).length > 0]))
  const deleted = changes.filter(({ kind, path }) => kind === 'deleted' && !isTestFile(path))
  return others.filter(
    (id) =>
      !(
        isFollowed(id, { changed, take }) ||
        isOfFile(id, deleted) ||
        take((one) => isWritten.get(one) === false && isBeside(one, id))
      ),
  )
}

/** Without the values that a test is run with, and without numbers: of a row, of a line, of a place in memory. */
function stemOf(id: string): string {
  return id
    .replaceAll(/ with data set .*$/g, '')
    .replaceAll(/\[.*\]|\([^()]*\)|\{[^{}]*\}/g, '')
    .replaceAll(/0x[0-9a-f]+|\d+(?:\.\d+)?/gi, '0')
    .trim()
}

type Following = { readonly changed: ChangedTests; readonly take: (isIt: (id: string) => boolean) => boolean }

/** Whether its text tells what became of it: a test that runs now under the name that it has there, or a part of another. */
function isFollowed(id: string, { changed: { before, pairs, lost }, take }: Following): boolean {
  const tests = testsNamed(
    id,
    before.flatMap((file) => file.tests),
  )
  return tests.some((test) => {
    const after = pairs.find((pair) => pair.before === test)?.after
    if (after === undefined) return !lost.includes(test)
    const isInFile = holdsPath(id, test.path)
    return take((one) => testsNamed(one, [after]).length > 0 && (!isInFile || isAt(one, { id, test, after })))
  })
}

type Moved = { readonly id: string; readonly test: Placed; readonly after: Placed }
type Placed = { readonly path: string }

/** In the file where its text is now, as exactly as its former name told where that was. */
function isAt(one: string, { id, test, after }: Moved): boolean {
  return id.includes(test.path) ? one.includes(after.path) : holdsPath(one, after.path)
}

/** Whether it was the test of a file that is gone. */
function isOfFile(id: string, deleted: readonly Placed[]): boolean {
  return deleted.some(({ path }) => id.includes(path) || splitName(id).includes(basename(path)))
}

/** A value that no text shows: a test for each file of a folder, say. */
function isBeside(one: string, id: string): boolean {
  const [around] = splitName(id)
  return around !== '' && splitName(one)[0] === around
}
