import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { languageOf } from '#context/code/languages/all.ts'
import { findMade } from './find-made.ts'
import type { Past, Seed } from './history/read-past.ts'
import { orderByScore } from './order-by-score.ts'
import type { Action } from './task/describe-task.ts'
import type { Mentions } from './task/find-mentions.ts'
import type { Task } from './task/read-task.ts'
import { weighTerms } from './task/weigh-terms.ts'
import { placeOfChunk, type Words } from './words/gather-words.ts'
import { type ChunkScores, scoreChunks, scoreFiles, scorePaths } from './words/score-terms.ts'

export type RankRequest = {
  readonly task: Task
  readonly mentions: Mentions
  readonly graph: CodeGraph
  readonly words: Words
  readonly past: Past
  readonly action: Action
  /** By path, from 0 to 1: what a store of knowledge says. */
  readonly known: ReadonlyMap<string, number>
  readonly emphasis: Emphasis
}

export type Signal = keyof typeof SIGNAL_WEIGHTS

/** By file of a graph, from 0 to 1. */
export type Signals = Readonly<Record<Signal, Float64Array>>

/** All files of a graph, by their places there. */
export type Ranking = {
  readonly signals: Signals
  /** What the signals of a file come to. */
  readonly scoreOf: (file: number) => number
}

/** A file with what it comes to. */
export type RankedFile = { readonly file: number; readonly score: number }

/** What each signal adds, where the best file of a signal has 1. See bench/pack for what each is worth. */
export const SIGNAL_WEIGHTS = {
  words: 3.08,
  chunks: 3.42,
  title: 1.11,
  coverage: -0.67,
  path: 0.54,
  history: 1.89,
  namedPath: 3.78,
  namedFile: 2.01,
  namedModule: 1.6,
  frame: 3.6,
  symbol: 0.75,
  changedWith: 1.15,
  imported: 0.85,
  recent: 1.6,
  aside: -1.44,
  prose: -3,
  test: -6,
  made: -3,
  /** What a store of knowledge says, where one is asked. Not measured: it depends on whoever makes the vectors. */
  knowledge: 1.5,
} as const

/** What of these comes from the code's structure, and what from its text. */
const FAMILIES = {
  ast: ['namedPath', 'namedFile', 'namedModule', 'frame', 'symbol', 'imported'],
  semantic: ['words', 'chunks', 'title', 'coverage', 'path', 'history', 'knowledge'],
} as const satisfies Record<string, readonly Signal[]>

/** How much each family counts, beside what was measured. */
export type Emphasis = Readonly<Record<keyof typeof FAMILIES, number>>

const SIGNALS = Object.keys(SIGNAL_WEIGHTS) as readonly Signal[]

/** How likely it is of each file of a graph that a task is about it. Columns, and no record for each file: few are ever looked at. */
export function rankFiles(request: RankRequest): Ranking {
  const signals = weighSignals(request)
  return { signals, scoreOf: sumSignals(signals, { weights: weightsFor(request.emphasis) }) }
}

/** What the signals of a file come to: all of them, or those that are left when some are switched off to see what they are worth. */
export function sumSignals(
  signals: Signals,
  { off = NONE, weights = SIGNAL_WEIGHTS }: { off?: ReadonlySet<Signal>; weights?: Weights } = {},
): (file: number) => number {
  const counted = SIGNALS.filter((name) => !off.has(name)).map((name) => ({
    column: signals[name],
    weight: weights[name],
  }))
  return (file) => {
    let sum = 0
    for (const { column, weight } of counted) sum += weight * (column[file] ?? 0)
    return sum
  }
}

const NONE: ReadonlySet<Signal> = new Set()

type Weights = Readonly<Record<Signal, number>>

export function weightsFor(emphasis: Emphasis): Weights {
  const weights: Record<Signal, number> = { ...SIGNAL_WEIGHTS }
  for (const family of ['ast', 'semantic'] as const)
    for (const name of FAMILIES[family]) weights[name] *= emphasis[family]
  return weights
}

function weighSignals({ task, action, graph, words, past, mentions, known }: RankRequest): Signals {
  const query = weighTerms(task.parts)
  const titled = weighTerms(task.parts, ['title'])
  const prose = Float64Array.from(graph.paths, (path) => (isCode(path) ? 0 : 1))
  const likely = Uint8Array.from(graph.roles, (role, file) =>
    role === 'source' && prose[file] === 0 ? 1 : 0,
  )
  // What is rare among these tells them apart: texts and tests of which there are many must not decide that.
  const among = likely.includes(1) ? likely : likely.fill(1)
  const even = evenAmong(among)
  const scoreLikely = scoreFiles(words, { among })
  const own = {
    words: even(scoreLikely(query)),
    chunks: even(bestThree(words, scoreChunks(words, { among })(query))),
    title: even(scoreLikely(titled)),
    coverage: even(scoreFiles(words, { settings: COVERAGE })(query)),
    path: even(scorePaths(words, query)),
    history: even(past.score(query)),
    namedPath: mentions.path,
    namedFile: mentions.fileName,
    namedModule: mentions.module,
    frame: mentions.frame,
    symbol: mentions.symbol,
    recent: past.recency,
    aside: Float64Array.from(graph.paths, (path) => (ASIDE.test(path) ? 1 : 0)),
    prose: action === 'document' ? prose.map(slightly) : prose,
    test: Float64Array.from(graph.roles, (role) => (role !== 'test' ? 0 : action === 'test' ? SLIGHT : 1)),
    knowledge: Float64Array.from(graph.paths, (path) => known.get(path) ?? 0),
  }
  const seeds = seedsOf(own)
  return {
    ...own,
    made: findMade({ graph, words, files: [...seeds.order.subarray(0, LOOKED_AT)] }),
    changedWith: even(past.changedWith(firstOf(seeds))),
    imported: even(importedBy(graph, seeds)),
  }
}

