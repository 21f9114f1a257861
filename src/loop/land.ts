import { treeChanges } from '#kit/tree-changes.ts'
import { beyondCommits, committable } from '#kit/tree-hash.ts'
import type { Remark } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import { closeInTree } from './close-in-tree.ts'
import { commitTree } from './commit-tree.ts'
import { deniedBy } from './denied-by.ts'
import type { Desk, RunOrder } from './desk.ts'
import { findClosed } from './find-closed.ts'
import { judgeTree } from './judge-tree.ts'
import { readStand } from './stand.ts'
import { findRedefined } from './verify/find-redefined.ts'
import { whyUncounted } from './why-uncounted.ts'

export type Landing =
  | { readonly kind: 'landed'; readonly commit: string; readonly remarks: readonly Remark[] }
  /** The work cannot be committed as it is. */
  | { readonly kind: 'refused'; readonly because: string }
  /** Git would not, this time. */
  | { readonly kind: 'failed'; readonly because: string }

/** Makes the proven tree a commit, unless a guard is against it, or no commit can hold what was tested. */
export async function land(desk: Desk, evidence: Evidence): Promise<Landing> {
  const { order, parts } = desk
  const { root, stand, base } = order
  const tree = committable(evidence.tree)
  if (beyondCommits(evidence.tree) !== beyondCommits(base)) {
    return refuse(
      'the agent changed files that no commit here can hold: inside a repository of their own, or hidden from git by `update-index`',
    )
  }
  if ((await readStand(root))?.rules !== stand.rules)
    return refuse(
      'git’s own settings (.git/config, .git/info) were changed, so that a commit may not hold what was tested',
    )
  const strangers = ((await treeChanges({ root, from: base, to: tree })) ?? []).filter(
    ({ kind, what }) => kind === 'added' && what === 'repository',
  )
  if (strangers.length > 0)
    return refuse(`a repository was made inside, whose files no commit here can hold: ${strangers[0]?.path}`)
  if (order.task !== null && evidence.counts === null) return refuse(whyUncounted(evidence.command))
  const { command } = evidence
  const redefined =
    evidence.counts === null ? await findRedefined({ root, from: base, to: tree, command }) : []
  if (redefined.length > 0)
    return refuse(
      `what decides how they run was changed (${redefined.join(', ')}), and nothing that \`${command}\` printed shows that any test ran`,
    )
  const closed = await findClosed({ root, from: base, to: tree })
  if (closed.length > 0)
    return refuse(`the agent called tasks done by itself, which keel alone does: ${closed.join(', ')}`)
  const denial = await judgeTree(desk, tree)
  if (denial !== null) {
    parts.record(deniedBy(denial, order))
    return refuse(`${denial.guard} is against the change: ${denial.reason}`)
  }
  const isDone = order.task !== null && (parts.hold?.isDoneByProof() ?? true)
  const whole = isDone ? await closeInTree({ root, tree, task: order.task }) : tree
  // Asked once more: to look at all of that took its time.
  const lost = parts.hold?.whyLost() ?? null
  if (lost !== null) return { kind: 'failed', because: lost }
  const made = await commitTree({ root, tree: whole, from: stand, message: messageOf(order, evidence) })
  if (made.kind === 'failed')
    return { kind: 'failed', because: `The tests passed, but git made no commit: ${made.because}` }
  const remarks: Remark[] = made.index === 'left' ? [INDEX_LEFT] : []
  return { kind: 'landed', commit: made.commit, remarks }
}

function refuse(because: string): Landing {
  return { kind: 'refused', because: `The tests passed, but ${because}` }
}

const INDEX_LEFT: Remark = {
  kind: 'index-left',
  text: 'Git would not bring its index up to date; `git status` says why.',
}

function messageOf({ objective, run, task }: RunOrder, { command, counts, tree }: Evidence): string {
  const [title = '', ...rest] = objective.trim().split('\n')
  const short = title.length > 72 ? `${title.slice(0, 69)}...` : title
  const body = short === title ? rest.join('\n').trim() : objective.trim()
  const red = counts === null || counts.failed === 0 ? '' : `, ${counts.failed} failing as before`
  const tests = counts === null ? command : `${command} (${counts.passed} passed${red})`
  return `${short}\n\n${body === '' ? '' : `${body}\n\n`}${task === null ? '' : `Keel-Task: ${task}\n`}Keel-Run: ${run}\nKeel-Verified: ${tests}\nKeel-Tree: ${committable(tree)}\n`
}
