/** Which of numbers in order is the last that is not above another, by its place; -1 where all are. */
export function lastUpTo(sorted: ArrayLike<number>, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
