import { redact } from '#kit/redact.ts'
import { committable } from '#kit/tree-hash.ts'
import type { Remark } from '#words/entry.ts'
import type { Evidence } from '#words/evidence.ts'
import { closeInTree } from './close-in-tree.ts'
import { commitTree } from './commit-tree.ts'
import { deniedBy } from './denied-by.ts'
import type { Desk, RunOrder } from './desk.ts'
import { judgeTree } from './judge-tree.ts'
import type { Lost } from './tasks/why-lost.ts'
import { whyNotLand } from './why-not-land.ts'

export type Landing =
  | { readonly kind: 'landed'; readonly commit: string; readonly remarks: readonly Remark[] }
  /** The work cannot be committed as it is. */
  | { readonly kind: 'refused'; readonly because: string }
  /** Git would not, this time. */
  | { readonly kind: 'failed'; readonly because: string }
  /** The task is somebody else’s by now. */
  | { readonly kind: 'lost'; readonly lost: Lost }

/** Makes the proven tree a commit, unless a guard is against it, or no commit can hold what was tested. */
export async function land(desk: Desk, evidence: Evidence): Promise<Landing> {
  const { order, parts } = desk
  const { root, stand } = order
  const tree = committable(evidence.tree)
  const against = (await whyNotLand(desk, evidence)) ?? (await whyDenied(desk, tree))
  if (against !== null) return { kind: 'refused', because: `The tests passed, but ${against}` }
  const done = order.task === null ? [] : (parts.hold?.doneByProof() ?? [order.task])
  const whole = await closeInTree({ root, tree, tasks: done })
  // Asked once more: to look at all of that took its time.
  const lost = parts.hold?.whyLost() ?? null
  if (lost !== null) return { kind: 'lost', lost }
  const made = await commitTree({ root, tree: whole, from: stand, message: messageOf(order, evidence) })
  if (made.kind === 'failed')
    return { kind: 'failed', because: `The tests passed, but git made no commit: ${made.because}` }
  const remarks: Remark[] = made.index === 'left' ? [INDEX_LEFT] : []
  return { kind: 'landed', commit: made.commit, remarks }
}

async function whyDenied(desk: Desk, tree: string): Promise<string | null> {
  const denial = await judgeTree(desk, tree)
  if (denial === null) return null
  desk.parts.record(deniedBy(denial, desk.order))
  return `${denial.guard} is against the change: ${denial.reason}`
}

const INDEX_LEFT: Remark = {
  kind: 'index-left',
  text: 'Git would not bring its index up to date; `git status` says why.',
}

/** Without secrets before anything is cut off: half of one is a secret still. */
function messageOf({ objective, run, task }: RunOrder, { command, counts, tree }: Evidence): string {
  const said = redact(objective).trim()
  const [title = '', ...rest] = said.split('\n')
  const short = title.length > 72 ? `${title.slice(0, 69)}...` : title
  const body = short === title ? rest.join('\n').trim() : said
  const red = counts === null || counts.failed === 0 ? '' : `, ${counts.failed} failing as before`
  const tests = counts === null ? command : `${command} (${counts.passed} passed${red})`
  return `${short}\n\n${body === '' ? '' : `${body}\n\n`}${task === null ? '' : `Keel-Task: ${task}\n`}Keel-Run: ${run}\nKeel-Verified: ${tests}\nKeel-Tree: ${committable(tree)}\n`
}
