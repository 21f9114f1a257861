import { git } from '#kit/git.ts'
import { groupBy } from '#kit/group-by.ts'
import { committable } from '#kit/tree-hash.ts'
import { isTestFile } from '../../is-test-file.ts'
import { readTests } from '../reading/read-tests.ts'
import type { TestCase } from '../reading/test-file.ts'
import { squeezed } from '../text/squeezed.ts'
import { canFollow } from './match-tests.ts'

type Looking = {
  readonly root: string
  readonly tree: string
  readonly lost: readonly TestCase[]
  /** What is no longer as it was: a copy has to have been there before. */
  readonly changed: ReadonlySet<string>
}

/** Of tests that went those that are not, word for word, in another file of the tree: one of two that are the same is no loss. */
export async function withoutCopies({ root, tree, lost, changed }: Looking): Promise<TestCase[]> {
  const names = [...new Set(lost.map(({ leaf }) => leaf))].filter(
    (name) => name.length > 3 && !name.includes('\n'),
  )
  if (names.length === 0 || names.length > NAMES_MAX) return [...lost]
  const paths = (await filesWith({ root, tree, names }))
    .filter((path) => isTestFile(path) && !changed.has(path))
    .slice(0, FILES_MAX)
  const copies: TestCase[] = []
  for (const path of paths) {
    const answer = await git(root, ['cat-file', 'blob', `${committable(tree)}:${path}`])
    const text = answer.kind === 'failed' ? '' : answer.output.replaceAll('\r\n', '\n')
    for (const test of readTests({ path, text, isSetUp: false })?.tests ?? [])
      if (test.skip === null && test.passedBy === null && test.earlyReturn === null) copies.push(test)
  }
  const byText = groupBy(copies, keyOf)
  return lost.filter((test) => !byText.get(keyOf(test))?.some((copy) => canFollow(test, copy)))
}

const NAMES_MAX = 100
const FILES_MAX = 50

function keyOf({ leaf, text }: TestCase): string {
  return `${leaf}\0${squeezed(text)}`
}

async function filesWith({
  root,
  tree,
  names,
}: Pick<Looking, 'root' | 'tree'> & { readonly names: readonly string[] }): Promise<string[]> {
  const words = names.flatMap((name) => ['-e', name])
  const answer = await git(root, ['grep', '-l', '-z', '-F', ...words, committable(tree), '--'])
  if (answer.kind === 'failed') return []
  return answer.output
    .split('\0')
    .map((line) => line.slice(line.indexOf(':') + 1))
    .filter((path) => path !== '')
}
