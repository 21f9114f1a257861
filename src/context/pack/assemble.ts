import { remember } from '#kit/remember.ts'
import type { Analysis } from './analyze.ts'
import { openView, type View } from './open-view.ts'
import type { PackQuestion } from './pack-question.ts'
import { type RankedDefinition, rankDefinitions } from './rank-definitions.ts'
import { type RankedFile, rankFiles } from './rank-files.ts'
import { isUnder } from './task/describe-task.ts'
import { findMentions } from './task/find-mentions.ts'
import { findUnknown, type Grounds } from './task/find-unknown.ts'
import type { Task } from './task/read-task.ts'
import { weighTerms } from './task/weigh-terms.ts'
import { tellReasons } from './tell-reasons.ts'

/** What a task is likely about, before anybody asks how much of it there is room for. */
export type Assembled = {
  readonly view: View
  /** All that has anything to do with it and may be shown, the best first. */
  readonly files: readonly AssembledFile[]
  /** The rest, in the order in which they would come. */
  readonly others: readonly AssembledFile[]
  /** Paths that are named and may not be shown. */
  readonly unshown: readonly string[]
  readonly definitions: readonly RankedDefinition[]
  /** Why a file is among them, in sentences. */
  readonly tell: (file: RankedFile) => string[]
  /** What of the task is here, and what is not. */
  readonly grounds: Grounds
  /** What a store of knowledge did not say, and why; null where all was heard. */
  readonly unheard: string | null
  readonly close: () => void
}

export type AssembledFile = RankedFile & {
  readonly path: string
  /** Of the best one's score: from 0 to 1. */
  readonly part: number
  /** The task says its name, or whoever asked does. */
  readonly isNamed: boolean
}

export async function assemble({ task, description }: Analysis, question: PackQuestion): Promise<Assembled> {
  const [view, word] = await Promise.all([openView(question), hear(question, task)])
  try {
    const { graph, words, past, definersOf } = view
    const mentions = findMentions({ task, paths: graph.paths, definersOf })
    const grounds = findUnknown({ task, paths: graph.paths, words })
    const targets = new Set(question.targets)
    const prefixes = description.domain === null ? [] : (question.domains[description.domain] ?? [])
    const domainWorth = question.domain === null ? GUESSED_DOMAIN : DOMAIN
    const all = rankFiles({
      task,
      action: description.action,
      graph,
      words,
      past,
      mentions,
      known: word.scores,
      emphasis: question.emphasis,
    })
      .map((one) => {
        const path = graph.paths[one.file] ?? ''
        const favour = (targets.has(path) ? TARGET : 0) + (isUnder(path, prefixes) ? domainWorth : 0)
        const { file, signals } = one
        const isNamed = targets.has(path) || signals.namedPath + signals.namedFile >= NAMED
        return { file, signals, path, score: one.score + favour, isNamed }
      })
      .sort((one, other) => other.score - one.score || one.file - other.file)
    const shown = all.filter(({ file, path }) => view.isText(file) && question.mayShow(path))
    const isWanted = (one: (typeof all)[number]) =>
      one.isNamed || (grounds.support !== 'none' && isAbout(one))
    const ranked = shown.filter(isWanted)
    const best = ranked[0]?.score ?? 0
    const withPart = ({ file, signals, path, score, isNamed }: (typeof all)[number]) => {
      const part = best <= 0 ? 0 : Math.min(1, Math.max(0, score / best))
      return { file, signals, path, score, isNamed, part }
    }
    return {
      view,
      files: ranked.map(withPart),
      others: ranked.length === 0 ? [] : shown.filter((one) => !isWanted(one)).map(withPart),
      unshown: all.filter((one) => one.isNamed && !shown.includes(one)).map(({ path }) => path),
      definitions: rankDefinitions({ task, graph, words, definersOf, files: ranked }),
      tell: remember(tellReasons({ task, words, paths: graph.paths, definersOf })),
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

/** What somebody points at counts as much as all that a text can say of a path. */
const TARGET = 8
const DOMAIN = 4
/** That of which only the text tells. */
const GUESSED_DOMAIN = 1.5
/** A name that more than four files bear, such as index.ts, names none of them. */
const NAMED = 0.25

/** Whether it shares anything with the task but its age. */
function isAbout({ signals }: RankedFile): boolean {
  const { words, namedPath, namedFile, namedModule, frame, symbol, knowledge } = signals
  return knowledge + words + namedPath + namedFile + namedModule + frame + symbol > 0
}
