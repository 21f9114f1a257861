import { remember } from '#kit/remember.ts'
import type { Analysis } from './analyze.ts'
import { type Choice, chooseFiles } from './choose-files.ts'
import { openView, type View } from './open-view.ts'
import type { PackQuestion } from './pack-question.ts'
import { type RankedDefinition, rankDefinitions } from './rank-definitions.ts'
import { rankFiles, type Signals } from './rank-files.ts'
import { findMentions } from './task/find-mentions.ts'
import { findUnknown, type Grounds } from './task/find-unknown.ts'
import type { Task } from './task/read-task.ts'
import { weighTerms } from './task/weigh-terms.ts'
import { tellReasons } from './tell-reasons.ts'

/** What a task is likely about, before anybody asks how much of it there is room for. */
export type Assembled = Choice & {
  readonly view: View
  readonly signals: Signals
  readonly definitions: readonly RankedDefinition[]
  /** Why a file is among them, in sentences. */
  readonly tell: (file: number) => string[]
  /** What of the task is here, and what is not. */
  readonly grounds: Grounds
  /** What a store of knowledge did not say, and why; null where all was heard. */
  readonly unheard: string | null
  readonly close: () => void
}

export async function assemble({ task, description }: Analysis, question: PackQuestion): Promise<Assembled> {
  const [view, word] = await Promise.all([openView(question), hear(question, task)])
  try {
    const { graph, words, past, definersOf } = view
    const mentions = findMentions({ task, paths: graph.paths, definersOf })
    const grounds = findUnknown({ task, paths: graph.paths, words })
    const ranking = rankFiles({
      task,
      action: description.action,
      graph,
      words,
      past,
      mentions,
      known: word.scores,
      emphasis: question.emphasis,
    })
    const choice = chooseFiles({ ranking, view, question, description, grounds })
    const { signals } = ranking
    return {
      ...choice,
      view,
      signals,
      definitions: rankDefinitions({ task, graph, words, definersOf, files: choice.files }),
      tell: remember(tellReasons({ task, words, paths: graph.paths, definersOf, signals })),
      grounds,
      unheard: word.unheard,
      close: view.close,
    }
  } catch (error) {
    view.close()
    throw error
  }
}

type Heard = { readonly scores: ReadonlyMap<string, number>; readonly unheard: string | null }

/** Without the store a pack stands on the code alone, and says so. */
async function hear({ knowledge, task: text }: PackQuestion, task: Task): Promise<Heard> {
  if (knowledge?.when !== 'always') return { scores: new Map(), unheard: null }
  const word = await knowledge.ask({ text, terms: weighTerms(task.parts) })
  return word.kind === 'found'
    ? { scores: word.scores, unheard: word.note }
    : {
        scores: new Map(),
        unheard: `The store of knowledge did not answer, so this stands on the code alone: ${word.why}`,
      }
}
