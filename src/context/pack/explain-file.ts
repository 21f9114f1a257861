import { nearest } from '#kit/nearest.ts'
import { analyze } from './analyze.ts'
import { assemble } from './assemble.ts'
import { fitChosen } from './fit-chosen.ts'
import { orAfresh } from './or-afresh.ts'
import type { PackQuestion } from './pack-question.ts'
import { type Signal, weightsFor } from './rank-files.ts'

/** Why a file is in a pack, or is not. */
export type Explanation = {
  readonly path: string
  readonly outcome: 'in' | 'no-room' | 'below-minimum' | 'unrelated' | 'not-searched' | 'role' | 'unknown'
  /** A sentence. */
  readonly why: string
  /** Its place among all files, from 1; null where it has none. */
  readonly rank: number | null
  /** Of how many. */
  readonly of: number
  /** From 0 to 1. */
  readonly score: number
  /** What added to its score and what took from it, the most first. */
  readonly signals: readonly { readonly signal: Signal; readonly value: number; readonly adds: number }[]
  readonly reasons: readonly string[]
}

export async function explainFile(path: string, question: PackQuestion): Promise<Explanation> {
  return await orAfresh(question, (asked) => explain(path, asked))
}

async function explain(path: string, question: PackQuestion): Promise<Explanation> {
  const analysis = analyze(question)
  const assembled = await assemble(analysis, question)
  try {
    const { view, files, signals, tell } = assembled
    const place = files.findIndex((one) => one.path === path)
    const file = files[place]
    const bare = { path, rank: null, of: files.length, score: 0, signals: [], reasons: [] }
    if (file === undefined) return { ...bare, ...whyAbsent(path, { view, question }) }
    const weights = weightsFor(question.emphasis)
    const fitted = fitChosen(assembled, { task: analysis.task, question })
    const packed = fitted.files.find((one) => one.path === path)
    const why =
      packed !== undefined
        ? { outcome: 'in' as const, why: `It is in, ${LEVELS[packed.level]}, with ${packed.tokens} tokens.` }
        : file.part < question.minRelevance && !file.isNamed
          ? {
              outcome: 'below-minimum' as const,
              why: `Its score is below ${question.minRelevance} of the best one’s.`,
            }
          : { outcome: 'no-room' as const, why: 'There was no room for it: ask for a larger budget.' }
    return {
      ...why,
      path,
      rank: place + 1,
      of: files.length,
      score: file.part,
      signals: (Object.keys(weights) as Signal[])
        .map((signal) => {
          const value = signals[signal][file.file] ?? 0
          return { signal, value, adds: weights[signal] * value }
        })
        .filter(({ adds }) => adds !== 0)
        .sort((one, other) => Math.abs(other.adds) - Math.abs(one.adds)),
      reasons: tell(file.file),
    }
  } finally {
    assembled.close()
  }
}

const LEVELS = {
  full: 'whole',
  parts: 'with what matters of it and the signatures of the rest',
  signatures: 'with its signatures',
  stub: 'with one line',
}

function whyAbsent(
  path: string,
  { view, question }: { view: Awaited<ReturnType<typeof assemble>>['view']; question: PackQuestion },
): Pick<Explanation, 'outcome' | 'why'> {
  const left = view.leftOut.find((one) => one.path === path)
  if (left !== undefined) return { outcome: 'not-searched', why: `It was not searched: it is ${left.why}.` }
  if (!view.graph.paths.includes(path)) {
    const meant = nearest(path, view.graph.paths)
    const hint = meant === null ? '' : ` Did you mean ${meant}?`
    return { outcome: 'unknown', why: `There is no such file, or git ignores it.${hint}` }
  }
  return question.mayShow(path)
    ? { outcome: 'unrelated', why: 'It shares nothing with the task: no word, no name, no trace.' }
    : { outcome: 'role', why: 'This role may not see it.' }
}
