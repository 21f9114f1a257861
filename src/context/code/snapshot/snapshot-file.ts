import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { buildId } from '#kit/build-id.ts'
import { remember } from '#kit/remember.ts'
import { sha256 } from '#kit/sha256.ts'
import { type Beside, keptBeside } from '../beside.ts'
import { fileOfTree } from '../file-of-tree.ts'
import { type FileProblem, fileProblems } from '../file-problem.ts'

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

/** As it is read back. */
export const keptAbout = z.object({
  name: z.string(),
  maker: z.string(),
  reads: z.array(z.string()),
  beside: keptBeside,
  problems: z.array(z.object({ path: z.string(), why: z.enum(fileProblems) })),
}) satisfies z.ZodType<About>

export function snapshotFile(cache: string, root: string): string {
  return fileOfTree(cache, { kind: 'graphs', root })
}

/** Of all trees. */
export const SNAPSHOTS_MAX = 8

export const makerOf = remember((program: string) => `${buildId} ${sha256(readFileSync(program))}`)
