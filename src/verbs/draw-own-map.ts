import { constants, cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { cacheFolder, findCacheFolder } from '#context/map/cache-folder.ts'
import { keepTree } from '#context/map/diff/keep-tree.ts'
import { findMap } from '#context/map/make-map.ts'
import { MAP_FILE } from '#context/map/map-file.ts'
import type { MapRequest } from '#context/map/map-request.ts'
import { readStamp } from '#context/map/map-stamp.ts'
import { readIfReadable } from '#kit/files.ts'
import { removeFolder } from '#kit/remove-folder.ts'
import { drawMap, mapRequest } from './draw-map.ts'
import type { World } from './world.ts'

/** The map of the project for its own file, or why there is none. Whatever goes wrong, the rest can be set up. */
export type OwnMap = {
  readonly text: string | null
  readonly notes: readonly string[]
  /** To be called when everything was written. */
  readonly keep: () => Promise<void>
}

type Drawn = { readonly text: string; readonly keep: () => Promise<void> }

type Manner = { readonly dryRun: boolean; readonly limitMs?: number }

/** Draws it. A dry run leaves nothing behind, not even what was parsed. */
export async function drawOwnMap(world: World, { dryRun, limitMs = LIMIT_MS }: Manner): Promise<OwnMap> {
  const patience = setTimeout(() => world.mention(`Reading the code, for ${MAP_FILE} …`), PATIENCE_MS)
  try {
    return { ...(await draw(world, { dryRun, limitMs })), notes: [] }
  } catch (error) {
    if (world.signal.aborted) throw error
    const note = `${MAP_FILE} was not drawn: ${reasonOf(error, limitMs)}. Run \`keel map\` to draw it.`
    return { text: null, notes: [note], keep: async () => {} }
  } finally {
    clearTimeout(patience)
  }
}

async function draw(world: World, { dryRun, limitMs }: Required<Manner>): Promise<Drawn> {
  const { root } = world.place
  const own = { root, isSetUp: true, signal: AbortSignal.timeout(limitMs) }
  const drawWith = async (cache: string | null): Promise<Drawn> => {
    const request = await mapRequest({ ...own, cache }, world)
    const { text, input } = await drawMap(request, world)
    return { text, keep: () => keepIfWritten(request, input) }
  }
  if (!dryRun) return drawWith(cacheFolder(root))
  const cache = findCacheFolder(root)
  const { known } = await findMap(await mapRequest({ ...own, cache }, world))
  return known === null ? withCopyOf(cache, drawWith) : { text: known.map.text, keep: async () => {} }
}

/** What the map in the project's file was made of is kept for `--diff`: not what one was made of that nobody wrote. */
async function keepIfWritten(request: MapRequest, input: string): Promise<void> {
  const written = readIfReadable(join(request.root, MAP_FILE))
  if (written !== null && readStamp(written.toString('utf8'))?.input === input)
    await keepTree(request, { input })
}

/** Works on a copy of what was parsed before, if it can be had, and then throws it away. Maps are no part of it: none is the one that is asked for. */
async function withCopyOf<Value>(cache: string, work: (copy: string) => Promise<Value>): Promise<Value> {
  const copy = mkdtempSync(join(tmpdir(), 'keel-map-'))
  try {
    const mode = constants.COPYFILE_FICLONE
    if (existsSync(cache)) cpSync(cache, copy, { recursive: true, mode, filter: isOfUse })
  } catch {
    // It is derived: what is missing in the copy is read anew.
  }
  try {
    return await work(copy)
  } finally {
    removeFolder(copy)
  }
}

function isOfUse(path: string): boolean {
  return !path.endsWith('.keel-tmp') && !['maps', 'recent', 'listings'].includes(basename(path))
}

const PATIENCE_MS = 1000

/** Long enough for fifty thousand files the first time, and short enough not to be taken for a hang. */
const LIMIT_MS = 120_000

function reasonOf(error: unknown, limitMs: number): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'TimeoutError'
    ? `this repository takes more than ${limitMs / 1000} seconds to read`
    : error.message.replace(/\.$/, '')
}
