import type { CodeGraph } from '#context/code/graph/code-graph.ts'
import { qualifiedNameOf } from '#context/code/qualified-name-of.ts'
import type { Definition } from '#context/code/tags.ts'
import type { RankedFile } from './rank-files.ts'
import { identifiersIn } from './task/find-mentions.ts'
import type { Task } from './task/read-task.ts'
import { weighTerms } from './task/weigh-terms.ts'
import { eachFile, type Words } from './words/gather-words.ts'
import { scoreChunks } from './words/score-terms.ts'

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
  readonly signs: Signs
}

/** What each sign adds. See bench/pack. */
const WEIGHTS = {
  /** How far its file is behind the best, and how much of all hope lies in that file. */
  file: 2.27,
  hope: -0.38,
  words: 1.89,
  title: 1.15,
  code: 0.91,
  /** It is named: as code, in code that is shown, or as a word. */
  named: 0.38,
  shown: 0.48,
  said: 0.53,
  frame: 1.35,
  linked: 0.96,
  makes: 0.96,
  special: 0.37,
  length: 3.33,
  /** Beside the best of its file. */
  wordsThere: 1.66,
  titleThere: 0.23,
} as const

export type Signs = Readonly<Record<keyof typeof WEIGHTS, number>>

/** Functions and types of the files that a task is most likely about, those first that it is most likely about itself. */
export function rankDefinitions(request: DefinitionRequest): RankedDefinition[] {
  const { graph, words, files } = request
  const clues = readClues(request)
  const first = files.slice(0, FILES_MAX)
  const chunksOf = chunksByFile(words, new Set(first.map(({ file }) => file)))
  return first
    .flatMap(({ file, score }) => {
      const definitions = graph.definitionsOf(file)
      const chunks = (chunksOf.get(file) ?? [])
        .flatMap((place) => scoredOf(place, { definitions, words, clues }))
        .sort((one, other) => other.words - one.words)
        .slice(0, EACH_MAX)
      const there = {
        path: graph.paths[file] ?? '',
        score,
        words: most(chunks.map((chunk) => chunk.words)),
        title: most(chunks.map((chunk) => chunk.title)),
      }
      return chunks.map((chunk) => {
        const signs = signsOf(chunk, { there, clues, request })
        const { definition } = chunk
        return {
          file,
          definition,
          qualifiedName: qualifiedNameOf(definition, definitions),
          signs,
          score: weigh(signs),
        }
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
  readonly best: number
  readonly mass: number
}

function readClues({ task: { parts }, words, files }: DefinitionRequest): Clues {
  const best = files[0]?.score ?? 0
  return {
    scores: {
      words: even(scoreChunks(words, { query: weighTerms(parts) })),
      title: even(scoreChunks(words, { query: weighTerms(parts, ['title']) })),
      code: even(scoreChunks(words, { query: weighTerms(parts, ['inline', 'block', 'trace', 'error']) })),
    },
    named: identifiersIn(parts),
    shown: new Set(`${parts.block}\n${parts.trace}`.match(IDENTIFIER)),
    said: new Set(`${parts.title}\n${parts.prose}`.match(IDENTIFIER)),
    best,
    mass: files.reduce((sum, { score }) => sum + Math.exp(score - best), 0),
  }
}

type Scored = {
  readonly definition: Definition
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

function scoredOf({ part, chunk }: Place, { definitions, words, clues: { scores } }: Scoring): Scored[] {
  const segment = words.parts[part]?.segment
  const definition = definitions[segment?.definitionOf[chunk] ?? -1]
  if (definition === undefined || definition.kind === 'heading') return []
  const scoreOf = ({ parts, best }: Even) => (parts[part]?.[chunk] ?? 0) / best
  return [
    {
      definition,
      length: segment?.lengthOf[chunk] ?? 0,
      words: scoreOf(scores.words),
      title: scoreOf(scores.title),
      code: scoreOf(scores.code),
    },
  ]
}

/** A file, with the most that a chunk of it has. */
type There = {
  readonly path: string
  readonly score: number
  readonly words: number
  readonly title: number
}

function most(scores: readonly number[]): number {
  return Math.max(1e-9, ...scores)
}

function signsOf(
  { definition, length, words, title, code }: Scored,
  { there, clues, request }: { there: There; clues: Clues; request: DefinitionRequest },
): Signs {
  const { path, score } = there
  const { name } = definition
  const behind = score - clues.best
  const located = { path, definition }
  return {
    file: Math.max(behind, -8) / 4,
    hope: Math.exp(behind) / clues.mass,
    words,
    title,
    code,
    ...namedHow(name, { clues, request }),
    frame: frameOf(request.task, located),
    linked: isLinked(request.task, located) ? 1 : 0,
    makes: /^(?:__init__|constructor|new|init)$/.test(name) ? 1 : 0,
    special: /^__\w+__$/.test(name) ? 1 : 0,
    length: Math.log(1 + length) / 6,
    wordsThere: words / there.words,
    titleThere: title / there.title,
  }
}

/** The rarer its name, the more it says to be named. */
function namedHow(
  name: string,
  { clues: { named, shown, said }, request: { definersOf } }: { clues: Clues; request: DefinitionRequest },
): Pick<Signs, 'named' | 'shown' | 'said'> {
  const how = named.has(name) ? 'named' : shown.has(name) ? 'shown' : said.has(name) ? 'said' : null
  const signs = { named: 0, shown: 0, said: 0 }
  return how === null ? signs : { ...signs, [how]: 1 / Math.max(1, definersOf(name).length) }
}

const FILES_MAX = 60
const EACH_MAX = 80
const IDENTIFIER = /[A-Za-z_$][\w$]*/g

function weigh(signs: Signs): number {
  return (Object.keys(WEIGHTS) as (keyof Signs)[]).reduce((sum, sign) => sum + WEIGHTS[sign] * signs[sign], 0)
}

type Place = { readonly part: number; readonly chunk: number }

function chunksByFile({ parts }: Words, files: ReadonlySet<number>): Map<number, Place[]> {
  const chunks = new Map<number, Place[]>()
  for (const [number, part] of parts.entries())
    eachFile(part, (file, { start, end }) => {
      if (!files.has(file)) return
      const known = chunks.get(file) ?? []
      chunks.set(file, known)
      for (let chunk = start; chunk < end; chunk += 1)
        if ((part.segment.definitionOf[chunk] ?? -1) >= 0) known.push({ part: number, chunk })
    })
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

function even(parts: readonly Float64Array[]): Even {
  let best = 0
  for (const scores of parts)
    for (let chunk = 0; chunk < scores.length; chunk += 1) best = Math.max(best, scores[chunk] ?? 0)
  return { parts, best: best > 0 ? best : 1 }
}
