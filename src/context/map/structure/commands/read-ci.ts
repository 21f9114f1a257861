import type { CiLine, Ecosystem } from '../manifests/manifest.ts'
import { folderBelow } from '../manifests/reading/script-lines.ts'
import type { Manifest } from '../read-manifests.ts'
import type { Command, Purpose } from '../structure.ts'
import { purposeOfLine, withoutRunner } from './purpose-of-line.ts'
import { purposeOfName } from './purpose-of-name.ts'
import { simplifyLine } from './simplify-line.ts'

export type Ci = {
  /** Whether some line of it is that command, with or without more words behind. */
  readonly runs: (line: string, folder: string) => boolean
  /** Whether it does something for that purpose in that ecosystem. */
  readonly serves: (purpose: Purpose, ecosystem: Ecosystem | null) => boolean
  /** Those of its commands that have a purpose, the most frequent first. */
  readonly commands: readonly { readonly command: Command; readonly ecosystem: Ecosystem | null }[]
}

/** What continuous integration runs is the best witness of what works. */
export function readCi(manifests: readonly Manifest[]): Ci {
  const lines = manifests.flatMap(({ path, facts }) =>
    (facts.ci ?? []).map((line) => ({ ...inOwnFolder(line), from: path })),
  )
  const begins = new Set(
    lines.flatMap(({ line, folder }) => beginningsOf(line).map((beginning) => `${folder}\0${beginning}`)),
  )
  const goals = new Map(
    manifests.flatMap(({ folder, facts: { goal } }) => (goal === undefined ? [] : [[folder, goal]])),
  )
  const meant = lines.flatMap(({ line, folder, from }) => {
    const plain = simplifyLine(line)?.replace(FOR_MACHINES, '').replace(MAKE_SETTINGS, '') ?? null
    const typed = plain === 'make' ? withGoal(goals.get(folder)) : plain
    const found = typed === null ? null : purposeOfLine(typed)
    if (typed === null || found === null || typed.includes('.github/')) return []
    // What is put into the system is no part of working here.
    if (found.purpose === 'install' && /^\s*sudo\b/.test(line)) return []
    const command = { purpose: found.purpose, line: typed, folder, from, inCi: true }
    return [{ command, ecosystem: found.ecosystem, stem: stemOf(typed) }]
  })
  const served = new Set(meant.map(({ command, ecosystem }) => `${command.purpose} ${ecosystem}`))
  const times = new Map<string, number>()
  for (const { stem } of meant) times.set(stem, (times.get(stem) ?? 0) + 1)
  const timesOf = ({ stem }: { readonly stem: string }) => times.get(stem) ?? 0
  return {
    runs: (line, folder) => begins.has(`${folder}\0${plainLine(line)}`),
    serves: (purpose, ecosystem) => served.has(`${purpose} ${ecosystem}`),
    commands: meant.sort(
      (one, other) => timesOf(other) - timesOf(one) || one.command.line.length - other.command.line.length,
    ),
  }
}

/** What `make` alone stands for, where that is something else than to build. */
function withGoal(goal = ''): string {
  const meant = purposeOfName(goal)
  const isBuild = meant === null ? !NO_BUILD.test(goal) : meant.purpose === 'build'
  return isBuild ? 'make' : `make ${goal}`
}

const NO_BUILD = /^(help|usage|list|init|setup|deps|env|venv)$/

/** npm can be told which folder is meant. */
function inOwnFolder({ line, folder }: CiLine): CiLine {
  const told = /^(npm .*?) --prefix[= ]([\w./-]{1,200})(.*)$/.exec(line)
  if (told === null) return { line, folder }
  const [, before = '', inner = '', after = ''] = told
  return { line: `${before}${after}`, folder: folderBelow(folder, inner) }
}

/** Flags that nobody types who reads what comes of it. */
const FOR_MACHINES =
  / (-B|-ntp|-q|--batch-mode|--no-transfer-progress|--no-progress|--ci|--color[= ]\w+)(?= |$)/g

/** Of `make`: how one of many machines builds it. */
const MAKE_SETTINGS = /(?<=^make\b.{0,200}) (?:-j *\S*|[A-Za-z_]\w*=(?:'[^']*'|"[^"]*"|\S*))(?= |$)/g

/** What is started, without how. */
function stemOf(line: string): string {
  return line
    .split(' ')
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ')
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
