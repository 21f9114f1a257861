import { countWhile } from '#kit/count-while.ts'

/** Which of some in order is the last that is not above a limit, by its place; -1 where all are. */
export function lastUpTo<Item extends number | string>(sorted: ArrayLike<Item>, limit: Item): number {
  return countWhile(sorted.length, (place) => (sorted[place] ?? limit) <= limit) - 1
}
