import { git } from '#kit/git.ts'
import { replaceFolder } from '#kit/replace-folder.ts'
import { swapTree } from '#kit/swap-tree.ts'
import { committable } from '#kit/tree-hash.ts'
import type { RunOrder } from '../desk.ts'
import { readStand } from '../stand.ts'
import { TASKS_FOLDER } from '../tasks/read-tasks.ts'

/**
 * Brings files, HEAD, branch and index back to where a run began. First the files: where git would not touch one, nothing else is
 * moved either. Why it was not done, or null.
 */
export async function putBack({ root, base, stand }: RunOrder, there: string): Promise<string | null> {
  const from = committable(there)
  const to = await replaceFolder({ root, tree: committable(base), folder: TASKS_FOLDER, of: from })
  if (to.kind === 'failed') return to.message
  if (to.output !== from) {
    const swapped = await swapTree({ root, from, to: to.output })
    if (swapped.kind === 'failed') return swapped.message
  }
  for (const words of [...(await stepsBack(root, stand)), ['reset', '-q']]) {
    const said = await git(root, words)
    if (said.kind === 'failed') return said.message
  }
  return null
}

async function stepsBack(root: string, { head, branch }: RunOrder['stand']): Promise<string[][]> {
  const why = ['-m', 'keel: back to where the run began']
  const now = await readStand(root)
  if (branch === null) {
    const isBack = now?.branch === null && now.head === head
    return isBack ? [] : [['update-ref', '--no-deref', ...why, 'HEAD', head]]
  }
  const reference = `refs/heads/${branch}`
  const tip = await git(root, ['rev-parse', '--verify', '-q', `${reference}^{commit}`])
  const old = tip.kind === 'ok' ? tip.output : ''
  return [
    ...(old === head ? [] : [['update-ref', ...why, reference, head, old]]),
    ...(now?.branch === branch ? [] : [['symbolic-ref', ...why, 'HEAD', reference]]),
  ]
}
