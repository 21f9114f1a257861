import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '#kit/git.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { committable } from '#kit/tree-hash.ts'
import type { Remark, Stand } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Desk } from './desk.ts'
import { isBelow, readStand } from './stand.ts'
import { isTestFile } from './verify/is-test-file.ts'

/** What a person should know beside the outcome, as things are before the proven tree is committed. Without proof, null. */
export async function remarksOn(desk: Desk, proof: Evidence | null): Promise<Remark[]> {
  const history = await onHistory(desk, proof)
  return proof === null
    ? history
    : [...history, ...(await onTests(desk, proof)), ...(await onWhatIsMissing(desk, proof))]
}

/** Where the agent left the branch that the run began on. */
async function onHistory({ order: { root, stand } }: Desk, proof: Evidence | null): Promise<Remark[]> {
  const home = stand.branch ?? 'no branch'
  const now = await readStand(root)
  const left: Remark = {
    kind: 'branch-left',
    text: `The agent went from ${home} to ${now?.branch ?? 'no branch'}.${proof === null ? '' : ' The commit is where the run began.'}`,
  }
  const nowhere: Remark = {
    kind: 'no-branch',
    text: 'The commit is on no branch: `git switch -c NAME` gives it one.',
  }
  return [
    ...(now?.branch === stand.branch ? [] : [left]),
    ...(await onCommits({ root, stand, proof })),
    ...(stand.branch === null && proof !== null ? [nowhere] : []),
  ]
}

type Ground = { readonly root: string; readonly stand: Stand; readonly proof: Evidence | null }

async function onCommits({ root, stand, proof }: Ground): Promise<Remark[]> {
  const start = stand.head.slice(0, 10)
  const reset = `\`git reset --soft ${start}\``
  const tip = await git(root, ['rev-parse', '-q', '--verify', stand.branch ?? 'HEAD'])
  if (tip.kind === 'failed' || !(await isBelow(root, stand.head, tip.output))) {
    const text = `The agent took ${start} out of the history of ${stand.branch ?? 'HEAD'}.`
    const cure = proof === null ? `${reset} brings it back.` : 'The commit is on top of it again.'
    return [{ kind: 'history-rewritten', text: `${text} ${cure}` }]
  }
  const own = await git(root, ['rev-list', '--count', `${stand.head}..${tip.output}`])
  const count = own.kind === 'ok' ? Number(own.output) : 0
  if (count === 0) return []
  const text = `The agent made ${count === 1 ? 'a commit' : `${count} commits`} of its own.`
  const doubt =
    proof === null ? ` Nothing proves what is in there; ${reset} undoes it and keeps the files.` : ''
  return [{ kind: 'agent-committed', text: `${text}${doubt}` }]
}

/** Green tests say less when somebody changed the tests. */
async function onTests({ order, parts }: Desk, proof: Evidence): Promise<Remark[]> {
  const remarks: Remark[] = []
  const changes = (await treeChanges(order.root, order.base, proof.tree)) ?? []
  const tests = changes.filter(({ kind, path }) => kind !== 'added' && isTestFile(path))
  if (tests.length > 0) {
    const names = tests.map(({ kind, path }) => (kind === 'deleted' ? `${path} (deleted)` : path))
    remarks.push({ kind: 'tests-touched', text: `Tests that were there were changed: ${list(names)}.` })
  }
  const before = parts
    .entries()
    .flatMap((entry) => (entry.kind === 'verified' ? [entry.evidence] : []))
    .findLast(({ tree, command }) => tree === order.base && command === proof.command)
  const [had, has] = [ranIn(before), ranIn(proof)]
  if (had !== null && has !== null && has < had)
    remarks.push({ kind: 'fewer-tests', text: `Fewer tests ran than before: ${had}, now ${has}.` })
  return remarks
}

function ranIn(evidence: Evidence | undefined): number | null {
  const counts = evidence?.counts ?? null
  return counts === null ? null : counts.passed + counts.failed
}

/** What was there when the tests ran, and is not in the commit. */
async function onWhatIsMissing({ order }: Desk, proof: Evidence): Promise<Remark[]> {
  const remarks: Remark[] = []
  if (proof.tree !== committable(proof.tree)) {
    const text = 'Files that git was told not to look at differ from what is committed; the tests saw them.'
    remarks.push({ kind: 'not-in-commit', text })
  }
  const { root, startedAt } = order
  const listed = await git(root, ['ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z'])
  const ignored = listed.kind === 'ok' ? listed.output.split('\0').filter((path) => path !== '') : []
  const since = Date.parse(startedAt)
  const changed = ignored.filter((path) => !CACHES.test(path) && touchedAt(join(root, path)) > since)
  if (changed.length > 0) {
    const text = `Changed meanwhile, ignored by git and so not in the commit, whether the tests need them or not: ${list(changed)}.`
    remarks.push({ kind: 'not-in-commit', text })
  }
  return remarks
}

/** What tools make again by themselves. */
const CACHES =
  /(^|\/)(node_modules|\.?venv|__pycache__|[^/]*cache[^/]*|coverage|\.coverage|target|\.keel|[^/]+\.pyc|[^/]+\.tsbuildinfo|[^/]+\.egg-info)(\/|$)/i

function touchedAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function list(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
}
