import { type Beside, isBesideSame } from '#context/code/beside.ts'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import { type Comparison, compareListings } from '#context/code/snapshot/compare-listings.ts'
import { listingOf } from '#context/code/walk/listing.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { openArrays, writeArrays } from '#kit/arrays-file.ts'
import { buildId } from '#kit/build-id.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import type { Described } from './structure/describe-structure.ts'
import { type PackedKinds, packKinds, unpackKinds } from './structure/files/pack-kinds.ts'
import type { Ground } from './structure/ground.ts'

export type GroundPlace = {
  readonly cache: string
  readonly root: string
  readonly files: readonly TreeFile[]
}

/** What was read to describe a tree, and how it was asked to be described. */
export type Told = {
  readonly asked: string
  readonly reads: readonly (readonly [path: string, blob: string])[]
  readonly beside: Beside
}

type About = Told & Pick<Described, 'structure'> & { readonly build: string; readonly ground: PackedGround }

type PackedGround = Omit<Ground, 'kinds'> & { readonly kinds: PackedKinds }

/** Keeps what a structure was told by, for when files have come or gone. It is as large as the list of all files, and so it is not brought up to date. */
export function keepGround(
  { cache, root, files }: GroundPlace,
  { structure, ground, ...told }: Described & Told,
): void {
  const kinds = packKinds(ground.kinds)
  // What was not understood is read again.
  if (kinds === null || structure.problems.length > 0) return
  const about: About = { ...told, structure, ground: { ...ground, kinds }, build: buildId }
  const arrays = { about: Buffer.from(JSON.stringify(about)), listing: Buffer.from(listingOf(files)) }
  keepInCache(fileOfTree(cache, { kind: KIND, root }), {
    write: (path) => writeArrays(path, arrays),
    most: KEPT_MAX,
  })
}

const KIND = 'grounds'
const KEPT_MAX = 8

export type KeptGround = Described & { readonly told: Told; readonly compared: Comparison }

/** What was kept of a tree that was asked about in the same way, with what has come and gone since. Null where something that was read is another. */
export function recallGround({ cache, root, files }: GroundPlace, asked: string): KeptGround | null {
  const kept = openArrays(fileOfTree(cache, { kind: KIND, root }))
  if (kept === null) return null
  try {
    const about: About = JSON.parse(kept.text('about'))
    if (about.build !== buildId || about.asked !== asked) return null
    const compared = compareListings(kept.text('listing'), files)
    if (compared === null || hasChanged(about.reads, compared) || !isBesideSame(root, about.beside))
      return null
    const { structure, ground, reads, beside } = about
    return {
      structure,
      ground: { ...ground, kinds: unpackKinds(ground.kinds) },
      told: { asked, reads, beside },
      compared,
    }
  } catch {
    // Cut short or written over: it is made anew.
    return null
  } finally {
    kept.close()
  }
}

function hasChanged(reads: Told['reads'], { paths, fresh, gone }: Comparison): boolean {
  const read = new Set(reads.map(([path]) => path))
  return [...fresh.keys(), ...gone].some((place) => read.has(paths[place] ?? ''))
}
