import { countWhile } from '#kit/count-while.ts'
import type { TreeFile } from './tree-file.ts'

/** How many files, which are in the order of their paths, come before a path. */
export function countBefore(files: readonly Pick<TreeFile, 'path'>[], path: string): number {
  return countWhile(files.length, (place) => (files[place]?.path ?? '') < path)
}
