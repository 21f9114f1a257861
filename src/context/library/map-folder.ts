import { dirname, relative, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import * as z from 'zod'
import { writeAtomically } from '#kit/files.ts'
import { readPackageFile } from '#kit/package-file.ts'
import { refusalOf } from '#kit/refusal-of.ts'
import { shellWord } from '#kit/shell-word.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import { contextConfig } from '../context-config.ts'
import { keepTree } from '../map/diff/keep-tree.ts'
import { makeMap } from '../map/make-map.ts'
import { MAP_FILE } from '../map/map-file.ts'
import type { MapRequest } from '../map/map-request.ts'
import type { RepositoryMap } from '../map/repository-map.ts'
import { hearRefusal, type Refused } from './hear-refusal.ts'
import { takeCache } from './take-cache.ts'
import { takeFolder } from './take-folder.ts'
import { takeOptions } from './take-options.ts'

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
export async function mapFolder(folder: string, options: MapOptions = {}): Promise<RepositoryMap & Refused> {
  const taken = takeOptions(mapOptions, { options, example: "await mapFolder('.', { tokens: 1500 })" })
  const asked = requestFor(folder, taken)
  const { onRefusal, heard } = hearRefusal(asked.root)
  const request = { ...asked, onRefusal }
  const map = { ...(await makeMap(request)), ...heard() }
  if (taken.output === undefined) return map
  writeMap(resolve(taken.output), map.text)
  await keepTree(request, map)
  return map
}

function writeMap(path: string, text: string): void {
  try {
    writeAtomically(path, Buffer.from(text))
  } catch (error) {
    throw new Fault({
      kind: 'user',
      code: 'unwritable',
      message: `The map could not be written to ${path}: ${refusalOf(error)?.reason ?? String(error)}.`,
      hint: `ls -ld ${shellWord(dirname(path))}`,
      cause: error,
    })
  }
}

const { token_budget, depth, exclude } = contextConfig.shape.map.unwrap().shape

/** With what the configuration would say where nothing is said. */
export const folderOptions = z.strictObject({
  exclude,
  cache: z.string().min(1).nullable().default(null),
  focus: z.array(z.string().min(1)).default([]),
}) satisfies z.ZodType<FolderOptions>

export const mapOptions = folderOptions.extend({
  tokens: token_budget,
  depth,
  codeIntelligence: z.boolean().default(true),
  output: z.string().min(1).optional(),
})

/** What `makeMap` wants to know. */
export function requestFor(folder: string, options: z.output<typeof mapOptions>): MapRequest {
  const root = takeFolder(folder)
  const { output, focus, tokens, depth, codeIntelligence } = options
  const own = output === undefined ? null : relative(root, resolve(output)).replaceAll(sep, '/')
  return {
    root,
    cache: takeCache(options.cache),
    focus,
    tokens,
    depth,
    codeIntelligence,
    health: null,
    exclude: {
      name: JSON.stringify([options.exclude, own]),
      load: async () => {
        const isExcluded = picomatch(options.exclude, { dot: true })
        // No map is a part of what it is drawn from.
        return (path) => path === own || path === MAP_FILE || isExcluded(path)
      },
    },
    version: JSON.parse(readPackageFile('package.json')).version as string,
    loadTokenCounter,
  }
}
