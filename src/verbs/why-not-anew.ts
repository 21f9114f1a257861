import { readJournal } from '#journal/read-journal.ts'
import { findUnfinishedRun } from '#loop/resume-run.ts'
import { sayOtherTerms } from '#loop/tasks/say-other-terms.ts'
import { changedTerms } from '#words/changed-terms.ts'
import { Fault } from '#words/fault.ts'
import { proofTerms } from './proof-terms.ts'
import { knownTask } from './task-intent.ts'
import { taskStart } from './task-start.ts'
import type { World } from './world.ts'

/** Why no run begins on a task as its file stands, a sentence each; none where one may. One that was killed goes on as it was begun. */
export async function whyNotAnew(id: string, world: World): Promise<string[]> {
  const { entries } = readJournal(world.place.root)
  return findUnfinishedRun(entries, id) === null ? whyOtherTerms(id, world) : []
}

/**
 * What a task that was begun before says otherwise of its proof than it did then: the agent of an earlier run may have written it, to
 * be bound by less in the next. Nothing where it was done since. The command that proves the project is not looked at: agents may not
 * change what names it, and people do so between two runs, because the first could prove nothing. Nor is the environment, which is no agent’s.
 */
export async function whyOtherTerms(id: string, world: World): Promise<string[]> {
  const start = await taskStart(id, world)
  if (start.kind !== 'claim' || start.isOver || start.terms === null) return []
  const { terms, kind } = start
  const changes = changedTerms(terms, proofTerms(knownTask(id, world), world)).filter(
    ({ name }) =>
      name !== 'loop.test' && name !== 'environment' && !(terms.changesTests && name === 'changes_tests'),
  )
  return sayOtherTerms({ task: id, kind, changes })
}

export function otherTerms(id: string, reasons: readonly string[]): Fault {
  return new Fault({
    kind: 'user',
    code: 'other-terms',
    message: [`${id} was begun on other terms than its file names now.`, ...reasons].join('\n'),
    hint: `keel task edit ${id} --renew-terms`,
  })
}
