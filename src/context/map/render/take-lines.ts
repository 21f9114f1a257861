import type { Folder } from '../structure/structure.ts'
import type { MapLine } from './map-line.ts'
import { withLeftOut } from './tree-lines.ts'

export type Room = {
  readonly tree: Folder
  /** Tokens that the lines may take, and those that tell what of the tree was left out. */
  readonly room: number
  readonly costOf: (line: MapLine) => number
}

/**
 * Those that come first and have room, in the order of the list. A line that is too long does not stop shorter ones; but the
 * tree ends with its first one that has none, so that nothing small is drawn in place of something large.
 */
export function takeLines(lines: readonly MapLine[], { tree, room, costOf }: Room): MapLine[] {
  const taken: MapLine[] = []
  let left = room
  let isTreeFull = false
  for (const line of lines.toSorted((one, other) => one.rank - other.rank)) {
    if (isOfTree(line) && isTreeFull) continue
    const cost = costOf(line)
    if (cost > left) {
      isTreeFull ||= isOfTree(line)
      continue
    }
    taken.push(line)
    left -= cost
  }
  const inOrder = () => lines.filter((line) => taken.includes(line))
  const spent = () => withLeftOut(inOrder(), tree).reduce((sum, line) => sum + costOf(line), 0)
  while (taken.length > 0 && spent() > room) taken.pop()
  return inOrder()
}

function isOfTree({ under }: MapLine): boolean {
  return under !== undefined
}
