import { TOKENIZER } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import { analyze } from './analyze.ts'
import { type Assembled, assemble } from './assemble.ts'
import type { AssembledFile } from './choose-files.ts'
import type { ContextPack } from './context-pack.ts'
import { findDependencies } from './find-dependencies.ts'
import { findTests } from './find-tests.ts'
import { rememberCounts } from './fit/remember-counts.ts'
import type { Said } from './fit/say-gaps.ts'
import { fitChosen } from './fit-chosen.ts'
import { orAfresh } from './or-afresh.ts'
import { packByKnowledge } from './pack-by-knowledge.ts'
import type { PackQuestion } from './pack-question.ts'
import { sumLeftOut } from './sum-left-out.ts'
import { SUMMARY_CHARACTERS_MAX, summarize } from './summarize.ts'
import type { TaskDescription } from './task/describe-task.ts'
import { usersOf } from './users-of.ts'

/** The walk: what the task says, which files and definitions that is about, as much of them as there is room for, and that in a few words. */
export async function pack(question: PackQuestion): Promise<ContextPack> {
  try {
    return await orAfresh(question, walk)
  } catch (error) {
    const { knowledge: voice, signal } = question
    if (voice === null || error instanceof Fault || signal?.aborted === true) throw error
    return await packByKnowledge(question, { ...analyze(question), voice, why: String(error) })
  }
}

async function walk(question: PackQuestion): Promise<ContextPack> {
  const analysis = analyze(question)
  const assembled = await assemble(analysis, question)
  try {
    const { countTokens, keep } = rememberCounts(question)
    const fitted = fitChosen(assembled, { task: analysis.task, question: { ...question, countTokens } })
    const told = tellAll(assembled, { description: analysis.description, fitted, question })
    const { summaryTokensMax: tokensMax } = question
    const limits = { tokensMax, charactersMax: SUMMARY_CHARACTERS_MAX, countTokens }
    const summary = summarize(told, limits)
    keep()
    return { ...told, summary, text: fitted.text }
  } finally {
    assembled.close()
  }
}

type Telling = {
  readonly description: TaskDescription
  readonly fitted: Said
  readonly question: PackQuestion
}

function tellAll(
  assembled: Assembled,
  { description, fitted, question }: Telling,
): Omit<ContextPack, 'summary' | 'text'> {
  const { view, files, others, definitions, tell } = assembled
  const first = files.slice(0, KEY_FILES)
  const key = first.map(({ file }) => file)
  const users = usersOf(key, view.graph)
  return {
    task: description,
    budget: question.budget,
    tokens: fitted.tokens,
    tokenizer: TOKENIZER,
    files: fitted.files,
    noRoom: fitted.noRoom,
    ranking: (files.length < RANKING_MIN ? [...files, ...others()].slice(0, RANKING_MIN) : files)
      .slice(0, RANKING_MAX)
      .map((one) => ({ path: one.path, score: one.part, reasons: tell(one.file) })),
    symbols: definitions.slice(0, SYMBOLS_MAX).map(({ file, definition, qualifiedName, score }) => ({
      path: view.graph.paths[file] ?? '',
      qualifiedName,
      kind: definition.kind,
      line: definition.line,
      endLine: definition.endLine,
      score: partOf(score, definitions),
    })),
    dependencies: findDependencies({ graph: view.graph, files: key, users }),
    tests: findTests({ graph: view.graph, files: first.map(toLikely), users }),
    gaps: fitted.gaps,
    leftOut: sumLeftOut(view.leftOut),
  }
}

const RANKING_MAX = 300
/** So many are told of, even where few have anything to do with the task. */
const RANKING_MIN = 50
const SYMBOLS_MAX = 100
const KEY_FILES = 10

function toLikely({ file, part }: AssembledFile): { file: number; score: number } {
  return { file, score: part }
}

function partOf(score: number, definitions: Assembled['definitions']): number {
  const best = definitions[0]?.score ?? 0
  return best <= 0 ? 0 : Math.min(1, Math.max(0, score / best))
}
