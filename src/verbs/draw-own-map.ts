import { cacheFolder, findCacheFolder } from '#context/map/cache-folder.ts'
import { findMap } from '#context/map/make-map.ts'
import { MAP_FILE } from '#context/map/map-file.ts'
import { drawMap, mapRequest } from './draw-map.ts'
import type { World } from './world.ts'

/** The map of the project for its own file, or why there is none. Whatever goes wrong, the rest can be set up. */
export type OwnMap = { readonly text: string | null; readonly notes: readonly string[] }

type Manner = { readonly dryRun: boolean; readonly limitMs?: number }

/** Draws it. A dry run leaves nothing behind, not even what was parsed. */
export async function drawOwnMap(world: World, { dryRun, limitMs = LIMIT_MS }: Manner): Promise<OwnMap> {
  const patience = setTimeout(() => world.mention(`Reading the code, for ${MAP_FILE} …`), PATIENCE_MS)
  try {
    return { text: await textOf(world, { dryRun, limitMs }), notes: [] }
  } catch (error) {
    if (world.signal.aborted) throw error
    const note = `${MAP_FILE} was not drawn: ${reasonOf(error, limitMs)}. Run \`keel map\` to draw it.`
    return { text: null, notes: [note] }
  } finally {
    clearTimeout(patience)
  }
}

async function textOf(world: World, { dryRun, limitMs }: Required<Manner>): Promise<string> {
  const { root } = world.place
  const own = { root, isSetUp: true, signal: AbortSignal.timeout(limitMs) }
  if (!dryRun) return (await drawMap({ ...own, cache: await cacheFolder(root) }, world)).text
  const { known } = await findMap(await mapRequest({ ...own, cache: await findCacheFolder(root) }, world))
  return known === null ? (await drawMap({ ...own, cache: null }, world)).text : known.text
}

const PATIENCE_MS = 1000

/** Long enough for fifty thousand files the first time, and short enough not to be taken for a hang. */
const LIMIT_MS = 60_000

function reasonOf(error: unknown, limitMs: number): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'TimeoutError'
    ? `this repository takes more than ${limitMs / 1000} seconds to read`
    : error.message.replace(/\.$/, '')
}
