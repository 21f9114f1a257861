import { git } from '#kit/git.ts'
import type { Remark } from '#words/entry.ts'
import type { RunOrder } from '../desk.ts'
import { isBelow, readStand } from '../stand.ts'

/** What became of the branch that a run began on. */
export type History = {
  /** Null where HEAD is on no branch. */
  readonly branch: string | null
  /** Whether the commit that it began from is still below the branch. */
  readonly isKept: boolean
  /** Commits on top of it that keel did not make. */
  readonly made: number
}

export async function seeHistory({ root, run, stand }: RunOrder): Promise<History> {
  const branch = (await readStand(root))?.branch ?? null
  const tip = await git(root, ['rev-parse', '-q', '--verify', stand.branch ?? 'HEAD'])
  if (tip.kind === 'failed' || !(await isBelow(root, { old: stand.head, young: tip.output })))
    return { branch, isKept: false, made: 0 }
  const log = await git(root, ['log', '--format=%B%x00', `${stand.head}..${tip.output}`])
  const messages = log.kind === 'ok' ? log.output.split('\0').filter((text) => text.trim() !== '') : []
  // A run that was killed after its commit finds that commit again.
  return { branch, isKept: true, made: messages.filter((text) => !text.includes(`Keel-Run: ${run}`)).length }
}

/** Whether the work is in a commit of keel's, was taken out of the tree, or lies there still. */
export type Cure = 'committed' | 'put-back' | 'none'

export function onHistory(
  { stand }: RunOrder,
  { history, cure }: { history: History; cure: Cure },
): Remark[] {
  const { branch, isKept, made } = history
  const home = stand.branch ?? 'no branch'
  const start = stand.head.slice(0, 10)
  const reset = `\`git reset --soft ${start}\``
  const remarks: Remark[] = []
  if (branch !== stand.branch) {
    const there = {
      committed: ' The commit is where the run began.',
      'put-back': ' It is where the run began again.',
      none: '',
    }[cure]
    const text = `HEAD went from ${home} to ${branch ?? 'no branch'} meanwhile.${there}`
    remarks.push({ kind: 'branch-left', text })
  }
  if (!isKept) {
    const back = {
      committed: 'The commit is on top of it again.',
      'put-back': 'The branch is there again.',
      none: `${reset} brings it back.`,
    }[cure]
    const text = `${start} was taken out of the history of ${home} meanwhile. ${back}`
    remarks.push({ kind: 'history-rewritten', text })
  } else if (made > 0) {
    const doubt = {
      committed: '',
      'put-back': ' They are off the branch again.',
      none: ` Nothing proves what is in there; ${reset} undoes it and keeps the files.`,
    }[cure]
    const count = made === 1 ? 'A commit was' : `${made} commits were`
    remarks.push({ kind: 'commits-made', text: `${count} made meanwhile, and not by keel.${doubt}` })
  }
  if (stand.branch === null && cure === 'committed')
    remarks.push({
      kind: 'no-branch',
      text: 'The commit is on no branch: `git switch -c NAME` gives it one.',
    })
  return remarks
}
