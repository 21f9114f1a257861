import { relative, resolve, sep } from 'node:path'
import { git } from '#kit/git.ts'
import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import { committable } from '#kit/tree-hash.ts'
import { commandsBehind } from './commands-behind.ts'
import { isOnlyAboutCommands } from './tamper/decides-about-tests.ts'

export type Redefining = TreePair & {
  /** Where nobody knows what a command ran, the files that it names are all that it is. */
  readonly command?: string
}

/** Files that decide what the tests are and how they run, and that differ between two trees. */
export async function findRedefined({ root, from, to, command }: Redefining): Promise<string[]> {
  const names: string[] = []
  const named = command === undefined ? new Set() : filesNamed({ root, command })
  for (const { path } of (await treeChanges({ root, from, to })) ?? []) {
    if (isOnlyAboutCommands(path) || named.has(path)) names.push(path)
    if (!/(^|\/)package\.json$/.test(path)) continue
    const texts = await Promise.all(
      [from, to].map((hash) => git(root, ['show', `${committable(hash)}:${path}`])),
    )
    const [former, now] = texts.map((text) => (text.kind === 'ok' ? settingsOf(text.output) : ''))
    if (former !== now) names.push(`${path} (scripts)`)
  }
  return names
}

/** What a command line may mean by its words, from the root: `node test` is test.js, too. */
function filesNamed({ root, command }: { root: string; command: string }): Set<string> {
  const paths = commandsBehind({ root, command }).flatMap(({ folder, words }) =>
    words.map((word) => relative(root, resolve(folder, word.replace(/^--?[\w-]+=/, '')))),
  )
  return new Set(paths.flatMap((path) => ENDINGS.map((ending) => `${path.split(sep).join('/')}${ending}`)))
}

const ENDINGS = ['', '.js', '.mjs', '.cjs', '/index.js']

/** Of a package's many settings those that its tests hang on. */
function settingsOf(text: string): string {
  try {
    const { scripts, jest, mocha, ava, c8 } = JSON.parse(text) ?? {}
    return JSON.stringify({ scripts, jest, mocha, ava, c8 })
  } catch {
    return text
  }
}
