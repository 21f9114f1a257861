import { readFileSync } from 'node:fs'
import { buildId } from '#kit/build-id.ts'
import { remember } from '#kit/remember.ts'
import { sha256 } from '#kit/sha256.ts'
import type { Beside } from '../beside.ts'
import { fileOfTree } from '../file-of-tree.ts'
import type { FileProblem } from '../file-problem.ts'

/** What stands beside the graph in a snapshot. */
export type About = {
  /** Another for each graph. */
  readonly name: string
  /** The program that made it: another might have made another. */
  readonly maker: string
  /** What was read beside the code: a change there may lead imports elsewhere. */
  readonly reads: readonly string[]
  readonly beside: Beside
  readonly problems: readonly FileProblem[]
}

/**
 * What was read back, where this very program wrote it: then it is of this type. To have a schema look at it takes longer than to
 * read it, and the file it is from has a sum of it.
 */
export function ownAbout(read: unknown, program: string): About | null {
  const about = read as About
  return about.maker === makerOf(program) ? about : null
}

export function snapshotFile(cache: string, root: string): string {
  return fileOfTree(cache, { kind: 'graphs', root })
}

/** Of all trees. */
export const SNAPSHOTS_MAX = 8

export const makerOf = remember((program: string) => `${buildId} ${sha256(readFileSync(program))}`)
