import * as z from 'zod'
import { type Beside, hashOfText, isBesideSame, keptBeside } from '#context/code/beside.ts'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { buildId } from '#kit/build-id.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import { readKept, writeKept } from '#kit/write-kept.ts'
import { describeStructure, type Repository } from './structure/describe-structure.ts'
import type { ManifestFacts } from './structure/manifests/manifest.ts'
import type { RecallFacts } from './structure/read-manifests.ts'
import type { Structure } from './structure/structure.ts'

export type StructureRequest = Required<Omit<Repository, 'files' | 'recallFacts'>> & {
  /** Whether a file that was read was changed since the tree was listed. */
  readonly hasMoved: () => boolean
  readonly files: readonly TreeFile[]
  readonly root: string
  /** Where it is kept; null to keep nothing. */
  readonly cache: string | null
}

type Kept = {
  /** Everything it depends on but the files that were read. */
  readonly key: string
  readonly reads: readonly (readonly [path: string, blob: string])[]
  readonly beside: Beside
  readonly structure: Structure
  /** The program that wrote it. */
  readonly maker: string
  /** What each manifest says that is understood: to read it again takes longer than all else. */
  readonly facts: readonly (readonly [path: string, blob: string, facts: ManifestFacts])[]
}

/** The structure of a repository. It depends on which files there are and on what stands in a few of them: else it is what it was. */
export function recallStructure({
  cache,
  root,
  files,
  hasMoved,
  ...rest
}: StructureRequest): Pick<Kept, 'structure' | 'beside'> {
  const blobs = new Map(files.map(({ path, blob }) => [path, blob]))
  const paths = sha256(files.map(({ path }) => path).join('\0'))
  const key = sha256(JSON.stringify([buildId, paths, rest.depth, rest.subjects]))
  const place = cache === null ? null : fileOfTree(cache, { kind: 'structures', root })
  const kept = place === null ? null : (keptStructure.safeParse(readKept(place)).data ?? null)
  if (kept?.key === key && isSame(kept, { root, blobs })) return kept
  const reads = new Map<string, string>()
  const beside = new Map<string, string | null>()
  const read = (path: string) => {
    const text = rest.read(path)
    const blob = blobs.get(path)
    if (blob === undefined) beside.set(path, hashOfText(text))
    else reads.set(path, blob)
    return text
  }
  const known = new Map(
    kept?.maker !== buildId ? [] : kept.facts.map(([path, blob, facts]) => [`${blob} ${path}`, facts]),
  )
  const facts = new Map<string, ManifestFacts>()
  const recallFacts: RecallFacts = (path, make) => {
    const blob = blobs.get(path) ?? ''
    const said = known.get(`${blob} ${path}`) ?? make()
    reads.set(path, blob)
    if (said.problems === undefined) facts.set(path, said)
    return said
  }
  const structure = describeStructure({ ...rest, files, read, recallFacts })
  const made = {
    key,
    reads: [...reads],
    beside: [...beside],
    structure,
    maker: buildId,
    facts: [...facts].map(([path, said]) => [path, blobs.get(path) ?? '', said] as const),
  }
  if (place !== null && !hasMoved()) keep(place, made)
  return made
}

function isSame(
  { reads, beside }: Kept,
  { root, blobs }: { root: string; blobs: ReadonlyMap<string, string> },
): boolean {
  return reads.every(([path, blob]) => blobs.get(path) === blob) && isBesideSame(root, beside)
}

const keptStructure = z.object({
  key: z.string(),
  reads: z.array(z.tuple([z.string(), z.string()])),
  beside: keptBeside,
  // The key names the program that wrote it, and the file is as it was written.
  structure: z.custom<Structure>((value) => typeof value === 'object' && value !== null && 'stack' in value),
  maker: z.string(),
  facts: z.array(
    z.tuple([
      z.string(),
      z.string(),
      z.custom<ManifestFacts>((value) => typeof value === 'object' && value !== null),
    ]),
  ),
}) satisfies z.ZodType<Kept>

function keep(place: string, kept: Kept): void {
  keepInCache(place, { write: (path) => writeKept(path, kept), most: KEPT_MAX })
}

const KEPT_MAX = 8
