import type { Value } from './value.ts'

/** The folder that git is told to go to before it does anything, if any. */
export function gitFolder(words: readonly Value[]): Value | null {
  const at = words.findIndex(({ text }) => text === '-C')
  const isBefore = words.slice(0, Math.max(0, at)).every(({ text }, index) => {
    const isValue = /^(-c|--git-dir|--work-tree|--namespace)$/.test(words[index - 1]?.text ?? '')
    return text.startsWith('-') || isValue
  })
  return at !== -1 && isBefore ? (words[at + 1] ?? null) : null
}
