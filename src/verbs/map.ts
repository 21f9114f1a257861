import { relative, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import * as z from 'zod'
import { cacheFolder } from '#context/map/cache-folder.ts'
import { keepTree } from '#context/map/diff/keep-tree.ts'
import type { MapDiff } from '#context/map/diff/map-diff.ts'
import { makeMap } from '#context/map/make-map.ts'
import type { RepositoryMap } from '#context/map/repository-map.ts'
import { readIfReadable, writeAtomically } from '#kit/files.ts'
import { readPackageFile } from '#kit/package-file.ts'
import { loadTokenCounter } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import { assertFiles } from './assert-files.ts'
import { diffSince } from './diff-since.ts'
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

export type MapDiffReport = MapDiff & {
  /** The file that the last map lies in. */
  readonly output: string
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
    { command: 'keel map --diff', explains: 'what changed since .keel/map.md was drawn, by symbol' },
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
    diff: z
      .boolean()
      .default(false)
      .describe(
        `Write nothing; say which symbols were added, removed and changed since ${MAP_FILE}, or the file that --output names, was drawn.`,
      ),
    verbose: z
      .boolean()
      .default(false)
      .describe('Tell of every file that is not in the picture as it should be.')
      .meta({ short: 'v' }),
  }),
  positional: 'dir',
  tells: null,
  tool: {
    name: 'repository_map',
    effect: 'reads',
    withholds: ['dir', 'output', 'codeIntel', 'check', 'diff', 'verbose'],
    answers: 'text',
    // Said, so that it is a map for who asks and not the one of the project's own file.
    assume: (input, world) => ({
      ...input,
      tokens: input.tokens ?? validConfig(world).context.map.token_budget,
    }),
    answer: (report: MapReport | MapDiffReport) => ('text' in report ? report.text : JSON.stringify(report)),
  },
  configuration: 'valid',
  run: async (input, world): Promise<MapReport | MapDiffReport> => {
    const { cwd, root: project } = world.place
    const root = input.dir === '' ? project : resolve(cwd, input.dir)
    if (!isDirectory(root)) throw noFolder(root)
    const { check, diff, verbose } = input
    if (check && diff) throw clash()
    await assertFiles(root)
    const output =
      input.output === '' ? (check || diff ? resolve(root, MAP_FILE) : null) : resolve(cwd, input.output)
    const wished = wishes(input, world)
    // Wherever it lies, the map is no part of what it is drawn from: else it would never be current.
    const own = output === null ? null : relative(root, output).replaceAll(sep, '/')
    const exclude = (path: string) => path === own || wished.exclude(path)
    const request = { ...wished, exclude, root, cache: await cacheFolder(root) }
    if (diff && output !== null) return { ...(await diffSince(output, request)), output, verbose }
    const drawn = await makeMap(request)
    if (output === null) return { ...drawn, output, isCurrent: null, verbose }
    if (check) {
      const isCurrent = drawn.unranked === null && readIfReadable(output)?.toString('utf8') === drawn.text
      return { ...drawn, output, isCurrent, verbose }
    }
    writeAtomically(output, Buffer.from(drawn.text))
    await keepTree(request, drawn)
    return { ...drawn, output, isCurrent: null, verbose }
  },
  hasFindings: (report) => 'isCurrent' in report && report.isCurrent === false,
})

function clash(): Fault {
  return new Fault({
    kind: 'user',
    code: 'check-or-diff',
    message: '--check says whether the map is current, --diff what changed since: they are two questions.',
    hint: 'keel map --diff',
  })
}

type Wish = {
  readonly tokens?: number | undefined
  readonly depth?: number | undefined
  readonly codeIntel: boolean
  readonly focus: readonly string[]
}

function wishes({ tokens, depth, codeIntel, focus }: Wish, world: World) {
  const config = validConfig(world).context.map
  const isExcluded = config.exclude.length === 0 ? () => false : picomatch([...config.exclude], { dot: true })
  return {
    tokens: tokens ?? config.token_budget,
    depth: depth ?? config.depth,
    codeIntelligence: codeIntel && config.code_intelligence,
    focus,
    health: [],
    exclude: (path: string) => path === MAP_FILE || isExcluded(path),
    version: JSON.parse(readPackageFile('package.json')).version as string,
    loadTokenCounter,
  }
}

function noFolder(path: string): Fault {
  return new Fault({ kind: 'user', code: 'no-folder', message: `${path} is no folder.`, hint: 'keel map .' })
}
