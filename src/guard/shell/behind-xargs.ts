import type { Call } from './deed.ts'
import { unwrap } from './unwrap.ts'
import { plain, type Value } from './value.ts'

/** The command behind xargs: what xargs hears are words of it. */
export function behindXargs({ words, heard }: Call): Call {
  let start = 0
  while (words[start]?.text.startsWith('-')) start += VALUED.test(words[start]?.text ?? '') ? 2 : 1
  const flag = words.slice(0, start).findIndex(({ text }) => text.startsWith('-I'))
  const mark = flag === -1 ? '{}' : words[flag]?.text.slice(2) || words[flag + 1]?.text || '{}'
  const values = apart(heard)
  const { name, words: own } = unwrap(words.slice(start))
  const filled = own.flatMap((word) =>
    word.text.includes(mark) && values.length > 0
      ? values.map((value) =>
          word.text === mark ? value : plain(word.text.replaceAll(mark, () => value.text)),
        )
      : [word],
  )
  const isNone = start >= words.length
  return { name: isNone ? 'echo' : name, words: [...filled, ...values], heard: [], inputs: [] }
}

const VALUED = /^-[InLPsdEa]$|^--(max-args|max-procs|replace|delimiter|arg-file)$/

/** The words of what is heard, and each text as a whole. */
export function apart(heard: readonly Value[]): readonly Value[] {
  const words = heard.flatMap((value) =>
    value.found === undefined && /\s/.test(value.text)
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
