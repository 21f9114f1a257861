import { readJournal } from '#journal/read-journal.ts'
import type { TaskHead } from '#words/task.ts'
import { readTask } from './change-task.ts'

/** A task in the words of feature lists: those of orchestrating agents, and those of Anthropic’s harness for long work. */
export type Feature = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly status: TaskHead['status']
  /** Whether it was closed on evidence that keel itself produced, and nobody has touched its status since. */
  readonly tested: boolean
  /** How often it was taken up again after the first time. */
  readonly retries: number
  /** What has to be true in the end. */
  readonly steps: readonly string[]
  /** Done, and tested. */
  readonly passes: boolean
}

export function listFeatures(root: string, heads: readonly TaskHead[]): Feature[] {
  const moves = movesOf(root)
  return heads.map((head) => {
    const { starts = 0, isProven = false } = moves.get(head.id) ?? {}
    const tested = head.status === 'done' && isProven
    const read = readTask(root, head.id)
    const description = read.kind === 'task' ? read.task.description : ''
    return {
      id: head.id,
      title: head.title,
      description: description === '' ? head.title : description,
      category: head.type,
      status: head.status,
      tested,
      retries: Math.max(0, starts - 1),
      steps: head.acceptance,
      passes: tested,
    }
  })
}

type Moves = { readonly starts: number; readonly isProven: boolean }

function movesOf(root: string): ReadonlyMap<string, Moves> {
  const moves = new Map<string, Moves>()
  for (const entry of readJournal(root).entries) {
    if (entry.kind !== 'task-moved') continue
    const { starts = 0 } = moves.get(entry.task) ?? {}
    moves.set(entry.task, {
      starts: starts + (entry.to === 'in_progress' ? 1 : 0),
      isProven: entry.to === 'done' && entry.evidence !== null,
    })
  }
  return moves
}
