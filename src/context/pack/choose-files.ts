import type { View } from './open-view.ts'
import { orderByScore } from './order-by-score.ts'
import type { PackQuestion } from './pack-question.ts'
import type { RankedFile, Ranking, Signals } from './rank-files.ts'
import { isUnder, type TaskDescription } from './task/describe-task.ts'
import type { Grounds } from './task/find-unknown.ts'

export type AssembledFile = RankedFile & {
  readonly path: string
  /** Of the best one's score: from 0 to 1. */
  readonly part: number
  /** The task says its name, or whoever asked does. */
  readonly isNamed: boolean
}

export type Choice = {
  /** All that has anything to do with a task and may be shown, the best first. */
  readonly files: readonly AssembledFile[]
  /** The rest, in the order in which they would come. */
  readonly others: () => readonly AssembledFile[]
  /** Paths that are named and may not be shown. */
  readonly unshown: readonly string[]
}

export type ChoiceRequest = {
  readonly ranking: Ranking
  readonly view: View
  readonly question: PackQuestion
  readonly description: TaskDescription
  readonly grounds: Grounds
}

/** Of all files those that matter, with what whoever asked says of them. Only these are put in order: they are seldom half of all. */
export function chooseFiles({ ranking, view, question, description, grounds }: ChoiceRequest): Choice {
  const { signals } = ranking
  const { paths } = view.graph
  const targets = new Set(question.targets)
  const isNamed = (file: number) =>
    targets.has(paths[file] ?? '') || (signals.namedPath[file] ?? 0) + (signals.namedFile[file] ?? 0) >= NAMED
  const [wanted, rest, unshown]: [number[], number[], number[]] = [[], [], []]
  for (const [file, path] of paths.entries()) {
    if (!view.isText(file) || !question.mayShow(path)) {
      if (isNamed(file)) unshown.push(file)
    } else if (isNamed(file) || (grounds.support !== 'none' && isAbout(signals, file))) wanted.push(file)
    else rest.push(file)
  }
  const favourOf = favouring({ paths, targets, question, description })
  const scores = new Float64Array(paths.length)
  const inOrder = (files: readonly number[]) => {
    for (const file of files) scores[file] = ranking.scoreOf(file) + favourOf(file)
    return orderByScore(scores, files)
  }
  const order = inOrder(wanted)
  const best = scores[order[0] ?? -1] ?? 0
  const withPart = (file: number): AssembledFile => {
    const score = scores[file] ?? 0
    const part = best <= 0 ? 0 : Math.min(1, Math.max(0, score / best))
    return { file, path: paths[file] ?? '', score, part, isNamed: isNamed(file) }
  }
  return {
    files: Array.from(order, withPart),
    others: () => (order.length === 0 ? [] : Array.from(inOrder(rest), withPart)),
    unshown: Array.from(inOrder(unshown), (file) => paths[file] ?? ''),
  }
}

/** A name that more than four files bear, such as index.ts, names none of them. */
const NAMED = 0.25

type Favour = {
  readonly paths: readonly string[]
  readonly targets: ReadonlySet<string>
  readonly question: PackQuestion
  readonly description: TaskDescription
}

function favouring({ paths, targets, question, description: { domain } }: Favour): (file: number) => number {
  const prefixes = domain === null ? [] : (question.domains[domain] ?? [])
  const domainWorth = question.domain === null ? GUESSED_DOMAIN : DOMAIN
  return (file) => {
    const path = paths[file] ?? ''
    return (targets.has(path) ? TARGET : 0) + (isUnder(path, prefixes) ? domainWorth : 0)
  }
}

/** What somebody points at counts as much as all that a text can say of a path. */
const TARGET = 8
const DOMAIN = 4
/** That of which only the text tells. */
const GUESSED_DOMAIN = 1.5

/** Whether it shares anything with the task but its age. */
function isAbout(signals: Signals, file: number): boolean {
  for (const name of ABOUT) if ((signals[name][file] ?? 0) > 0) return true
  return false
}

const ABOUT = [
  'words',
  'knowledge',
  'namedPath',
  'namedFile',
  'namedModule',
  'frame',
  'symbol',
] as const satisfies readonly (keyof Signals)[]
