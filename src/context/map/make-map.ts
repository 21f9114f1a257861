import { join } from 'node:path'
import { engine } from '#context/code/engine.ts'
import { fileOfTree } from '#context/code/file-of-tree.ts'
import { askBoundary, askStatus, type GitStatus } from '#context/code/walk/ask-status.ts'
import type { Tree } from '#context/code/walk/list-tree.ts'
import { type MarkedTree, markTree } from '#context/code/walk/mark-tree.ts'
import type { TreeFile } from '#context/code/walk/tree-file.ts'
import { buildId } from '#kit/build-id.ts'
import { growAtOnce } from '#kit/grow-at-once.ts'
import { optimiseAsEver, optimiseLater } from '#kit/optimise-later.ts'
import { removeIfPossible } from '#kit/remove-if-possible.ts'
import { sha256 } from '#kit/sha256.ts'
import { Fault } from '#words/fault.ts'
import type { Drawn, Found } from './draw-anew.ts'
import { findTree, type Known } from './find-tree.ts'
import type { MapRequest } from './map-request.ts'
import { type KeptMap, keepMap, type MapPlace, recallMap } from './recall-map.ts'
import type { RepositoryMap } from './repository-map.ts'

/** The map of a repository: what lies there, and what of its code the rest needs most. Of the same input, the same map. */
export async function makeMap(request: MapRequest): Promise<RepositoryMap> {
  const status = await askStatus(request.root, request.onRefusal)
  const marked = status === null || request.cache === null ? null : await markTree(request.root, status)
  const recent = marked === null ? null : recallMap(recentPlace(request, marked.mark))
  if (recent !== null) return recent.map
  optimiseLater()
  growAtOnce()
  try {
    return await makeOfTree(request, { status, marked })
  } finally {
    // Others may have more to do in this process than to draw a map.
    optimiseAsEver()
  }
}

type Looked = {
  readonly status: GitStatus | null
  readonly marked: MarkedTree | null
}

async function makeOfTree(request: MapRequest, { status, marked }: Looked): Promise<RepositoryMap> {
  const ahead =
    marked === null
      ? undefined
      : parseSoon(request, { changed: marked.changed, listedAt: status?.askedAt ?? 0 })
  const { tree, input, place, known } = await findMap(request, {
    status: Promise.resolve(status),
    changed: marked?.changed,
    memory:
      request.cache === null ? null : fileOfTree(request.cache, { kind: 'indexes', root: request.root }),
  })
  const { map, beside, hasMoved } =
    known === null ? await draw(request, { tree, input, ahead }) : { ...known, hasMoved: false }
  if (place === null || hasMoved) return map
  if (known === null) keepMap(place, { map, beside })
  if (tree.mark !== null) keepMap(recentPlace(request, tree.mark), { map, beside })
  return map
}

async function parseSoon(
  { root, cache, codeIntelligence, signal }: MapRequest,
  { changed, listedAt }: { changed: readonly TreeFile[]; listedAt: number },
): Promise<number> {
  if (cache === null || !codeIntelligence || changed.length === 0) return 0
  const { parseAhead } = await import('#context/code/snapshot/parse-recent.ts')
  return await parseAhead(changed, { root, cache, listedAt, signal, ...engine() })
}

async function draw(request: MapRequest, found: Found): Promise<Drawn> {
  request.signal?.throwIfAborted()
  const { drawAnew } = await import('./draw-anew.ts')
  try {
    return await drawAnew(request, found)
  } catch (error) {
    if (request.cache === null || error instanceof Fault || request.signal?.aborted === true) throw error
    // Whatever is wrong with what is remembered, it is only remembered to be quick.
    for (const part of REMEMBERED) removeIfPossible(join(request.cache, part))
    return await drawAnew(request, found)
  }
}

const REMEMBERED = ['code.db', 'graphs', 'structures', 'grounds']

/** Where the map lies that was asked for by the same words, of a tree in the same state. */
function recentPlace(request: MapRequest, mark: string): MapPlace {
  const { cache, root, tokens, depth, codeIntelligence, focus, version, health, exclude } = request
  const asked = { root, tokens, depth, codeIntelligence, focus, version, health, exclude: exclude.name }
  return {
    folder: join(cache ?? '', 'recent'),
    name: sha256(JSON.stringify([buildId, mark, askBoundary(root), asked])).slice(0, 20),
    root,
  }
}

/** What the map would be made of, and the map itself where it is remembered. Writes nothing, and is quick. */
export async function findMap(request: MapRequest, known?: Known): Promise<FoundMap> {
  const { cache, health } = request
  const { tree, input } = await findTree(request, known)
  // Health and how commits are written are no part of the input, but a map with yesterday's is not to be given back.
  const beyond = [buildId, health, tree.head, askBoundary(request.root)]
  const name = `${input}-${sha256(JSON.stringify(beyond)).slice(0, 8)}`
  const place = cache === null ? null : { folder: join(cache, 'maps'), name, root: request.root }
  return { tree, input, place, known: place === null ? null : recallMap(place) }
}

type FoundMap = {
  readonly tree: Tree
  readonly input: string
  readonly place: MapPlace | null
  readonly known: KeptMap | null
}
