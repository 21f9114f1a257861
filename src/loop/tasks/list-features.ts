import { readJournal } from '#journal/read-journal.ts'
import type { TaskHead } from '#words/task.ts'
import { foldAttempts } from '../ledger/fold-attempts.ts'
import type { TaskMove } from './say-unproven.ts'
import type { TaskSource } from './sources/contract.ts'

/** A task in the words of feature lists: those of orchestrating agents, and those of Anthropic’s harness for long work. */
export type Feature = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly status: TaskHead['status']
  /** Whether it was closed on evidence that keel itself produced, and nobody has touched its status since. */
  readonly tested: boolean
  /** How many attempts there were after the first. */
  readonly retries: number
  /** What has to be true in the end. */
  readonly steps: readonly string[]
  /** Done, and tested. */
  readonly passes: boolean
}

export function listFeatures(
  source: TaskSource,
  { heads, moves }: { heads: readonly TaskHead[]; moves: readonly TaskMove[] },
): Feature[] {
  const { entries } = readJournal(source.root)
  const proven = provenIn(moves)
  const tries = new Map<string | null, number>()
  for (const { task } of foldAttempts(entries)) tries.set(task, (tries.get(task) ?? 0) + 1)
  const texts = new Map(
    source.readTexts(heads.map(({ id }) => id)).map(({ task }) => [task.id, task.description]),
  )
  return heads.map((head) => {
    const tested = head.status === 'done' && proven.has(head.id)
    const description = texts.get(head.id) ?? ''
    return {
      id: head.id,
      title: head.title,
      description: description === '' ? head.title : description,
      category: head.type,
      status: head.status,
      tested,
      retries: Math.max(0, (tries.get(head.id) ?? 0) - 1),
      steps: head.acceptance,
      passes: tested,
    }
  })
}

/** Tasks whose last move was to done, on evidence. */
function provenIn(moves: readonly TaskMove[]): ReadonlySet<string> {
  const proven = new Set<string>()
  for (const { task, to, evidence } of moves) {
    if (to === 'done' && evidence !== null) proven.add(task)
    else proven.delete(task)
  }
  return proven
}
