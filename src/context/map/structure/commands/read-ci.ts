import type { Ecosystem } from '../manifests/manifest.ts'
import type { Manifest } from '../read-manifests.ts'
import type { Command } from '../structure.ts'
import { purposeOfLine, withoutRunner } from './purpose-of-line.ts'
import { simplifyLine } from './simplify-line.ts'

export type Ci = {
  /** Whether some line of it is that command, with or without more words behind. */
  readonly runs: (line: string) => boolean
  /** Those of its commands that have a purpose, the most frequent first. */
  readonly commands: readonly { readonly command: Command; readonly ecosystem: Ecosystem | null }[]
}

/** What continuous integration runs is the best witness of what works. */
export function readCi(manifests: readonly Manifest[]): Ci {
  const begins = new Set<string>()
  const found = new Map<string, { command: Command; ecosystem: Ecosystem | null; times: number }>()
  for (const { path, facts } of manifests) {
    for (const { line, folder } of facts.ci ?? []) {
      for (const beginning of beginningsOf(line)) begins.add(beginning)
      const typed = simplifyLine(line)
      const meant = typed === null ? null : purposeOfLine(typed)
      if (typed === null || meant === null) continue
      const { purpose, ecosystem } = meant
      const key = `${folder}\0${typed}`
      const known = found.get(key) ?? {
        command: { purpose, line: typed, folder, from: path, inCi: true },
        ecosystem,
        times: 0,
      }
      found.set(key, { ...known, times: known.times + 1 })
    }
  }
  return {
    runs: (line) => begins.has(plainLine(line)),
    commands: [...found.values()].sort((one, other) => other.times - one.times),
  }
}

/** A command without what may be left out of it. */
export function plainLine(line: string): string {
  return withoutRunner(line)
    .replace(/^(npm|pnpm|yarn|bun|composer) run(-script)? /, '$1 ')
    .replace(/^(\.\/)?(mvnw?|gradlew?)(?= )/, '$2')
    .replace(/^(mvn|gradle)w(?= )/, '$1')
}

/** The first words of a line, then one more, and so on; of `make lint test` also `make test`. */
function beginningsOf(line: string): string[] {
  const bare = (simplifyLine(line.replace(/["']?\$.*$/, '')) ?? '').trim()
  const words = plainLine(bare).split(' ').slice(0, WORDS_MAX)
  const begins = words.map((_word, at) => words.slice(0, at + 1).join(' '))
  const each = /^(make|just|task|mvn|gradle|nox|tox)$/.test(words[0] ?? '')
    ? words.slice(1).map((word) => `${words[0]} ${word}`)
    : []
  return [...begins, ...each]
}

const WORDS_MAX = 8
