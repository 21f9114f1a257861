import { dirname } from 'node:path'
import type { Health } from '#context/map/render/health-lines.ts'
import { readJournal } from '#journal/read-journal.ts'
import { treeChanges } from '#kit/tree-changes.ts'
import { foldRuns, type Run } from '#loop/ledger/fold-runs.ts'
import type { Entry } from '#words/entry.ts'

/** How the work goes here, folded from the journal. An objective is a task, however many runs it took. */
export async function gatherHealth(root: string): Promise<Health> {
  const { entries } = readJournal(root)
  const runs = foldRuns(entries)
  const objectives = [...new Set(runs.map(({ objective }) => objective))]
  const done = objectives.filter((task) => isDone(runs.filter(({ objective }) => objective === task))).length
  return {
    done,
    open: objectives.length - done,
    attempts: runs.reduce((sum, { attempts }) => sum + attempts.length, 0),
    active: await activeFolders(root, entries),
  }
}

/** By the last run that came to an end: what was proven once may have been asked for again. */
function isDone(runs: readonly Run[]): boolean {
  return runs.findLast(({ ended }) => ended !== null)?.ended?.outcome === 'verified'
}

async function activeFolders(root: string, entries: readonly Entry[]): Promise<Health['active']> {
  const changes = await Promise.all(
    triedTrees(entries)
      .slice(-ATTEMPTS_MAX)
      .map((pair) => treeChanges({ root, ...pair })),
  )
  const counts = new Map<string, number>()
  for (const paths of changes) {
    const folders = new Set((paths ?? []).map(({ path }) => folderOf(path)))
    for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder]) => folder !== '.' && folder.split('/')[0] !== '.keel')
    .map(([folder, attempts]) => ({ folder, attempts }))
    .sort((one, other) => other.attempts - one.attempts || (one.folder < other.folder ? -1 : 1))
}

/** Git is asked about each, and is quick, but not for nothing. */
const ATTEMPTS_MAX = 20

/** From which tree to which each attempt led that was tested, oldest first. Git may have thrown old ones away. */
function triedTrees(entries: readonly Entry[]): { readonly from: string; readonly to: string }[] {
  const begun = new Map<string, string>()
  return entries.flatMap((entry) => {
    if (entry.kind === 'attempt-started') begun.set(`${entry.run} ${entry.attempt}`, entry.tree)
    if (entry.kind !== 'verified') return []
    const from = begun.get(`${entry.run} ${entry.attempt}`)
    return from === undefined ? [] : [{ from, to: entry.evidence.tree }]
  })
}

/** Two levels are a module in most repositories: `src/loop`, `packages/api`. */
function folderOf(path: string): string {
  return dirname(path).split('/').slice(0, 2).join('/')
}
