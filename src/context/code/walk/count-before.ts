import type { TreeFile } from './tree-file.ts'

/** How many files, which are in the order of their paths, come before a path. */
export function countBefore(files: readonly Pick<TreeFile, 'path'>[], path: string): number {
  let [low, high] = [0, files.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((files[middle]?.path ?? '') < path) low = middle + 1
    else high = middle
  }
  return low
}
