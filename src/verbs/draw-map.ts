import { readdirSync, readlinkSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { makeMap } from '#context/map/make-map.ts'
import type { MapRequest } from '#context/map/map-request.ts'
import { healthLines } from '#context/map/render/health-lines.ts'
import type { MapLine } from '#context/map/render/map-line.ts'
import type { RepositoryMap } from '#context/map/repository-map.ts'
import { readPackageFile } from '#kit/package-file.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import { gatherHealth } from './gather-health.ts'
import { validConfig } from './valid-config.ts'
import { warnOfRefusal } from './warn-of-refusal.ts'
import type { World } from './world.ts'

/** What somebody wants of a map. Where it says nothing, the configuration does. */
export type MapWish = {
  readonly root: string
  /** Where what was parsed is kept; null to keep nothing. */
  readonly cache: string | null
  /** Whether the project is set up, or about to be: then there is a ledger to tell of, or will be. */
  readonly isSetUp: boolean
  readonly tokens?: number | undefined
  readonly depth?: number | undefined
  readonly codeIntel?: boolean | undefined
  readonly focus?: readonly string[] | undefined
  /** A file that the map is written to: no part of what it is drawn from, or it would never be current. */
  readonly output?: string | null
  /** Ends it early, beside the person who has had enough. */
  readonly signal?: AbortSignal | undefined
}

/** Draws the map that is asked for. */
export async function drawMap(request: MapRequest, world: World): Promise<RepositoryMap> {
  try {
    return await makeMap(request)
  } catch (error) {
    throw world.signal.aborted ? interrupted() : error
  }
}

/** All that a map is made of, the configuration taken in. */
export async function mapRequest(wish: MapWish, world: World): Promise<MapRequest> {
  const { root, cache, tokens, depth, codeIntel = true, focus = [], output = null, signal } = wish
  const config = validConfig(world).context.map
  const written = output === null ? null : relative(root, output).split(sep).join('/')
  return {
    root,
    cache,
    tokens: tokens ?? config.token_budget,
    depth: depth ?? config.depth,
    codeIntelligence: codeIntel && config.code_intelligence,
    focus,
    health: wish.isSetUp && config.ledger_statistics ? await healthOf(root) : null,
    exclude: {
      name: JSON.stringify([config.exclude, written, linksIn(root)]),
      load: async () => {
        const { leavesOut } = await import('./leaves-out.ts')
        return leavesOut({ root, globs: config.exclude, written })
      },
    },
    version: JSON.parse(readPackageFile('package.json')).version as string,
    loadTokenCounter,
    onRefusal: warnOfRefusal(root, world),
    signal: signal === undefined ? world.signal : AbortSignal.any([world.signal, signal]),
  }
}

/** Where a file that keel writes into is a link, what it leads to is left out too. */
function linksIn(root: string): string[][] {
  const links = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink())
  return links.map(({ name }) => [name, readlinkSync(join(root, name))]).sort()
}

async function healthOf(root: string): Promise<MapLine[]> {
  return healthLines(await gatherHealth(root))
}

function interrupted(): Fault {
  return new Fault({
    kind: 'user',
    code: 'interrupted',
    message: 'The map was not drawn to its end, and nothing was written.',
  })
}
