import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { buildId } from '#kit/build-id.ts'
import { sha256 } from '#kit/sha256.ts'
import { type Beside, keptBeside } from '../beside.ts'
import { fileOfTree } from '../file-of-tree.ts'
import { type FileProblem, fileProblems } from '../file-problem.ts'
import type { Tree } from '../walk/list-tree.ts'
import type { TreeFile } from '../walk/tree-file.ts'

/** What stands beside the graph in a snapshot. */
export type About = {
  /** Another for each graph. */
  readonly name: string
  /** The program that made it: another might have made another. */
  readonly maker: string
  /** Blob and path of each file. */
  readonly listing: string
  /** What was read beside the code: a change there may lead imports elsewhere. */
  readonly reads: readonly string[]
  readonly beside: Beside
  readonly problems: readonly FileProblem[]
}

/** As it is read back. */
export const keptAbout = z.object({
  name: z.string(),
  maker: z.string(),
  listing: z.string(),
  reads: z.array(z.string()),
  beside: keptBeside,
  problems: z.array(z.object({ path: z.string(), why: z.enum(fileProblems) })),
}) satisfies z.ZodType<About>

export function snapshotFile(cache: string, root: string): string {
  return fileOfTree(cache, { kind: 'graphs', root })
}

/** Of all trees, each with what was parsed since. */
export const SNAPSHOTS_MAX = 8

export function makerOf(program: string): string {
  return `${buildId} ${sha256(readFileSync(program))}`
}

export function listingOf({ files }: Tree): string {
  return files.map(({ blob, path }) => `${blob} ${path}`).join('\0')
}

export function readListing(listing: string): TreeFile[] {
  return (listing === '' ? [] : listing.split('\0')).map((line) => {
    const blank = line.indexOf(' ')
    return { blob: line.slice(0, blank), path: line.slice(blank + 1) }
  })
}
