import type { Call } from './deed.ts'
import { unwrap } from './unwrap.ts'
import { isSaid, listIn, plain, type Value } from './value.ts'

/** The command behind xargs: what xargs hears are words of it. */
export function behindXargs({ words, heard, inputs }: Call): Call {
  let start = 0
  while (words[start]?.text.startsWith('-')) start += VALUED.test(words[start]?.text ?? '') ? 2 : 1
  const flag = words.slice(0, start).findIndex(({ text }) => text.startsWith('-I'))
  const mark = flag === -1 ? '{}' : words[flag]?.text.slice(2) || words[flag + 1]?.text || '{}'
  const lists = listsIn(words.slice(0, start))
  const values = apart([...heard, ...inputs.map(listIn), ...lists])
  const { name, words: own } = unwrap(words.slice(start))
  const isScript = own.some(({ text }) => text.includes(mark) && text !== mark)
  const isNone = start >= words.length
  return {
    name: isNone ? 'echo' : name,
    // What stands behind a script is `$0` first.
    words: [...filledIn(own, { mark, values }), ...(isScript ? [plain('_')] : []), ...values],
    heard: [],
    inputs: [],
  }
}

/** Words with what is found in the place of a mark. In a script that is one word of several, it becomes `$@`. */
export function filledIn(
  words: readonly Value[],
  { mark, values }: { mark: string; values: readonly Value[] },
): readonly Value[] {
  if (values.length === 0) return words
  return words.flatMap((word) => {
    if (word.text === mark) return values
    if (!word.text.includes(mark)) return [word]
    const texts = [...new Set(values.map((value) => (isSaid(value) ? value.text : '"$@"')))]
    return texts.map((text) => plain(word.text.replaceAll(mark, () => text)))
  })
}

/** The files that xargs is told to read. */
function listsIn(options: readonly Value[]): readonly Value[] {
  return options.flatMap(({ text }, index) => {
    const told = /^(?:-a|--arg-file=?)(.*)$/s.exec(text)?.[1]
    const file = told === '' ? options[index + 1]?.text : told
    return file === undefined ? [] : [listIn(plain(file))]
  })
}

const VALUED = /^-[InLPsdEa]$|^--(max-args|max-procs|replace|delimiter|arg-file)$/

/** The words of what is heard, and each text as a whole. */
export function apart(heard: readonly Value[]): readonly Value[] {
  const words = heard.flatMap((value) =>
    isSaid(value) && /\s/.test(value.text)
      ? [
          ...value.text
            .split(/\s+/)
            .filter((text) => text !== '')
            .map(plain),
          value,
        ]
      : [value],
  )
  return words.slice(0, WORDS_MAX)
}

const WORDS_MAX = 100
