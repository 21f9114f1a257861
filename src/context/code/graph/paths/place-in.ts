import { countWhile } from '#kit/count-while.ts'

/** How many paths, which are in their order, come before one: where it stands, if it is there. */
export function placeIn(paths: readonly string[], path: string): number {
  return countWhile(paths.length, (place) => (paths[place] ?? '') < path)
}
