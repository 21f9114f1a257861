import { treeChanges } from '#kit/tree-changes.ts'
import { beyondCommits, committable } from '#kit/tree-hash.ts'
import type { Evidence } from '#words/evidence.ts'
import type { Desk, RunOrder } from './desk.ts'
import { findDestroyed } from './find-destroyed.ts'
import { findMeddling } from './find-meddling.ts'
import { sayMeddling } from './say-meddling.ts'
import { readStand } from './stand.ts'
import { isElsewhere } from './tasks/is-elsewhere.ts'
import { files } from './tasks/sources/files.ts'
import { findRedefined } from './verify/find-redefined.ts'
import { isOfTasks } from './verify/is-of-tasks.ts'
import { whyUncounted } from './why-uncounted.ts'

/** Why what was tested cannot be committed, or does not prove what it seems to; null where nothing is against it. */
export async function whyNotLand({ order, parts }: Desk, evidence: Evidence): Promise<string | null> {
  const { run, task } = order
  const trees = { root: order.root, from: order.base, to: committable(evidence.tree) }
  return (
    (await whyNoCommit(order, evidence)) ??
    (await whyUnproven(order, evidence)) ??
    (await whyNoWork(order, evidence)) ??
    sayMeddling(await findMeddling({ trees, run, task, entries: parts.entries(), key: parts.key })) ??
    said(
      await findDestroyed(trees),
      (tasks) =>
        `the files of tasks are gone, or can no longer be read, and a commit would keep that: ${tasks}. Put them back`,
    )
  )
}

async function whyNoCommit({ root, stand, base }: RunOrder, { tree }: Evidence): Promise<string | null> {
  if (beyondCommits(tree) !== beyondCommits(base))
    return 'the agent changed files that no commit here can hold: inside a repository of their own, or hidden from git by `update-index`'
  if ((await readStand(root))?.rules !== stand.rules)
    return 'git’s own settings (.git/config, .git/info) were changed, so that a commit may not hold what was tested'
  const changes = (await treeChanges({ root, from: base, to: committable(tree) })) ?? []
  const stranger = changes.find(({ kind, what }) => kind === 'added' && what === 'repository')
  return stranger === undefined
    ? null
    : `a repository was made inside, whose files no commit here can hold: ${stranger.path}`
}

async function whyUnproven(
  { root, base, task }: RunOrder,
  { command, counts, tree }: Evidence,
): Promise<string | null> {
  if (counts !== null) return null
  if (task !== null) return whyUncounted(command)
  return said(
    await findRedefined({ root, from: base, to: committable(tree), command }),
    (files) =>
      `what decides how they run was changed (${files}), and nothing that \`${command}\` printed shows that any test ran`,
  )
}

/** What a task is about, and has no check of its own to say so, has to be touched by the work on it. */
async function whyNoWork({ root, base, task }: RunOrder, { tree }: Evidence): Promise<string | null> {
  const found = task === null ? null : files(root).read(task)
  if (found?.kind !== 'task' || found.task.check !== null) return null
  const changes = (await treeChanges({ root, from: base, to: committable(tree) })) ?? []
  const work = changes.map(({ path }) => path).filter((path) => !isOfTasks(path))
  if (work.length === 0 || !isElsewhere(found.task.files, work)) return null
  return `nothing was changed in the files that ${task} is about: ${found.task.files.join(', ')}`
}

function said(names: readonly string[], say: (names: string) => string): string | null {
  return names.length === 0 ? null : say(names.join(', '))
}
