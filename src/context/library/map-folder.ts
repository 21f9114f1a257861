import { statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import { writeAtomically } from '#kit/files.ts'
import { readPackageFile } from '#kit/package-file.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import { contextConfig } from '../context-config.ts'
import { keepTree } from '../map/diff/keep-tree.ts'
import { makeMap } from '../map/make-map.ts'
import { MAP_FILE } from '../map/map-file.ts'
import type { MapRequest } from '../map/map-request.ts'
import type { RepositoryMap } from '../map/repository-map.ts'

/** What may be said of any folder that is read. */
export type FolderOptions = {
  /** Globs of paths that are left out, beyond what git ignores. */
  readonly exclude?: readonly string[]
  /**
   * Where what was parsed is remembered. By default nowhere: nothing is written, and everything is parsed each time. The
   * one that `keel map` uses is `cacheFolder(folder)`.
   */
  readonly cache?: string | null
  /** Files or folders, by their paths from the folder, whose surroundings come first. */
  readonly focus?: readonly string[]
}

export type MapOptions = FolderOptions & {
  /** Tokens that the map may take, from 100 to 10,000. It never takes more. Default: 1500. */
  readonly tokens?: number
  /** How many levels of folders are drawn. Default: 4. */
  readonly depth?: number
  /** Whether code is parsed and its symbols ranked. Default: true. */
  readonly codeIntelligence?: boolean
  /** A file to write it to. With a cache, `diffFolder` can then say what changed since. */
  readonly output?: string
}

/**
 * Draws the map of a folder, as `keel map` does, but by what it is told and not by the configuration of a project: its text,
 * how many tokens and symbols it has, what it was made of, and the files that are not in the picture as they should be.
 */
export async function mapFolder(folder: string, options: MapOptions = {}): Promise<RepositoryMap> {
  const request = requestFor(folder, options)
  const map = await makeMap(request)
  if (options.output === undefined) return map
  writeAtomically(resolve(options.output), Buffer.from(map.text))
  await keepTree(request, map)
  return map
}

function noFolder(path: string): Fault {
  return new Fault({ kind: 'user', code: 'no-folder', message: `${path} is no folder.` })
}

/** What `makeMap` wants to know, by the defaults of the configuration. */
export function requestFor(folder: string, { cache = null, focus = [], ...options }: MapOptions): MapRequest {
  const root = resolve(folder)
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw noFolder(root)
  const defaults = contextConfig.shape.map.parse({
    ...(options.tokens === undefined ? {} : { token_budget: options.tokens }),
    ...(options.depth === undefined ? {} : { depth: options.depth }),
  })
  const own =
    options.output === undefined ? null : relative(root, resolve(options.output)).replaceAll(sep, '/')
  return {
    root,
    cache,
    focus,
    tokens: defaults.token_budget,
    depth: defaults.depth,
    codeIntelligence: options.codeIntelligence ?? true,
    health: null,
    exclude: {
      name: JSON.stringify([options.exclude, own]),
      load: async () => {
        const isExcluded = picomatch([...(options.exclude ?? [])], { dot: true })
        // No map is a part of what it is drawn from.
        return (path) => path === own || path === MAP_FILE || isExcluded(path)
      },
    },
    version: JSON.parse(readPackageFile('package.json')).version as string,
    loadTokenCounter,
  }
}
