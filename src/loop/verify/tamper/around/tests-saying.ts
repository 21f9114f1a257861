import { git } from '#kit/git.ts'
import { committable } from '#kit/tree-hash.ts'
import { isTestFile } from '../../is-test-file.ts'
import { readTests } from '../reading/read-tests.ts'
import type { TestFile } from '../reading/test-file.ts'

type Looking = {
  readonly root: string
  readonly tree: string
  readonly word: string
  /** In which files, as git writes it. */
  readonly where: readonly string[]
}

/** The test files of a tree that say a word, as far as anybody has the time to read them. */
export async function testsSaying({ root, tree, word, where }: Looking): Promise<TestFile[]> {
  const whole = committable(tree)
  const found = await git(root, ['grep', '-l', '-w', '-F', '-e', word, whole, '--', ...where])
  if (found.kind === 'failed') return []
  const paths = found.output
    .split('\n')
    .map((line) => line.slice(whole.length + 1))
    .filter(isTestFile)
    .slice(0, FILES_MAX)
  const files: TestFile[] = []
  for (const path of paths) {
    const answer = await git(root, ['cat-file', 'blob', `${whole}:${path}`])
    const text = answer.kind === 'failed' ? '' : answer.output.replaceAll('\r\n', '\n')
    const file = readTests({ path, text, isSetUp: false })
    if (file !== null) files.push(file)
  }
  return files
}

const FILES_MAX = 40
