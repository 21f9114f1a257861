import { constants, cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder, findCacheFolder } from '#context/map/cache-folder.ts'
import { MAP_FILE } from '#context/map/map-file.ts'
import { removeFolder } from '#kit/remove-folder.ts'
import { drawMap } from './draw-map.ts'
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
  const draw = async (cache: string | null) => (await drawMap({ ...own, cache }, world)).text
  return dryRun ? withCopyOf(findCacheFolder(root), draw) : draw(cacheFolder(root))
}

/** Works on a copy of what was parsed before, if it can be had, and then throws it away. */
async function withCopyOf<Value>(cache: string, work: (copy: string) => Promise<Value>): Promise<Value> {
  const copy = mkdtempSync(join(tmpdir(), 'keel-map-'))
  try {
    const mode = constants.COPYFILE_FICLONE
    if (existsSync(cache)) cpSync(cache, copy, { recursive: true, mode, filter: isNoTemporary })
  } catch {
    // It is derived: what is missing in the copy is read anew.
  }
  try {
    return await work(copy)
  } finally {
    removeFolder(copy)
  }
}

function isNoTemporary(path: string): boolean {
  return !path.endsWith('.keel-tmp')
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
