import { CAPTURE, type Captures } from './captures.ts'
import type { Draft } from './draft.ts'
import type { Language } from './language.ts'
import { type Place, placeAt } from './place.ts'
import type { Reference } from './tags.ts'

/** What was read off the captures of a text until now. */
export type Reading = {
  readonly language: Language
  readonly source: string
  readonly words: Captures['words']
  /** Where the words of the capture in hand begin. */
  at: number
  readonly drafts: Draft[]
  /** Those that the next capture may lie in, the innermost last. */
  readonly open: Draft[]
  readonly imports: ImportDraft[]
  /** What was imported by being named, once each. */
  readonly paths: Set<string>
  readonly references: UsedName[]
  /** The same by name, one for each way to use it. */
  readonly uses: Map<string, UsedName[]>
  readonly exportedNames: Set<string>
  exportedUntil: number
  localUntil: number
  /** Where the last name began of which is known what it is for. */
  knownAt: number
  nextDoc: Place | null
  module: string | null
}

export type ImportDraft = {
  readonly text: string
  readonly line: number
  specifier: string | null
  names: string[]
}

export type UsedName = Omit<Reference, 'lines'> & { readonly lines: number[] }

export function startReading({
  language,
  source,
  words,
}: Pick<Reading, 'language' | 'source' | 'words'>): Reading {
  return {
    language,
    source,
    words,
    at: 0,
    drafts: [],
    open: [],
    imports: [],
    paths: new Set(),
    references: [],
    uses: new Map(),
    exportedNames: new Set(),
    exportedUntil: -1,
    localUntil: -1,
    knownAt: -1,
    nextDoc: null,
    module: null,
  }
}

/** The letter that the capture in hand begins with. */
export function startOf({ words, at }: Reading): number {
  return words[at + CAPTURE.startIndex] ?? 0
}

export function endOf({ words, at }: Reading): number {
  return words[at + CAPTURE.endIndex] ?? 0
}

export function lineOf({ words, at }: Reading): number {
  return (words[at + CAPTURE.startRow] ?? 0) + 1
}

export function placeOf({ words, at }: Reading): Place {
  return placeAt(words, at)
}

export function textOf(reading: Reading): string {
  return reading.source.slice(startOf(reading), endOf(reading))
}
