import type { Definition } from '#context/code/tags.ts'
import type { Arrays } from '#kit/arrays-file.ts'
import { termsOfWord, WORD } from '#kit/terms-of.ts'
import { chunkFile, FIELDS } from './chunk-file.ts'
import { toDictionary } from './dictionary.ts'
import { startEntries } from './entries.ts'

/** A file with its text, as it is to be found. */
export type WordFile = {
  readonly path: string
  readonly text: string
  readonly definitions: readonly Definition[]
}

/** What a term counts in a name, in the head of a definition, in documentation and in code. */
const WEIGHTS = { name: 5, head: 1, doc: 0.7, body: 1 }

/** The arrays of a segment, see `readSegment`. */
export function indexWords(files: Iterable<WordFile>): Arrays {
  const vocabulary = startVocabulary()
  const [chunks, paths, definers] = [startEntries(), startEntries(), startEntries()]
  const chunkStarts = [0]
  const definitionOf: number[] = []
  const lengthOf: number[] = []
  let place = 0
  for (const { path, text, definitions } of files) {
    const first = definitionOf.length
    for (const { definition, length, counts } of countChunks({ path, text, definitions, vocabulary })) {
      definitionOf.push(definition ?? -1)
      lengthOf.push(length)
      const member = definitionOf.length - 1
      for (const [term, weight] of counts) chunks.add({ term, member, weight })
    }
    chunkStarts.push(Math.max(first, definitionOf.length))
    for (const word of path.split(/[/.-]/))
      for (const term of vocabulary.numbersOf(word)) paths.add({ term, member: place, weight: 1 })
    for (const name of new Set(
      definitions.flatMap(({ kind, name: own }) => (kind === 'heading' ? [] : [own])),
    ))
      definers.add({ term: vocabulary.numberOf(`#${name}`), member: place, weight: 1 })
    place += 1
  }
  const { terms, placeOf } = vocabulary.finish()
  return {
    chunkStarts: Uint32Array.from(chunkStarts),
    definitionOf: Uint32Array.from(definitionOf),
    lengthOf: Uint32Array.from(lengthOf),
    ...toDictionary(terms, {
      inChunks: chunks.finish(terms.length, placeOf),
      inPaths: paths.finish(terms.length, placeOf),
      definers: definers.finish(terms.length, placeOf),
    }),
  }
}

type Counted = {
  readonly definition: number | null
  readonly length: number
  readonly counts: ReadonlyMap<number, number>
}

function countChunks({
  path,
  text,
  definitions,
  vocabulary,
}: WordFile & { vocabulary: Vocabulary }): Counted[] {
  const lines = text.split('\n')
  const { chunks, chunkOf, fieldOf } = chunkFile({ path, lines, definitions })
  const counts: Map<number, number>[] = chunks.map(() => new Map())
  const lengths = chunks.map(() => 0)
  const add = (chunk: number, { word, weight }: { word: string; weight: number }) => {
    const there = counts[chunk]
    if (there === undefined) return
    for (const term of vocabulary.numbersOf(word)) there.set(term, (there.get(term) ?? 0) + weight)
  }
  for (const [line, content] of lines.entries()) {
    const chunk = chunkOf[line] ?? 0
    const weight = BY_FIELD[fieldOf[line] ?? 0] ?? 1
    for (const [word] of content.matchAll(WORD)) {
      add(chunk, { word, weight })
      lengths[chunk] = (lengths[chunk] ?? 0) + 1
    }
  }
  return chunks.map(({ definition }, chunk) => {
    for (const name of namesOf(definition, definitions)) add(chunk, { word: name, weight: WEIGHTS.name })
    return { definition, length: lengths[chunk] ?? 0, counts: counts[chunk] ?? new Map() }
  })
}

const BY_FIELD: Readonly<Record<number, number>> = {
  [FIELDS.body]: WEIGHTS.body,
  [FIELDS.head]: WEIGHTS.head,
  [FIELDS.doc]: WEIGHTS.doc,
}

/** Its own, with those of what it is in. What is in no definition goes by the names of its constants. */
function namesOf(place: number | null, definitions: readonly Definition[]): string[] {
  if (place === null)
    return definitions
      .filter(({ kind, parent }) => parent === null && (kind === 'constant' || kind === 'variable'))
      .map(({ name }) => name)
  const definition = definitions[place]
  return definition === undefined ? [] : [definition.name, ...namesAround(definition, definitions)]
}

function namesAround({ parent }: Definition, definitions: readonly Definition[]): string[] {
  const around = parent === null ? undefined : definitions[parent]
  return around === undefined ? [] : [around.name, ...namesAround(around, definitions)]
}

type Vocabulary = {
  readonly numbersOf: (word: string) => readonly number[]
  readonly numberOf: (term: string) => number
  /** The terms in their order, and the place there of each number. */
  readonly finish: () => { readonly terms: readonly string[]; readonly placeOf: Uint32Array }
}

function startVocabulary(): Vocabulary {
  const numbers = new Map<string, number>()
  const ofWords = new Map<string, readonly number[]>()
  const numberOf = (term: string) => {
    const known = numbers.get(term) ?? numbers.size
    numbers.set(term, known)
    return known
  }
  return {
    numberOf,
    numbersOf: (word) => {
      const known = ofWords.get(word) ?? (word.match(WORD) ?? []).flatMap(termsOfWord).map(numberOf)
      ofWords.set(word, known)
      return known
    },
    finish: () => {
      const sorted = [...numbers.keys()].sort()
      const placeOf = new Uint32Array(sorted.length)
      for (const [place, term] of sorted.entries()) placeOf[numbers.get(term) ?? 0] = place
      return { terms: sorted, placeOf }
    },
  }
}