/** Who is to write tests, or documents, wants them: they are last no longer. */
const SLIGHT = 0.2
const slightly = (value: number) => value * SLIGHT

/** Whether a term is there counts, and not how often. */
const COVERAGE = { saturation: 0.05, lengthShare: 0.7, path: 5 }
const SEEDS = 5
/** How many of the first are looked at more closely. */
const LOOKED_AT = 60

/** What is written for people speaks of everything, and is seldom what has to be changed. */
function isCode(path: string): boolean {
  const language = languageOf(path)
  return language === null ? COMPONENT.test(path) : language.grammar !== 'markdown'
}

/** Of a page: code, though nothing here parses it. */
const COMPONENT = /\.(?:vue|svelte|astro)$/i

const ASIDE =
  /(^|\/)(docs?|documentation|examples?|benchmarks?|scripts?|tools?|ci|\.github|templates?|samples?|demos?|contrib|hack)\//i

type Own = Readonly<Record<Exclude<Signal, 'changedWith' | 'imported' | 'made'>, Float64Array>>

/** By file what it is worth, from 0 to 1, and the files in that order; those that are worth nothing may be in any. */
type Seeds = { readonly order: Uint32Array; readonly worths: Float64Array }

/** Where to look for others: by all that is known so far. */
function seedsOf(own: Own): Seeds {
  // One function for all files: to make one for each takes longer than to add up.
  const at = (scores: Float64Array, file: number) => scores[file] ?? 0
  const scores = own.words.map(
    (words, file) =>
      words +
      at(own.chunks, file) +
      0.4 *
        (at(own.title, file) +
          at(own.history, file) +
          at(own.symbol, file) +
          at(own.namedFile, file) +
          at(own.namedModule, file)) +
      at(own.namedPath, file) +
      0.8 * at(own.frame, file) -
      0.6 * at(own.test, file),
  )
  const order = strongestFirst(scores)
  const best = Math.max(order[0] === undefined ? 1 : at(scores, order[0]), 1e-9)
  return { order, worths: scores.map((score) => Math.max(0, score) / best) }
}

function firstOf({ order, worths }: Seeds): Seed[] {
  return Array.from(order.subarray(0, SEEDS), (file) => ({ file, worth: worths[file] ?? 0 }))
}

/** All files. Where enough are worth something, the others follow as they come: to sort all takes longer than to score them. */
function strongestFirst(scores: Float64Array): Uint32Array {
  const [strong, weak]: [number[], number[]] = [[], []]
  for (let file = 0; file < scores.length; file += 1) ((scores[file] ?? 0) > 0 ? strong : weak).push(file)
  if (strong.length < LOOKED_AT) return orderByScore(scores)
  const order = new Uint32Array(scores.length)
  order.set(orderByScore(scores, strong))
  order.set(weak, strong.length)
  return order
}

/** By file: how strong those are that need it. */
function importedBy({ edges: { starts, to }, paths }: CodeGraph, { order, worths }: Seeds): Float64Array {
  const sums = new Float64Array(paths.length)
  const users = new Float64Array(paths.length)
  // By file: the last that was seen to need it, so that each counts once.
  const last = new Int32Array(paths.length).fill(-1)
  for (const file of order) {
    const end = starts[file + 1] ?? 0
    const strength = (worths[file] ?? 0) ** 2
    for (let edge = starts[file] ?? 0; edge < end; edge += 1) {
      const target = to[edge] ?? 0
      if (last[target] === file) continue
      last[target] = file
      users[target] = (users[target] ?? 0) + 1
      // For most there is nothing to add.
      if (strength > 0) sums[target] = (sums[target] ?? 0) + strength
    }
  }
  return sums.map((sum, file) => (sum === 0 ? 0 : sum / Math.sqrt(users[file] ?? 1)))
}

/** The mean of a file's three best chunks. */
function bestThree({ parts, count }: Words, scores: ChunkScores): Float64Array {
  const best = new Float64Array(count * 3)
  const add = (place: number, score: number) => {
    let at = place * 3 + 2
    if (score <= (best[at] ?? 0)) return
    for (; at > place * 3 && (best[at - 1] ?? 0) < score; at -= 1) best[at] = best[at - 1] ?? 0
    best[at] = score
  }
  for (const [number, part] of parts.entries()) {
    const own = scores.parts[number]
    const isDone = new Uint8Array(own?.length ?? 0)
    for (const chunks of scores.found[number] ?? [])
      for (let entry = 0; entry < chunks.length; entry += 1) {
        const chunk = chunks[entry] ?? 0
        if (isDone[chunk] === 1) continue
        isDone[chunk] = 1
        add(placeOfChunk(part, chunk), own?.[chunk] ?? 0)
      }
  }
  return new Float64Array(count).map(
    (_, place) => ((best[place * 3] ?? 0) + (best[place * 3 + 1] ?? 0) + (best[place * 3 + 2] ?? 0)) / 3,
  )
}

/**
 * So that the best of those that are likely to be changed has 1. A list of changes goes with every commit, and a handbook speaks
 * of everything: beside them, what is said of code would look like nothing.
 */
function evenAmong(likely: Uint8Array): (scores: Float64Array) => Float64Array {
  return (scores) => {
    let [most, mostOfLikely] = [0, 0]
    for (let file = 0; file < scores.length; file += 1) {
      const score = scores[file] ?? 0
      if (score > most) most = score
      if (score > mostOfLikely && likely[file] === 1) mostOfLikely = score
    }
    const best = mostOfLikely || most
    return best > 0 ? scores.map((score) => Math.min(1, score / best)) : scores
  }
}
