import type { Value } from './value.ts'

export type Options = {
  readonly operands: readonly Value[]
  /** Whether one of these is given, by its letter or by its long name. */
  readonly has: (...names: readonly string[]) => boolean
  /** What these options are given, in order. */
  readonly valuesOf: (...names: readonly string[]) => readonly Value[]
}

type Given = { readonly name: string; readonly value: Value | null }

/** The words of a command, told apart as getopt would. `valued` are the options that take a word of their own. */
export function readOptions(words: readonly Value[], valued: readonly string[]): Options {
  const end = words.findIndex(({ text }) => text === '--')
  const operands: Value[] = end === -1 ? [] : words.slice(end + 1)
  const before: Value[] = []
  const given: Given[] = []
  for (let index = 0; index < (end === -1 ? words.length : end); index++) {
    const word = words[index]
    if (word === undefined) break
    const found = givenIn(word, { valued, next: words[index + 1] ?? null })
    given.push(...found.given)
    if (found.given.length === 0) before.push(word)
    if (found.takesNext) index++
  }
  return {
    operands: [...before, ...operands],
    has: (...names) => given.some(({ name }) => names.includes(name)),
    valuesOf: (...names) =>
      given.flatMap(({ name, value }) => (names.includes(name) && value !== null ? [value] : [])),
  }
}

type Found = { readonly given: readonly Given[]; readonly takesNext: boolean }

function givenIn(word: Value, { valued, next }: { valued: readonly string[]; next: Value | null }): Found {
  const { text } = word
  if (text === '-' || !text.startsWith('-')) return { given: [], takesNext: false }
  if (!text.startsWith('--')) return lettersIn(word, { valued, next })
  const [name = '', ...rest] = text.slice(2).split('=')
  if (rest.length > 0)
    return { given: [{ name, value: { ...word, text: rest.join('=') } }], takesNext: false }
  const takesNext = valued.includes(name)
  return { given: [{ name, value: takesNext ? next : null }], takesNext }
}

/** `-rf`, `-t folder` and `-tfolder`: a letter that takes a word takes the rest of its own first. */
function lettersIn(word: Value, { valued, next }: { valued: readonly string[]; next: Value | null }): Found {
  const letters = [...word.text.slice(1)]
  const at = letters.findIndex((letter) => valued.includes(letter))
  if (at === -1) return { given: letters.map((name) => ({ name, value: null })), takesNext: false }
  const rest = letters.slice(at + 1).join('')
  const value = rest === '' ? next : { ...word, text: rest }
  const plain = letters.slice(0, at).map((name) => ({ name, value: null }))
  return { given: [...plain, { name: letters[at] ?? '', value }], takesNext: rest === '' }
}
