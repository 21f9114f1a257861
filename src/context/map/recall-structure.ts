import { type Beside, hashOfText, isBesideSame } from '#context/code/beside.ts'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import { countBefore } from '#context/code/walk/count-before.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { keepInCache } from '#kit/keep-in-cache.ts'
import { sha256 } from '#kit/sha256.ts'
import { readOwn, writeOwn } from '#kit/write-kept.ts'
import { keepGround, recallGround, type Told } from './keep-ground.ts'
import type { Repository } from './structure/describe-structure.ts'
import type { ManifestFacts } from './structure/manifests/manifest.ts'
import type { RecallFacts } from './structure/read-manifests.ts'
import type { Structure } from './structure/structure.ts'

export type StructureRequest = Required<Omit<Repository, 'files' | 'recallFacts'>> & {
  /** Whether a file that was read was changed since the tree was listed. */
  readonly hasMoved: () => boolean
  /** In the order of their paths. */
  readonly files: readonly TreeFile[]
  readonly root: string
  /** Where it is kept; null to keep nothing. */
  readonly cache: string | null
}

type Kept = {
  /** Everything it depends on but the files that were read. */
  readonly key: string
  readonly reads: Told['reads']
  readonly beside: Beside
  readonly structure: Structure
  /** What each manifest says that is understood: to read it again takes longer than all else. */
  readonly facts: readonly (readonly [path: string, blob: string, facts: ManifestFacts])[]
}

/** The structure of a repository. It depends on which files there are and on what stands in a few of them: else it is what it was. */
export async function recallStructure(
  request: StructureRequest,
): Promise<Pick<Kept, 'structure' | 'beside'>> {
  const { cache, root, files, hasMoved, depth, subjects } = request
  const blobOf = (path: string) => {
    const file = files[countBefore(files, path)]
    return file?.path === path ? file.blob : undefined
  }
  const paths = sha256(files.map(({ path }) => path).join('\0'))
  const asked = sha256(JSON.stringify([depth, subjects]))
  const key = `${paths} ${asked}`
  const place = cache === null ? null : fileOfTree(cache, { kind: 'structures', root })
  const kept = place === null ? null : readOwn<Kept>(place)
  if (kept?.key === key && isSame(kept, { root, blobOf })) return kept
  const known = kept?.facts ?? []
  const made = {
    ...((await tellSince({ ...request, asked, blobOf, known })) ??
      (await tellAnew({ ...request, asked, blobOf, known }))),
    key,
  }
  if (place !== null && !hasMoved()) keep(place, made)
  return made
}

type Telling = StructureRequest &
  Pick<Told, 'asked'> & {
    readonly blobOf: (path: string) => string | undefined
    readonly known: Kept['facts']
  }

/** Where files have come and gone of which hardly anything is told, and there is a structure of the rest. */
async function tellSince({ asked, blobOf, known, ...request }: Telling): Promise<Omit<Kept, 'key'> | null> {
  const { cache, root, files, depth } = request
  const ground = cache === null ? null : recallGround({ cache, root, files }, asked)
  if (ground === null) return null
  const { paths, come, gone } = ground.compared
  const filesAt = (places: ReadonlySet<number>) => [...places].map((place) => ({ path: paths[place] ?? '' }))
  const { read, reads, beside } = noteReads(request.read, blobOf)
  const { describeSince } = await import('./structure/describe-since.ts')
  const structure = describeSince({ files, come: filesAt(come), gone: filesAt(gone), read, depth }, ground)
  if (structure === null) return null
  const { told } = ground
  return {
    structure,
    reads: [...new Map([...told.reads, ...reads])],
    beside: [...new Map([...told.beside, ...beside])],
    facts: known,
  }
}

async function tellAnew({ asked, blobOf, known, ...request }: Telling): Promise<Omit<Kept, 'key'>> {
  const { cache, root, files, hasMoved } = request
  const { read, reads, beside } = noteReads(request.read, blobOf)
  const before = new Map(known.map(([path, blob, facts]) => [`${blob} ${path}`, facts]))
  const facts = new Map<string, ManifestFacts>()
  const recallFacts: RecallFacts = (path, make) => {
    const blob = blobOf(path) ?? ''
    const said = before.get(`${blob} ${path}`) ?? make()
    reads.set(path, blob)
    if (said.problems === undefined) facts.set(path, said)
    return said
  }
  // With the readers of forty kinds of manifest, which take a while to be loaded.
  const { describeWithGround } = await import('./structure/describe-structure.ts')
  const { structure, ground } = describeWithGround({ ...request, read, recallFacts })
  const told = { reads: [...reads], beside: [...beside] }
  if (cache !== null && !hasMoved()) keepGround({ cache, root, files }, { structure, ground, asked, ...told })
  return {
    ...told,
    structure,
    facts: [...facts].map(([path, said]) => [path, blobOf(path) ?? '', said] as const),
  }
}

/** Whose texts are read, by their contents, and those of files that are not listed. */
function noteReads(read: StructureRequest['read'], blobOf: Telling['blobOf']) {
  const reads = new Map<string, string>()
  const beside = new Map<string, string | null>()
  return {
    reads,
    beside,
    read: (path: string) => {
      const text = read(path)
      const blob = blobOf(path)
      if (blob === undefined) beside.set(path, hashOfText(text))
      else reads.set(path, blob)
      return text
    },
  }
}

function isSame(
  { reads, beside }: Kept,
  { root, blobOf }: { root: string; blobOf: (path: string) => string | undefined },
): boolean {
  return reads.every(([path, blob]) => blobOf(path) === blob) && isBesideSame(root, beside)
}

function keep(place: string, kept: Kept): void {
  keepInCache(place, { write: (path) => writeOwn(path, kept), most: KEPT_MAX })
}

const KEPT_MAX = 8
