import { TOKENIZER, type TokenCounter } from '#kit/tokens.ts'
import { candidatesOf } from './candidates-of.ts'
import { fitFiles, type PackedFile } from './fit.ts'
import { openView } from './open-view.ts'
import { rankDefinitions } from './rank-definitions.ts'
import { type RankedFile, rankFiles } from './rank-files.ts'
import { type LeftOutSum, sumLeftOut } from './sum-left-out.ts'
import { findMentions } from './task/find-mentions.ts'
import { readTask } from './task/read-task.ts'
import { wordWeights } from './task/weigh-terms.ts'
import { tellReasons } from './tell-reasons.ts'

export type PackQuestion = {
  readonly root: string
  readonly task: string
  /** Tokens the text may take. It never takes more. */
  readonly budget: number
  /** Files whose score, as a part of the best one's, is below this are not looked at. */
  readonly minRelevance: number
  readonly countTokens: TokenCounter
  /** Where what was read of the repository is kept; null to keep nothing. */
  readonly cache: string | null
  readonly signal?: AbortSignal | undefined
}

/** The context chosen for one task. */
export type Pack = {
  readonly budget: number
  readonly tokens: number
  readonly tokenizer: string
  /** What was chosen, the most telling first. Paths are relative to the project. */
  readonly files: readonly PackedFile[]
  /** What would have been next, had there been room. */
  readonly noRoom: readonly string[]
  /** The first of all files, whatever there was room for. */
  readonly ranking: readonly {
    readonly path: string
    readonly score: number
    readonly reasons: readonly string[]
  }[]
  /** The first of their definitions. */
  readonly symbols: readonly {
    readonly path: string
    readonly qualifiedName: string
    readonly kind: string
    readonly line: number
    readonly score: number
  }[]
  /** Files that were not searched. */
  readonly leftOut: readonly LeftOutSum[]
  readonly text: string
}

/** The walk: what the task says, which files and definitions that is about, and as much of them as there is room for. */
export async function pack(question: PackQuestion): Promise<Pack> {
  const { root, budget, minRelevance, countTokens } = question
  const task = readTask(question.task)
  const view = await openView(question)
  try {
    const { graph, words, past, definersOf } = view
    const mentions = findMentions({ task, paths: graph.paths, definersOf })
    const ranked = rankFiles({ task, graph, words, past, mentions }).filter(
      (one) => view.isText(one.file) && isAbout(one),
    )
    const definitions = rankDefinitions({ task, graph, words, definersOf, files: ranked })
    const tell = tellReasons({ task, words, paths: graph.paths, definersOf })
    const shown = ranked.slice(0, RANKING_MAX).map((one) => ({
      path: graph.paths[one.file] ?? '',
      score: partOf(one.score, ranked[0]?.score),
      reasons: tell(one),
    }))
    const chosen = shown.filter(
      ({ score, reasons }) => score >= minRelevance || reasons[0]?.startsWith('The task names'),
    )
    const weights = wordWeights(task.parts)
    const fitted = fitFiles({
      candidates: candidatesOf(chosen, { root, weights, definitions, paths: graph.paths }),
      budget,
      countTokens,
    })
    return {
      budget,
      tokens: countTokens(fitted.text),
      tokenizer: TOKENIZER,
      ...fitted,
      ranking: shown,
      symbols: definitions
        .slice(0, SYMBOLS_MAX)
        .map(({ file, definition: { kind, line }, qualifiedName, score }) => ({
          path: graph.paths[file] ?? '',
          qualifiedName,
          kind,
          line,
          score: partOf(score, definitions[0]?.score),
        })),
      leftOut: sumLeftOut(view.leftOut),
    }
  } finally {
    view.close()
  }
}

const RANKING_MAX = 300
const SYMBOLS_MAX = 100

/** Whether it shares anything with the task but its age. */
function isAbout({ signals }: RankedFile): boolean {
  const { words, namedPath, namedFile, namedModule, frame, symbol } = signals
  return words + namedPath + namedFile + namedModule + frame + symbol > 0
}

function partOf(score: number, best: number | undefined): number {
  return best === undefined || best <= 0 ? 0 : Math.min(1, Math.max(0, score / best))
}
