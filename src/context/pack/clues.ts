import { wordsOf } from '#kit/words-of.ts'

/** What a task's text says about where to look. */
export type Clues = {
  /** What looks like a path or the name of a file, with the line that was named along with it. */
  readonly names: readonly { readonly name: string; readonly line: number | null }[]
  /** What looks like a name in code. */
  readonly identifiers: readonly string[]
  /** What is worth searching for, each word once. */
  readonly words: readonly string[]
}

export function readClues(task: string): Clues {
  const words = wordsOf(task.replaceAll(PATH, '$1')).filter((word) => /\D./.test(word) && !COMMON.has(word))
  return {
    names: task.split(/[\s"'`()[\]{}<>,;|*]+/).flatMap(nameIn),
    identifiers: [
      ...new Set([...task.matchAll(IDENTIFIER)].map((match) => match[1] ?? match[2] ?? match[0])),
    ],
    words: [...new Set(words.map(singular))].slice(0, WORDS_MAX),
  }
}

/** Words that are found whether a text says one or many. */
export function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** Of a path only the file's own name is worth searching for: the folders and the ending are those of many. */
const PATH = /(?:[\w@.~-]+\/)+([\w-]*)[\w.]*|(?<=\w)\.[a-z]{1,5}\b/g

/** A long text has its subject at its beginning, and each word costs a look at every file. */
const WORDS_MAX = 48

/** In back quotes, before a bracket, or with a change of case or an underscore inside. */
const IDENTIFIER =
  /`(?:[\w$]+\.)*([A-Za-z_$][\w$]*)(?:\(\))?`|\b([A-Za-z_]\w*)\(|\b(?:[a-z]\w*[A-Z]\w*|[A-Z]\w*[a-z]\w*[A-Z]\w*|[A-Za-z]\w*_\w+)\b/g

function nameIn(token: string): Clues['names'] {
  const [, said = '', line] = /^(.*?)(?::(\d+)(?::\d+)?|#L(\d+)\S*)?[.:!?]*$/.exec(token) ?? []
  const name = said
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .replace(/[.:!?/]+$/, '')
  const isTelling =
    name.includes('/') || /\.[a-z]\w{0,7}$/i.test(name) || /^[\w]+[-.]\w|^[A-Z]\w{3,}$/.test(name)
  return isTelling ? [{ name, line: line === undefined ? null : Number(line) }] : []
}

/** They stand in every task and in every file. */
const COMMON = new Set(
  (
    'a about add after all also an and any are as at be because been before being but by can change could create do does ' +
    'done each every fix for from get given has have how if implement in into is it its just like make more must need new ' +
    'no not now of on one only or other our out over please should so some than that the their them then there these they ' +
    'this those to too under up update us use used using very was we well were what when where which while who why will ' +
    'with without work would you your'
  ).split(' '),
)
