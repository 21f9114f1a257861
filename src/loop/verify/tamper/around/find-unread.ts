import type { Tampering } from '#words/evidence.ts'
import type { TestFile } from '../reading/test-file.ts'
import type { ChangedText } from '../text/changed-text.ts'

/** Files that are tests by their names, in a language or of a form that nobody reads here, and that are gone. */
export function findUnread(changes: readonly ChangedText[], before: readonly TestFile[]): Tampering[] {
  return changes.flatMap(({ path, before: text, after }): Tampering[] => {
    if (text === null || after !== null || !NAMED.test(path)) return []
    if ((before.find((file) => file.path === path)?.tests.length ?? 0) > 0) return []
    const others = changes.flatMap((change) =>
      change.before === null && change.after !== null ? [change.after] : [],
    )
    if (others.some((other) => isLike(text, other))) return []
    return [
      {
        kind: 'test-deleted',
        path,
        line: null,
        text: 'The file is gone, and what it tested is nowhere else.',
      },
    ]
  })
}

const NAMED =
  /(?:^|\/)(?!.*(?:fixtures?|testdata|__snapshots__)\/)[^/]+[._-](?:test|tests|spec)\.(?!json|snap|txt|md|ya?ml|xml|html|css|svg|png|sql|toml|lock|out|golden)\w+$/

function isLike(text: string, other: string): boolean {
  const lines = linesOf(text)
  const found = linesOf(other)
  const shared = [...lines].filter((line) => found.has(line)).length
  return lines.size === 0 || shared / lines.size >= 0.5
}

function linesOf(text: string): Set<string> {
  return new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 3),
  )
}
