import { git } from '#kit/git.ts'
import { type TreeChange, treeChanges } from '#kit/tree-changes.ts'
import { committable } from '#kit/tree-hash.ts'
import type { Remark } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Desk } from '../desk.ts'
import { detectSuites } from '../verify/detect-tests.ts'
import { isTestFile } from '../verify/is-test-file.ts'
import { listNames } from './list-names.ts'

/** Green tests say less when somebody changed the tests, or what they are, or when they are not all there is. */
export async function onTests({ order, parts }: Desk, proof: Evidence): Promise<Remark[]> {
  const { root, base } = order
  const changes = (await treeChanges({ root, from: base, to: proof.tree })) ?? []
  const before = parts
    .entries()
    .flatMap((entry) => (entry.kind === 'verified' ? [entry.evidence] : []))
    .findLast(({ tree, command }) => tree === base && command === proof.command)
  return [
    ...onTouched(changes),
    ...onRedefined(await redefined({ root, base, tree: committable(proof.tree), changes })),
    ...onFewer(before, proof),
    ...onUncounted(proof),
    ...onOthers(detectSuites(root), proof),
  ]
}

function onTouched(changes: readonly TreeChange[]): Remark[] {
  const names = changes
    .filter(({ kind, path }) => kind !== 'added' && isTestFile(path))
    .map(({ kind, path }) => (kind === 'deleted' ? `${path} (deleted)` : path))
  return names.length === 0
    ? []
    : [{ kind: 'tests-touched', text: `Tests that were there were changed: ${listNames(names)}.` }]
}

function onRedefined(names: readonly string[]): Remark[] {
  return names.length === 0
    ? []
    : [{ kind: 'tests-redefined', text: `What decides how the tests run was changed: ${listNames(names)}.` }]
}

type Ground = {
  readonly root: string
  readonly base: string
  readonly tree: string
  readonly changes: readonly TreeChange[]
}

async function redefined({ root, base, tree, changes }: Ground): Promise<string[]> {
  const names: string[] = []
  for (const { path } of changes) {
    if (DECIDES.test(path)) names.push(path)
    if (!/(^|\/)package\.json$/.test(path)) continue
    const texts = await Promise.all(
      [committable(base), tree].map((hash) => git(root, ['show', `${hash}:${path}`])),
    )
    const [old, young] = texts.map((text) => (text.kind === 'ok' ? settingsOf(text.output) : ''))
    if (old !== young) names.push(`${path} (scripts)`)
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

const DECIDES =
  /(^|\/)(\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.cjs|bunfig\.toml|[Mm]akefile|GNUmakefile|justfile|Taskfile\.ya?ml|pytest\.ini|\.?pytest\.toml|tox\.ini|noxfile\.py|setup\.cfg|pyproject\.toml|(jest|vitest|vite|playwright|cypress|karma|ava)\.config\.\w+|\.mocharc(\.\w+)?|\.cargo\/config(\.toml)?|\.bazelrc|phpunit\.xml(\.dist)?|\.rspec)$/

function onFewer(before: Evidence | undefined, proof: Evidence): Remark[] {
  const [had, has] = [ranIn(before), ranIn(proof)]
  return had !== null && has !== null && has < had
    ? [{ kind: 'fewer-tests', text: `Fewer tests ran than before: ${had}, now ${has}.` }]
    : []
}

function ranIn(evidence: Evidence | undefined): number | null {
  const counts = evidence?.counts ?? null
  return counts === null ? null : counts.passed + counts.failed
}

function onUncounted({ command, counts }: Evidence): Remark[] {
  const text = `How many tests ran cannot be read from what \`${command}\` printed. That it ended well is all that is known.`
  return counts === null ? [{ kind: 'uncounted', text }] : []
}

/** Where keel chose among several suites, a person should know that there were several. */
function onOthers([chosen, ...others]: readonly string[], { command }: Evidence): Remark[] {
  if (chosen !== command || others.length === 0) return []
  const text = `There are other tests here, which were not run: ${others.map((name) => `\`${name}\``).join(', ')}. \`loop.test\` in .keel/config.yaml names the command that proves the whole.`
  return [{ kind: 'other-tests', text }]
}
