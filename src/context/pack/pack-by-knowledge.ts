import { isAbsolute } from 'node:path'
import { TOKENIZER } from '#kit/tokens.ts'
import type { ContextPack } from './context-pack.ts'
import { sayMissing } from './find-gaps.ts'
import { bestLines } from './fit/best-lines.ts'
import { fitFiles } from './fit/fit-files.ts'
import { sayGaps } from './fit/say-gaps.ts'
import type { KnowledgeVoice } from './knowledge-voice.ts'
import type { PackQuestion } from './pack-question.ts'
import { readTextFile } from './read-text-file.ts'
import { SUMMARY_CHARACTERS_MAX, summarize } from './summarize.ts'
import type { TaskDescription } from './task/describe-task.ts'
import type { Task } from './task/read-task.ts'
import { weighTerms, wordWeights } from './task/weigh-terms.ts'

export type Blind = {
  readonly task: Task
  readonly description: TaskDescription
  readonly voice: KnowledgeVoice
  /** Why the code could not be read. */
  readonly why: string
}

/** A pack of what a store alone knows, where the code itself cannot be read: it has files, and nothing of what is in them. */
export async function packByKnowledge(
  question: PackQuestion,
  { task, description, voice, why }: Blind,
): Promise<ContextPack> {
  const { root, budget, strategy, countTokens, mayShow, minRelevance } = question
  const word = await voice.ask({ text: question.task, terms: weighTerms(task.parts) })
  const scores = word.kind === 'found' ? word.scores : new Map<string, number>()
  const readHere = (path: string) => (isBelow(path) ? readTextFile(root, path) : null)
  const targets = new Set(question.targets.filter((path) => readHere(path)?.kind === 'text'))
  const ranking = [...new Map([...scores, ...[...targets].map((path) => [path, 1] as const)])]
    .filter(([path]) => mayShow(path))
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .map(([path, score]) => ({ path, score, reasons: [scores.has(path) ? SAID : ASKED] }))
  const weights = wordWeights(task.parts)
  const prospects = ranking
    .filter(({ path, score }) => score >= minRelevance || targets.has(path))
    .map(({ path, score, reasons }) => ({
      path,
      isNamed: targets.has(path),
      read: () => {
        const file = readHere(path)
        if (file?.kind !== 'text') return null
        const { text } = file
        const lines = bestLines(text, weights)
        return { path, score, reasons, isNamed: targets.has(path), text, lines, definitions: [], best: [] }
      },
    }))
  const { files, noRoom, gaps, text, tokens } = sayGaps({
    budget,
    countTokens,
    fitInto: (room) => fitFiles({ prospects, budget: room, strategy, countTokens }),
    gapsOf: (fitted) => [
      `The code could not be read (${why}): this is what the store of knowledge says alone.`,
      ...(word.kind === 'down' ? [`The store of knowledge did not answer: ${word.why}`] : []),
      ...sayMissing(
        question.targets.filter((path) =>
          fitted === null ? !targets.has(path) : !fitted.files.some((file) => file.path === path),
        ),
        (path) =>
          !mayShow(path)
            ? 'this role may not see it'
            : targets.has(path)
              ? 'there was no room, not even for a line'
              : 'it is not to be read here',
      ),
    ],
  })
  const told = {
    task: description,
    budget,
    tokens,
    tokenizer: TOKENIZER,
    files,
    noRoom,
    ranking: ranking.slice(0, RANKING_MAX),
    symbols: [],
    dependencies: [],
    tests: [],
    gaps,
    leftOut: [],
  }
  const limits = {
    tokensMax: question.summaryTokensMax,
    charactersMax: SUMMARY_CHARACTERS_MAX,
    countTokens,
  }
  return { ...told, summary: summarize(told, limits), text }
}

/** Nothing here tells which paths there are, and a record of a task may name any. */
function isBelow(path: string): boolean {
  return !isAbsolute(path) && !path.split(/[\\/]/).includes('..')
}

const SAID = 'The store of knowledge finds it.'
const ASKED = 'It is asked for.'
const RANKING_MAX = 300
