import { termsOfWord, WORD } from '#kit/terms-of.ts'
import type { Signals } from './rank-files.ts'
import { identifiersIn } from './task/find-mentions.ts'
import type { Task } from './task/read-task.ts'
import { weighTerms } from './task/weigh-terms.ts'
import type { Words } from './words/gather-words.ts'
import { scoreTerms } from './words/score-terms.ts'

export type Telling = {
  readonly task: Task
  readonly words: Words
  readonly paths: readonly string[]
  readonly definersOf: (name: string) => readonly number[]
  readonly signals: Signals
}

/** Why a file is likely what a task is about, in sentences; the most telling first. */
export function tellReasons({
  task,
  words,
  paths,
  definersOf,
  signals,
}: Telling): (file: number) => string[] {
  const named = [...identifiersIn(task.parts).keys()].map((name) => ({
    name,
    files: new Set(definersOf(name)),
  }))
  const spoken = scoreTerms(words, weighTerms(task.parts))
  const wordOf = wordsOfTerms(task)
  return (file) => {
    const of = (name: keyof Signals) => signals[name][file] ?? 0
    const base = (paths[file] ?? '').split('/').at(-1) ?? ''
    const defined = named.filter(({ files }) => files.has(file)).map(({ name }) => name)
    const said = spoken(file).flatMap(({ term }) => wordOf.get(term) ?? [])
    const sentences: readonly (readonly [isSo: boolean, sentence: string])[] = [
      [of('namedPath') + of('namedFile') >= NAMED, `The task names ${base}.`],
      [of('frame') > 0, 'A trace in the task goes through it.'],
      [defined.length > 0, `It defines ${defined.slice(0, NAMES_MAX).join(', ')}.`],
      [of('namedModule') > 0, 'The task names its module.'],
      [said.length > 0, `It speaks of ${[...new Set(said)].slice(0, NAMES_MAX).join(', ')}.`],
      [of('history') > HIGH, 'It was changed before for something like this.'],
      [of('changedWith') > HIGH, 'It is often changed with the first of these.'],
      [of('imported') > HIGH, 'The first of these need it.'],
    ]
    return sentences.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []))
  }
}

const NAMES_MAX = 4
const HIGH = 0.5
/** A name that more than four files bear, such as index.ts, names none of them. */
const NAMED = 0.25

/** As the task has them: terms have lost their endings. */
function wordsOfTerms({ parts }: Task): Map<string, string> {
  const words = new Map<string, string>()
  for (const [word] of Object.values(parts).join('\n').matchAll(WORD))
    for (const part of word.match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [])
      for (const term of termsOfWord(part)) if (!words.has(term)) words.set(term, part.toLowerCase())
  return words
}
