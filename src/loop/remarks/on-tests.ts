import { type TreeChange, treeChanges } from '#kit/tree-changes.ts'
import type { Remark } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Desk } from '../desk.ts'
import { detectSuites } from '../verify/detect-tests.ts'
import { findRedefined } from '../verify/find-redefined.ts'
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
    ...onRedefined(await findRedefined({ root, from: base, to: proof.tree })),
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
