import { languageOf } from '#context/code/languages/all.ts'
import { spokenLanguages } from './render/spoken-languages.ts'
import { languageName } from './structure/files/language-name.ts'
import type { Structure } from './structure/structure.ts'

export type Spoken = {
  readonly files: readonly { readonly path: string }[]
  readonly structure: Structure
}

/** Where much of the code is in a language that keel does not parse, the symbols of the rest should not be taken for those of the whole. */
export function noteOnGrammars({ files, structure }: Spoken): string[] {
  const large = spokenLanguages(structure.stack.languages).filter(({ percent }) => percent >= PERCENT_MIN)
  // The first file of such a language tells, and mostly one of the first files is.
  const missing = large.filter(({ name }) => !files.some(({ path }) => isParsedAs(name, path)))
  return missing.length === 0
    ? []
    : [
        `> No grammar for ${missing.map(({ name, percent }) => `${name} (${percent}% of the code)`).join(', ')}: ${missing.length === 1 ? 'its' : 'their'} symbols are missing.`,
      ]
}

const PERCENT_MIN = 33

function isParsedAs(name: string, path: string): boolean {
  return languageName(path.slice(path.lastIndexOf('/') + 1)) === name && languageOf(path) !== null
}
