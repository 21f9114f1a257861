import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import picomatch from 'picomatch'
import * as z from 'zod'
import { cacheFolder } from '#context/map/cache-folder.ts'
import { makeMap } from '#context/map/make-map.ts'
import type { RepositoryMap } from '#context/map/repository-map.ts'
import { readIfReadable, writeAtomically } from '#kit/files.ts'
import { readPackageFile } from '#kit/package-file.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import { isDirectory } from './is-directory.ts'
import { validConfig } from './valid-config.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type MapReport = RepositoryMap & {
  /** The file that it was written to, or that was checked; null where it was only shown. */
  readonly output: string | null
  /** With `--check`: whether the file is what the map would be now. */
  readonly isCurrent: boolean | null
  readonly verbose: boolean
}

const MAP_FILE = '.keel/map.md'

export const map = defineVerb({
  name: 'map',
  summary: 'Draw the map: what lies in this repository, and what of its code matters most.',
  details:
    'Tech stack, commands, structure and the symbols that the rest of the code needs most, ranked over the graph of imports and ' +
    'references, within a budget of tokens that is never exceeded. Needs neither a model nor the network. What was parsed is ' +
    'remembered by content in `.keel/cache`.',
  examples: [
    { command: 'keel map', explains: 'show it' },
    { command: 'keel map -t 4000 -o .keel/map.md', explains: 'a larger one, into a file' },
    { command: 'keel map --focus src/server.ts', explains: 'what this file needs comes first' },
    { command: 'keel map --check', explains: 'for CI: is .keel/map.md what it would be now?' },
  ],
  input: z.object({
    dir: z.string().trim().default('').describe('The folder to draw. Default: this project.'),
    tokens: z
      .int()
      .min(100)
      .max(10_000)
      .optional()
      .describe('Tokens that the map may take. It never takes more. Default: what the configuration says.')
      .meta({ short: 't' }),
    output: z.string().trim().default('').describe('Write it to this file.').meta({ short: 'o' }),
    codeIntel: z.boolean().default(true).describe('Do not parse the code: structure only.'),
    depth: z.int().min(1).max(10).optional().describe('How many levels of folders are drawn.'),
    focus: z.array(z.string().min(1)).default([]).describe('A file or folder whose surroundings come first.'),
    check: z
      .boolean()
      .default(false)
      .describe(`Write nothing; say whether ${MAP_FILE}, or the file that --output names, is current.`),
    verbose: z
      .boolean()
      .default(false)
      .describe('Tell of every file that is not in the picture as it should be.')
      .meta({ short: 'v' }),
  }),
  positional: 'dir',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async (input, world): Promise<MapReport> => {
    const { cwd, root: project } = world.place
    const root = input.dir === '' ? project : resolve(cwd, input.dir)
    if (!isDirectory(root)) throw noFolder(root)
    const focus = input.focus.map((path) => fromRoot(path, { cwd, root }))
    const drawn = await makeMap({ ...wishes(input, world), focus, root, cache: await cacheFolder(root) })
    const output =
      input.output === '' ? (input.check ? resolve(root, MAP_FILE) : null) : resolve(cwd, input.output)
    const { verbose } = input
    if (output === null) return { ...drawn, output, isCurrent: null, verbose }
    if (input.check) {
      const isCurrent = drawn.unranked === null && readIfReadable(output)?.toString('utf8') === drawn.text
      return { ...drawn, output, isCurrent, verbose }
    }
    writeAtomically(output, Buffer.from(drawn.text))
    return { ...drawn, output, isCurrent: null, verbose }
  },
  hasFindings: ({ isCurrent }) => isCurrent === false,
})

type Wish = {
  readonly tokens?: number | undefined
  readonly depth?: number | undefined
  readonly codeIntel: boolean
}

function wishes({ tokens, depth, codeIntel }: Wish, world: World) {
  const config = validConfig(world).context.map
  const isExcluded = config.exclude.length === 0 ? () => false : picomatch([...config.exclude], { dot: true })
  return {
    tokens: tokens ?? config.token_budget,
    depth: depth ?? config.depth,
    codeIntelligence: codeIntel && config.code_intelligence,
    health: [],
    // The map is no part of what it is drawn from: else it would never be current.
    exclude: (path: string) => path === MAP_FILE || isExcluded(path),
    version: JSON.parse(readPackageFile('package.json')).version as string,
    loadTokenCounter,
  }
}

/** A path is meant from where it is typed, else from the root. */
function fromRoot(path: string, { cwd, root }: { cwd: string; root: string }): string {
  const typed = resolve(cwd, path)
  return existsSync(typed) ? relative(root, typed) : path
}

function noFolder(path: string): Fault {
  return new Fault({ kind: 'user', code: 'no-folder', message: `${path} is no folder.`, hint: 'keel map .' })
}
