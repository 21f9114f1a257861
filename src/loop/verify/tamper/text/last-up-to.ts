/** Which of some in order is the last that is not above a limit, by its place; -1 where all are. */
export function lastUpTo<Item extends number | string>(sorted: ArrayLike<Item>, limit: Item): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? limit) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
