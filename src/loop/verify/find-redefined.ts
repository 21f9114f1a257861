import { git } from '#kit/git.ts'
import { type TreePair, treeChanges } from '#kit/tree-changes.ts'
import { committable } from '#kit/tree-hash.ts'
import { isOnlyAboutCommands } from './tamper/decides-about-tests.ts'

/** Files that decide what the tests are and how they run, and that differ between two trees. */
export async function findRedefined({ root, from, to }: TreePair): Promise<string[]> {
  const names: string[] = []
  for (const { path } of (await treeChanges({ root, from, to })) ?? []) {
    if (isOnlyAboutCommands(path)) names.push(path)
    if (!/(^|\/)package\.json$/.test(path)) continue
    const texts = await Promise.all(
      [from, to].map((hash) => git(root, ['show', `${committable(hash)}:${path}`])),
    )
    const [former, now] = texts.map((text) => (text.kind === 'ok' ? settingsOf(text.output) : ''))
    if (former !== now) names.push(`${path} (scripts)`)
  }
  return names
}

/** Of a package's many settings those that its tests hang on. */
function settingsOf(text: string): string {
  try {
    const { scripts, jest, mocha, ava, c8 } = JSON.parse(text) ?? {}
    return JSON.stringify({ scripts, jest, mocha, ava, c8 })
  } catch {
    return text
  }
}
