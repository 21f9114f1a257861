import { termsOfWord } from '#kit/terms-of.ts'
import { placeOfChunk, type Words } from '../words/gather-words.ts'
import { findOddPaths } from './find-odd-paths.ts'
import { findPaths } from './find-paths.ts'
import type { Task } from './read-task.ts'

export type UnknownRequest = {
  readonly task: Task
  readonly paths: readonly string[]
  readonly words: Words
}

/** What of a task is in a repository, and what is not. */
export type Grounds = {
  /** Names and paths that the task gives and that are nowhere, in the order of the task. */
  readonly unknown: readonly string[]
  /**
   * What a ranking stands on: something that is named and is there; only words, where nothing was named; only words, although
   * something was named, which is no ground to be sure of anything; or nothing at all.
   */
  readonly support: 'named' | 'words' | 'doubtful' | 'none'
}

/** So that nobody is led to files by a name that somebody made up. */
export function findUnknown({ task, paths, words }: UnknownRequest): Grounds {
  const find = findPaths(paths)
  const isSaid = wordsThere(words)
  const { title, prose, inline } = task.parts
  const sentences = findOddPaths(`${title}\n${prose}`, paths)
  const said = [
    ...namesIn(sentences.rest),
    ...pathsIn(`${sentences.rest}\n${findOddPaths(inline, paths).rest}`),
  ]
  const known = said.filter((name) =>
    isPath(name)
      ? find.bySuffix(name).length + find.byName(lastOf(name)).length > 0
      : isSaid(name.split(/\.|::|->|#/).at(-1) ?? ''),
  )
  const unknown = [...new Set(said)].filter((name) => !known.includes(name))
  if (
    known.length + sentences.found.length > 0 ||
    task.links.some(({ path }) => find.bySuffix(path).length > 0)
  )
    return { unknown, support: 'named' }
  // Words of a name that is not here say nothing, nor does what every task says.
  const rest = unknown.reduce((text, name) => text.replaceAll(name, ' '), sentences.rest)
  const isAnythingSaid = (rest.match(/[A-Za-z]\w+/g) ?? []).some((word) => !TASK.test(word) && isSaid(word))
  return { unknown, support: isAnythingSaid ? (said.length > 0 ? 'doubtful' : 'words') : 'none' }
}

const TASK =
  /^(?:add|allow|broken?|bug|call(?:ed|s)?|change|crash(?:es)?|create|error|fails?|fix|get|gets|handle|implement|issue|make|method|function|class|module|new|problem|raises?|refactor|remove|return(?:s|ed)?|set|sets|support|update|use|uses|using|value|work(?:s|ing)?|wrong)$/i

/** Only what nobody would write in a sentence without meaning code. */
function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)]
    .map(([whole]) => whole.replaceAll('`', '').replace(/\($/, ''))
    .filter((name) => name.length > 2 && !isPath(name))
}

/** A whole span of code that is one name or one call, since a command begins with what is in no repository; in sentences, a change of case or an underscore inside, or a bracket behind. */
const NAME =
  /`[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*(?=`|\([^`\n]*`)|\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Za-z]\w*_\w+)\b|\b[A-Za-z_]\w{2,}\((?=[^\s)]*\))/g

function pathsIn(text: string): string[] {
  return [...new Set(text.match(PATH) ?? [])]
}

const PATH =
  /(?:[\w@~.-]+\/)*[\w@~-][\w.@~-]*\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|c|cc|cpp|h|hpp|cs|swift|scala|vue|svelte|scss|css)\b/g

function isPath(name: string): boolean {
  return name.match(PATH)?.[0] === name
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether all that a word is found by is in some file, or in the path of one. */
function wordsThere({ parts }: Words): (word: string) => boolean {
  const isThere = (term: string) =>
    parts.some(
      (part) =>
        part.segment.chunksWith(term)?.members.some((chunk) => placeOfChunk(part, chunk) >= 0) === true ||
        part.segment.pathsWith(term)?.members.some((file) => (part.placeOf[file] ?? -1) >= 0) === true,
    )
  return (word) => {
    const terms = termsOfWord(word)
    return terms.length > 0 && terms.every(isThere)
  }
}
