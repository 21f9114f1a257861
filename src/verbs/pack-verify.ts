import { join } from 'node:path'
import * as z from 'zod'
import { cacheFolder } from '#context/map/cache-folder.ts'
import { pack } from '#context/pack/pack.ts'
import { checkOut } from '#context/pack/verify/check-out.ts'
import { comparePack, type PackComparison } from '#context/pack/verify/compare-pack.ts'
import {
  type Change,
  type ChangeOutcome,
  findChange,
  findLastChanges,
} from '#context/pack/verify/find-change.ts'
import { holdLock } from '#kit/lock.ts'
import { Fault } from '#words/fault.ts'
import { misuse } from '#words/user-fault.ts'
import { packQuestion } from './pack-question.ts'
import { packSource, readPackTask } from './read-pack-task.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type PackVerification = {
  readonly comparisons: readonly PackComparison[]
  /** Of all: how many were hit at each count, and the mean of one by the first place. */
  readonly hits: { readonly at1: number; readonly at5: number; readonly at10: number }
  readonly meanReciprocalRank: number
}

export const packVerify = defineVerb({
  name: 'pack verify',
  summary: 'Compare packs with what was really changed.',
  details:
    'Builds the pack of a task as it would have been before the work began, from the files and the history of that time alone, and says where the ' +
    'files that were then changed stand in it. The text is yours, or what the commits say. What was found is kept in the journal, ' +
    'so that the ranking can be judged by the history of this very project.',
  examples: [
    { command: 'keel pack verify', explains: 'the last commit, by its own message' },
    { command: 'keel pack verify --file issue.md --against main', explains: 'this branch, by its issue' },
    { command: 'keel pack verify --last 20', explains: 'the last twenty commits, each by its message' },
  ],
  input: z.object({
    ...packSource,
    against: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe('What it was before: a branch, a tag or a commit. Default: the commit before the last.'),
    last: z.int().min(1).max(1000).optional().describe('As many commits, each by its message.'),
    budget: z.int().min(100).max(10_000_000).optional().describe('Tokens that a pack may take.'),
  }),
  positional: 'text',
  tells: 'progress',
  tool: null,
  configuration: 'valid',
  run: async ({ text, task, file, against, last, budget }, world): Promise<PackVerification> => {
    const { root } = world.place
    const isGiven = [text, task, file].some((one) => one !== undefined)
    if (last !== undefined && (isGiven || against !== undefined)) throw tooMuch()
    const given = isGiven ? readPackTask({ text, task, file }, world) : null
    const isLast = last !== undefined || (against === undefined && given === null)
    const changes = changesOf(
      isLast ? await findLastChanges(root, last ?? 1) : await findChange(root, against ?? 'HEAD~1'),
    ).filter(({ paths }) => paths.length > 0)
    if (changes.length === 0) throw nothing()
    return sum(await compareAll(changes, { given, budget, world }))
  },
  hasFindings: () => false,
})

type Comparing = {
  readonly given: { readonly task: string; readonly targets: readonly string[] } | null
  readonly budget: number | undefined
  readonly world: World
}

/** One after the other, in one folder: most files are the same from commit to commit, and what is known of them is kept. */
async function compareAll(
  changes: readonly Change[],
  { given, budget, world }: Comparing,
): Promise<PackComparison[]> {
  const cache = cacheFolder(world.place.root)
  if (cache === null) throw unfit('there is no folder that keel may write to')
  const lock = holdLock(join(cache, '.past.keel-tmp'))
  if (lock.kind === 'busy') throw busy(lock.process)
  try {
    const comparisons: PackComparison[] = []
    for (const change of changes) {
      world.signal.throwIfAborted()
      const out = await checkOut(world.place.root, { commit: change.base, folder: join(cache, 'past') })
      if (out.kind === 'failed') throw unfit(out.why)
      const question = await packQuestion({ task: change.message, ...given, targets: [], budget }, world)
      const compared = comparePack(await pack({ ...question, root: out.root }), change)
      const { title, base, changed, added, hits, reciprocalRank } = compared
      const entry = world.journal.append({
        kind: 'pack-verified',
        title,
        base,
        changed: [...changed],
        added,
        hits,
        reciprocalRank,
      })
      world.tell(entry)
      comparisons.push(compared)
    }
    return comparisons
  } finally {
    lock.release()
  }
}

function sum(comparisons: readonly PackComparison[]): PackVerification {
  const count = (at: keyof PackComparison['hits']) => comparisons.filter(({ hits }) => hits[at]).length
  const ranks = comparisons.reduce((total, { reciprocalRank }) => total + reciprocalRank, 0)
  return {
    comparisons,
    hits: { at1: count('at1'), at5: count('at5'), at10: count('at10') },
    meanReciprocalRank: ranks / comparisons.length,
  }
}

function changesOf(outcome: ChangeOutcome): readonly Change[] {
  if (outcome.kind === 'found') return outcome.changes
  throw unfit(outcome.why)
}

function unfit(why: string): Fault {
  return new Fault({
    kind: 'user',
    code: 'no-past',
    message: `There is nothing to compare with: ${why}.`,
    hint: 'git log --oneline -5',
  })
}

function nothing(): Fault {
  return new Fault({
    kind: 'user',
    code: 'nothing-changed',
    message: 'No file that was there before was changed, so no pack could have had it.',
    hint: 'keel pack verify --last 10',
  })
}

function tooMuch(): Fault {
  return misuse({
    message: '--last goes by the messages of the commits: it takes neither a text nor --against.',
    hint: 'keel pack verify --last 20',
  })
}

function busy(process: number): Fault {
  return new Fault({
    kind: 'user',
    code: 'at-work',
    message: `Process ${process} is comparing packs here.`,
    hint: 'keel log --follow',
  })
}
