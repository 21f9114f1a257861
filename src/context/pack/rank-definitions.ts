import { basename, extname } from 'node:path'
import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { qualifiedNameOf } from '#context/code/qualified-name-of.ts'
import type { Definition } from '#context/code/tags.ts'
import type { RankedFile } from './rank-files.ts'
import { identifiersIn } from './task/find-mentions.ts'
import type { Task } from './task/read-task.ts'
import { weighTerms } from './task/weigh-terms.ts'
import type { Words } from './words/gather-words.ts'
import { type ChunkScores, scoreChunks } from './words/score-terms.ts'
import type { Segment } from './words/segment.ts'

export type DefinitionRequest = {
  readonly task: Task
  readonly graph: CodeGraph
  readonly words: Words
  readonly definersOf: (name: string) => readonly number[]
  /** The best first. */
  readonly files: readonly RankedFile[]
}

export type RankedDefinition = {
  readonly file: number
  readonly definition: Definition
  /** With the names of what it is in: `Basket.total`. */
  readonly qualifiedName: string
  readonly score: number
}

/** What each sign adds. Fitted on real issues, each repository left out in turn; bench/pack has what that comes to. */
const WEIGHTS = {
  /** How far its file is behind the best. */
  file: 1.75,
  words: 1.75,
  title: 1.05,
  code: 0.9,
  /** It is named: as code, in code that is shown, or as a word. */
  named: 0.9,
  shown: 0.4,
  said: 0.5,
  /** It is named with what it is in: `Basket.total`, `basket.open`. */
  whole: 0.75,
  frame: 1.35,
  linked: 1,
  /** It makes something: what the task speaks of, or something else. */
  makes: 1.35,
  makesOther: 0.25,
  /** How much code it has. What is written about it does not count: much of that is a sign of nothing. */
  length: 2.5,
  /** Beside the best of its file. */
  wordsThere: 1.4,
} as const

/** Functions and types of the files that a task is most likely about, those first that it is most likely about itself. */
export function rankDefinitions(request: DefinitionRequest): RankedDefinition[] {
  const { graph, words, files } = request
  const clues = readClues(request)
  const best = files[0]?.score ?? 0
  const first = files.slice(0, FILES_MAX)
  const chunksOf = chunksByFile(words, first)
  return first
    .flatMap(({ file, score }) => {
      const definitions = graph.definitionsOf(file)
      const chunks = scoredIn(chunksOf.get(file) ?? [], { definitions, words, clues })
      const behind = score - best
      const path = graph.paths[file] ?? ''
      const there = {
        path,
        name: basename(path, extname(path)),
        worth: WEIGHTS.file * (Math.max(behind, BEHIND_MAX) / 4),
        words: chunks.reduce((most, chunk) => Math.max(most, chunk.words), 1e-9),
      }
      return chunks.map((chunk) => {
        const qualifiedName = qualifiedNameOf(chunk.definition, definitions)
        const score = weigh(chunk, { qualifiedName, there, clues, request })
        return { file, definition: chunk.definition, qualifiedName, score }
      })
    })
    .sort(
      (one, other) =>
        other.score - one.score || one.file - other.file || one.definition.line - other.definition.line,
    )
}

/** What the task says, as it is asked for again and again. */
type Clues = {
  readonly scores: Readonly<Record<'words' | 'title' | 'code', Even>>
  readonly named: ReadonlyMap<string, number>
  readonly shown: ReadonlySet<string>
  readonly said: ReadonlySet<string>
  /** Two names that stand together, as `Basket.total`. */
  readonly whole: ReadonlySet<string>
}

function readClues({ task: { parts }, words }: DefinitionRequest): Clues {
  const [prose, code] = [`${parts.title}\n${parts.prose}`, `${parts.block}\n${parts.trace}`]
  const score = scoreChunks(words)
  return {
    scores: {
      words: even(score(weighTerms(parts))),
      title: even(score(weighTerms(parts, ['title']))),
      code: even(score(weighTerms(parts, ['inline', 'block', 'trace', 'error']))),
    },
    named: identifiersIn(parts),
    shown: new Set(code.match(IDENTIFIER)),
    said: new Set(prose.match(IDENTIFIER)),
    whole: pairsIn(`${prose}\n${code}`),
  }
}

/** Of `shop.Basket.total`, `shop.Basket` and `Basket.total`. */
function pairsIn(text: string): Set<string> {
  const pairs = new Set<string>()
  for (const [chain] of text.matchAll(CHAIN)) {
    const names = chain.split(JOINT)
    for (const [place, name] of names.slice(1).entries()) pairs.add(`${names[place]}.${name}`)
  }
  return pairs
}

const CHAIN = /[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)+/g
const JOINT = /\.|::|#/

type Scored = {
  readonly definition: Definition
  /** Of its code, in words. */
  readonly length: number
  readonly words: number
  readonly title: number
  readonly code: number
}

type Scoring = {
  readonly definitions: readonly Definition[]
  readonly words: Words
  readonly clues: Clues
}

/** Those that share the most words with the task, and these first. */
function scoredIn(places: readonly Place[], { definitions, words, clues: { scores } }: Scoring): Scored[] {
  const scored: Scored[] = []
  for (const { part, chunk } of places) {
    const segment = words.parts[part]?.segment
    const definition = definitions[segment?.definitionOf[chunk] ?? -1]
    if (definition === undefined || definition.kind === 'heading') continue
    scored.push({
      definition,
      length: segment?.codeOf[chunk] ?? 0,
      words: scoreOf(scores.words, { part, chunk }),
      title: scoreOf(scores.title, { part, chunk }),
      code: scoreOf(scores.code, { part, chunk }),
    })
  }
  return scored.sort((one, other) => other.words - one.words).slice(0, EACH_MAX)
}

