/** How many paths, which are in their order, come before one: where it stands, if it is there. */
export function placeIn(paths: readonly string[], path: string): number {
  let [low, high] = [0, paths.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((paths[middle] ?? '') < path) low = middle + 1
    else high = middle
  }
  return low
}
