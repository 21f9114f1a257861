import { printable } from './printable.ts'

/** What is said of something in a list, where each has a line: a longer text ends in an ellipsis. */
export function inShort(text: string): string {
  // As many letters could be twice as many units; beyond, there is more than is shown in any case.
  const letters = [...text.slice(0, 2 * LETTERS_MAX + 2)]
  return printable(
    letters.length <= LETTERS_MAX
      ? text
      : `${letters
          .slice(0, LETTERS_MAX - 1)
          .join('')
          .trimEnd()}…`,
  )
}

const LETTERS_MAX = 160
