import type { Rows } from '#context/code/snapshot/rows.ts'
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

export type WordIndex = {
  readonly add: (file: WordFile) => void
  /** The arrays of a segment, see `readSegment`. */
  readonly finish: () => Arrays
}

/** One file after the other, so that who counts can look up in between. */
export function startIndex(): WordIndex {
  const vocabulary = startVocabulary()
  const counter = startCounting(vocabulary)
  const [chunks, paths, definers] = [startEntries(), startEntries(), startEntries()]
  const chunkStarts = [0]
  const definitionOf: number[] = []
  const lengthOf: number[] = []
  const codeOf: number[] = []
  const fileOf: number[] = []
  const wordsIn: number[] = []
  return {
    add: ({ path, text, definitions }) => {
      const place = wordsIn.length
      let words = 0
      for (const { definition, length, code } of countChunks({ path, text, definitions, counter })) {
        const member = definitionOf.push(definition ?? -1) - 1
        lengthOf.push(length)
        codeOf.push(code)
        fileOf.push(place)
        words += length
        counter.take((term, weight) => chunks.add({ term, member, weight }))
      }
      chunkStarts.push(definitionOf.length)
      wordsIn.push(words)
      for (const word of path.split(/[/.-]/))
        for (const term of vocabulary.numbersOf(word)) paths.add({ term, member: place, weight: 1 })
      for (const name of new Set(
        definitions.flatMap(({ kind, name: own }) => (kind === 'heading' ? [] : [own])),
      ))
        definers.add({ term: vocabulary.numberOf(`#${name}`), member: place, weight: 1 })
    },
    finish: () => {
      const { terms, placeOf } = vocabulary.finish()
      return {
        chunkStarts: Uint32Array.from(chunkStarts),
        definitionOf: Uint32Array.from(definitionOf),
        lengthOf: Uint32Array.from(lengthOf),
        codeOf: Uint32Array.from(codeOf),
        fileOf: Uint32Array.from(fileOf),
        wordsIn: Uint32Array.from(wordsIn),
        ...toDictionary(terms, {
          inChunks: chunks.finish(terms.length, placeOf),
          inPaths: paths.finish(terms.length, placeOf),
          definers: definers.finish(terms.length, placeOf),
        }),
      }
    },
  }
}

type Counted = { readonly definition: number | null; readonly length: number; readonly code: number }

/** One chunk after the other; what is in it is with the counter until the next is asked for. */
function* countChunks({
  path,
  text,
  definitions,
  counter,
}: WordFile & { counter: Counter }): Generator<Counted> {
  const lines = text.split('\n')
  const { chunks, chunkOf, fieldOf } = chunkFile({ path, lines, definitions })
  const { starts, members } = linesByChunk(chunkOf, chunks.length)
  for (const [chunk, { definition }] of chunks.entries()) {
    let [length, code] = [0, 0]
    for (const line of members.subarray(starts[chunk], starts[chunk + 1])) {
      const words = lines[line]?.match(WORD) ?? []
      const weight = BY_FIELD[fieldOf[line] ?? 0] ?? 1
      for (const word of words) counter.add(word, weight)
      length += words.length
      if (fieldOf[line] !== FIELDS.doc) code += words.length
    }
    for (const name of namesOf(definition, definitions)) counter.add(name, WEIGHTS.name)
    yield { definition, length, code }
  }
}

function linesByChunk(chunkOf: Uint16Array, count: number): Rows {
  const starts = new Uint32Array(count + 1)
  for (const chunk of chunkOf) starts[chunk + 1] = (starts[chunk + 1] ?? 0) + 1
  for (let chunk = 0; chunk < count; chunk += 1)
    starts[chunk + 1] = (starts[chunk + 1] ?? 0) + (starts[chunk] ?? 0)
  const next = starts.slice()
  const members = new Uint32Array(chunkOf.length)
  for (let line = 0; line < chunkOf.length; line += 1) {
    const chunk = chunkOf[line] ?? 0
    const place = next[chunk] ?? 0
    members[place] = line
    next[chunk] = place + 1
  }
  return { starts, members }
}

type Counter = {
  readonly add: (word: string, weight: number) => void
  /** Hands over what was added up, and begins anew. */
  readonly take: (use: (term: number, weight: number) => void) => void
}

/** Adds up in an array by term, of which only what was touched is looked at again: there are too many chunks for a map of each. */
function startCounting({ numbersOf }: Vocabulary): Counter {
  let sums = new Float64Array(FIRST)
  const touched: number[] = []
  return {
    add: (word, weight) => {
      for (const term of numbersOf(word)) {
        if (term >= sums.length) sums = grown(sums, term)
        if (sums[term] === 0) touched.push(term)
        sums[term] = (sums[term] ?? 0) + weight
      }
    },
    take: (use) => {
      for (const term of touched) {
        use(term, sums[term] ?? 0)
        sums[term] = 0
      }
      touched.length = 0
    },
  }
}

const FIRST = 1 << 16

function grown(sums: Float64Array, term: number): Float64Array<ArrayBuffer> {
  const more = new Float64Array(Math.max(term + 1, sums.length * 2))
  more.set(sums)
  return more
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
  if (definition === undefined) return []
  const { name, holder } = definition
  return [name, ...(holder === undefined ? [] : [holder]), ...namesAround(definition, definitions)]
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
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, numbers.size)
    return numbers.size - 1
  }
  return {
    numberOf,
    numbersOf: (word) => {
      const known = ofWords.get(word)
      if (known !== undefined) return known
      const own = ownText(word)
      const found = (own.match(WORD) ?? []).flatMap(termsOfWord).map(numberOf)
      ofWords.set(own, found)
      return found
    },
    finish: () => {
      const sorted = [...numbers.keys()].sort()
      const placeOf = new Uint32Array(sorted.length)
      for (const [place, term] of sorted.entries()) placeOf[numbers.get(term) ?? 0] = place
      return { terms: sorted, placeOf }
    },
  }
}

/** A copy: as a part of its file, a word would keep all of the file in memory. */
function ownText(word: string): string {
  return Buffer.from(word).toString('utf8')
}
