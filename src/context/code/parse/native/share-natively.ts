import type { Language } from '../../language.ts'
import type { NativeParsers, ParseNatively } from './start-native.ts'

/**
 * Several native parsers as one: a text goes to the one that has the least before it. To make tags of what they find takes a thread half
 * as long as it takes them to find it, and a thread more would compile all that it does anew.
 */
export function shareNatively(programs: readonly NativeParsers[]): NativeParsers {
  const opened = new Map<Language, Promise<ParseNatively | null>>()
  const open = async (language: Language): Promise<ParseNatively | null> => {
    const all = await Promise.all(
      programs.map(async ({ parserOf, waiting }) => ({ parse: await parserOf(language), waiting })),
    )
    const able = all.flatMap(({ parse, waiting }) => (parse === null ? [] : [{ parse, waiting }]))
    const [first, ...others] = able
    if (first === undefined) return null
    return (request) => {
      let idlest = first
      for (const one of others) if (one.waiting() < idlest.waiting()) idlest = one
      return idlest.parse(request)
    }
  }
  return {
    parserOf: (language) => {
      const opening = opened.get(language) ?? open(language)
      opened.set(language, opening)
      return opening
    },
    waiting: () => programs.reduce((sum, { waiting }) => sum + waiting(), 0),
    end: async () => {
      await Promise.all(programs.map(({ end }) => end()))
    },
  }
}