function scoreOf({ parts, best }: Even, { part, chunk }: Place): number {
  return (parts[part]?.[chunk] ?? 0) / best
}

/** A file: what it adds itself, and the most that a chunk of it has. */
type There = {
  readonly path: string
  /** Of the file, without its ending. */
  readonly name: string
  readonly worth: number
  readonly words: number
}

type Weighing = {
  readonly qualifiedName: string
  readonly there: There
  readonly clues: Clues
  readonly request: DefinitionRequest
}

/** What all signs of a definition come to. There are thousands: they are added up as they are found. */
function weigh(
  { definition, length, words, title, code }: Scored,
  { qualifiedName, there, clues, request }: Weighing,
): number {
  const located = { path: there.path, definition }
  const holder = holderOf(qualifiedName) ?? there.name
  return (
    there.worth +
    WEIGHTS.words * words +
    WEIGHTS.title * title +
    WEIGHTS.code * code +
    worthOfName(definition.name, { holder, clues, request }) +
    WEIGHTS.frame * frameOf(request.task, located) +
    (isLinked(request.task, located) ? WEIGHTS.linked : 0) +
    WEIGHTS.length * (Math.log(1 + length) / 6) +
    WEIGHTS.wordsThere * (words / there.words)
  )
}

/** The name of the type that it is in, without what that is made for; null for what is in none. */
function holderOf(qualifiedName: string): string | null {
  return qualifiedName.split('.').at(-2)?.replace(/<.*/, '') ?? null
}

type Naming = { readonly holder: string; readonly clues: Clues; readonly request: DefinitionRequest }

/** The rarer its name, the more it says to be named. What makes something goes by the name of that. */
function worthOfName(name: string, { holder, clues, request: { definersOf } }: Naming): number {
  const { named, shown, said, whole } = clues
  const how = named.has(name) ? 'named' : shown.has(name) ? 'shown' : said.has(name) ? 'said' : null
  const isSpokenOf = shown.has(holder) || said.has(holder)
  return (
    (how === null ? 0 : WEIGHTS[how] / Math.max(1, definersOf(name).length)) +
    (whole.has(`${holder}.${name}`) ? WEIGHTS.whole : 0) +
    (MAKER.test(name) ? (isSpokenOf ? WEIGHTS.makes : WEIGHTS.makesOther) : 0)
  )
}

const MAKER = /^(?:__init__|constructor|new|init)$/

const FILES_MAX = 60
/** A file further behind than this is as unlikely as any. */
const BEHIND_MAX = -16
const EACH_MAX = 80
const IDENTIFIER = /[A-Za-z_$][\w$]*/g

type Place = { readonly part: number; readonly chunk: number }

function chunksByFile({ parts, count }: Words, files: readonly RankedFile[]): Map<number, Place[]> {
  const chunks = new Map<number, Place[]>()
  const isWanted = new Uint8Array(count)
  for (const { file } of files) isWanted[file] = 1
  for (const [number, { segment, placeOf }] of parts.entries())
    for (let file = 0; file < placeOf.length; file += 1) {
      const place = placeOf[file] ?? -1
      if (isWanted[place] !== 1) continue
      const own = definedIn(segment, file).map((chunk) => ({ part: number, chunk }))
      chunks.set(place, [...(chunks.get(place) ?? []), ...own])
    }
  return chunks
}

function definedIn({ chunkStarts, definitionOf }: Segment, file: number): number[] {
  const chunks: number[] = []
  for (let chunk = chunkStarts[file] ?? 0; chunk < (chunkStarts[file + 1] ?? 0); chunk += 1)
    if ((definitionOf[chunk] ?? -1) >= 0) chunks.push(chunk)
  return chunks
}

type Located = { readonly path: string; readonly definition: Definition }

/** The deeper a trace is in it, the more. */
function frameOf({ frames }: Task, { path, definition: { name, line, endLine } }: Located): number {
  const depth = frames.findIndex(
    (frame) =>
      isPathOf(path, frame.path) && ((line <= frame.line && frame.line <= endLine) || frame.name === name),
  )
  return depth === -1 ? 0 : 1 / (1 + depth)
}

function isLinked({ links }: Task, { path, definition: { line, endLine } }: Located): boolean {
  return links.some(
    ({ path: linked, lines }) =>
      lines !== null && isPathOf(path, linked) && lines[0] <= endLine && lines[1] >= line,
  )
}

/** What is said may be a path of another machine, or the end of one. */
function isPathOf(path: string, said: string): boolean {
  return said === path || said.endsWith(`/${path}`) || path.endsWith(`/${said}`)
}

/** By part and chunk, and what the best of them has. */
type Even = { readonly parts: readonly Float64Array[]; readonly best: number }

function even({ parts, found }: ChunkScores): Even {
  let best = 0
  for (const [number, scores] of parts.entries())
    for (const chunks of found[number] ?? [])
      for (let entry = 0; entry < chunks.length; entry += 1) {
        const score = scores[chunks[entry] ?? 0] ?? 0
        if (score > best) best = score
      }
  return { parts, best: best > 0 ? best : 1 }
}
