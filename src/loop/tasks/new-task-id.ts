import { randomInt } from 'node:crypto'

/**
 * A name that nobody has, and that nobody else will choose on another branch: by chance, and longer where there are more of
 * them. Without vowels, so that no words arise; with a letter first, so that no reader takes it for a number.
 */
export function newTaskId({ parent, count, isTaken }: NewTask): string {
  const prefix = parent === null ? '' : `${parent}.`
  const length = parent === null ? lengthFor(count) : CHILD_LENGTH
  for (;;) {
    const id = `${prefix}${randomName(length)}`
    if (!isTaken(id)) return id
  }
}

type NewTask = {
  readonly parent: string | null
  /** How many tasks there are. */
  readonly count: number
  readonly isTaken: (id: string) => boolean
}

/** That two branches with a hundred new ones each choose the same happens once in a thousand times, or less. */
function lengthFor(count: number): number {
  if (count < 500) return 5
  return count < 10_000 ? 6 : 7
}

/** Four of them, because an epic gets its children on several branches, and three would meet once in a hundred times. */
const CHILD_LENGTH = 4

const LETTERS = 'bcdfghjkmnpqrstvwxz'
const SIGNS = `${LETTERS}23456789`

function randomName(length: number): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? ''
  return pick(LETTERS) + Array.from({ length: length - 1 }, () => pick(SIGNS)).join('')
}
