import { extractTags } from '../../extract-tags.ts'
import type { Language } from '../../language.ts'
import { legible } from '../legible.ts'
import type { ParseOutcome, ParseRequest } from '../start-parsing.ts'
import type { Letters, Native } from './find-native.ts'
import { hasOtherLetters } from './has-other-letters.ts'
import { type NativeProgram, openProgram } from './open-program.ts'
import type { Answer } from './read-answers.ts'
import { chooseCaptures, type NativeQuery, readQuery } from './read-query.ts'

/**
 * Takes a source text of one language in hand: the program is at work on it while somebody else does something else. Null, sooner or
 * later, where the text is for WebAssembly: also when the program broke, which may not have been the fault of the text.
 */
export type ParseNatively = (request: ParseRequest) => (() => Promise<ParseOutcome | null>) | null

export type NativeParsers = {
  /** Null for a language that the program does not have. */
  readonly parserOf: (language: Language) => Promise<ParseNatively | null>
  /** How many letters it was asked about and has not answered yet. */
  readonly waiting: () => number
  readonly end: () => Promise<void>
}

/** One program, see `NativeProgram`. */
export type OwnParsers = NativeParsers & Pick<NativeProgram, 'drop'>

/** Has texts parsed by the native parser. What it finds is what WebAssembly finds, by the same grammars and the same queries. */
export function startNative({ program, grammars }: Native, onRunning?: (pid: number) => void): OwnParsers {
  const { ask: askOne, end, drop } = openProgram(program, onRunning)
  const opened = new Map<Language, Promise<ParseNatively | null>>()
  let waiting = 0
  const ask: NativeProgram['ask'] = async (question) => {
    const letters = question.kind === 'parse' ? question.text.length : 0
    waiting += letters
    const answer = await askOne(question)
    waiting -= letters
    return answer
  }
  const parserOf = (language: Language) => {
    const known = opened.get(language)
    if (known !== undefined) return known
    const letters = grammars[language.grammar]
    const opening = letters === undefined ? NOBODY : open(language, { ask, letters, place: opened.size })
    opened.set(language, opening)
    return opening
  }
  return { parserOf, waiting: () => waiting, end, drop }
}

const NOBODY = Promise.resolve(null)

type Desk = Pick<NativeProgram, 'ask'> & { readonly letters: Letters; readonly place: number }

async function open(language: Language, { ask, letters, place }: Desk): Promise<ParseNatively | null> {
  const { grammar, query } = language
  const answer = await ask({ kind: 'query', place, grammar, query })
  if (answer.kind !== 'done') return null
  const known = sound(() => readQuery(answer.words))
  if (known === null) return null
  return ({ source, bytes, limitMs }) => {
    if (hasOtherLetters(source, letters)) return null
    const text = legible(source, language.blank)
    const asked = text === source ? (bytes ?? text) : text
    const answered = ask({ kind: 'parse', place, text: asked, limitMs })
    return async () => outcomeOf(await answered, { language, source, text, query: known })
  }
}

type Parsed = {
  readonly language: Language
  readonly source: string
  /** What was parsed. */
  readonly text: string
  readonly query: NativeQuery
}

function outcomeOf(answer: Answer, { language, source, text, query }: Parsed): ParseOutcome | null {
  switch (answer.kind) {
    case 'done': {
      const [hasErrors] = answer.words
      const words = sound(() => chooseCaptures(answer.words.subarray(1), { text, ...query }))
      if (words === null) return null
      const tags = extractTags({ language, source, captures: { names: query.names, words } })
      return { kind: 'parsed', tags, hasErrors: hasErrors !== 0 }
    }
    case 'late':
      return { kind: 'failed', why: 'timeout' }
    case 'unknown':
    case 'hang':
    case 'crash':
      return null
  }
}

/** Null for what is no answer of this program. */
function sound<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
