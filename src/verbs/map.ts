import { resolve } from 'node:path'
import * as z from 'zod'
import { cacheFolder } from '#context/map/cache-folder.ts'
import { isCurrentMap } from '#context/map/is-current-map.ts'
import { MAP_FILE } from '#context/map/map-file.ts'
import type { RepositoryMap } from '#context/map/repository-map.ts'
import { readIfReadable, writeAtomically } from '#kit/files.ts'
import { Fault } from '#words/fault.ts'
import { drawMap } from './draw-map.ts'
import { isDirectory } from './is-directory.ts'
import { isSetUp } from './is-set-up.ts'
import { refreshMap } from './refresh-map.ts'
import { defineVerb } from './verb.ts'

export type MapReport = RepositoryMap & {
  /** The file that it was written to, or that was checked; null where it was only shown. */
  readonly output: string | null
  /** With `--check`: whether the file is what the map would be now. */
  readonly isCurrent: boolean | null
  /** What to type where it is not. */
  readonly remedy: string | null
  /** Whether the project's own map was written, since it said something else. */
  readonly refreshed: boolean
  readonly verbose: boolean
}

export const map = defineVerb({
  name: 'map',
  summary: 'Draw the map: what lies in this repository, and what of its code matters most.',
  details:
    'Tech stack, commands, structure and the symbols that the rest of the code needs most, ranked over the graph of imports and ' +
    'references, within a budget of tokens that is never exceeded. Needs neither a model nor the network. What was parsed is ' +
    'remembered by content in `.keel/cache`. Where keel is set up and nothing but the map of the configuration is asked for, ' +
    '`.keel/map.md` is refreshed too, if it would say something else: an edit of yours is saved beside it first, and a file ' +
    'that is not keel’s stays. Neither the stamp nor what is not in the files (project health, how commits are written) makes ' +
    'it stale.',
  examples: [
    { command: 'keel map', explains: 'show it, and refresh .keel/map.md' },
    { command: 'keel map -t 4000 -o map.md', explains: 'a larger one, into a file' },
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
    const output = outputOf(input, { cwd, root })
    const { tokens, depth, codeIntel, focus, verbose } = input
    const wish = { root, tokens, depth, codeIntel, focus, output, isSetUp: root === project && isSetUp(root) }
    const drawn = await drawMap({ ...wish, cache: cacheFolder(root) }, world)
    const report = { ...drawn, output, isCurrent: null, remedy: null, refreshed: false, verbose }
    if (output === null) {
      const isOwn = wish.isSetUp && isConfigured(input)
      return { ...report, refreshed: isOwn && refreshMap(drawn.text, world) }
    }
    if (input.check) {
      const isCurrent = isCurrentFile(output, drawn)
      const mend = wish.isSetUp && input.output === '' ? 'keel update' : `keel map -o ${output}`
      return { ...report, isCurrent, remedy: isCurrent ? null : mend }
    }
    writeAtomically(output, Buffer.from(drawn.text))
    return report
  },
  hasFindings: ({ isCurrent }) => isCurrent === false,
})

function outputOf(
  { output, check }: { output: string; check: boolean },
  { cwd, root }: { cwd: string; root: string },
): string | null {
  if (output !== '') return resolve(cwd, output)
  return check ? resolve(root, MAP_FILE) : null
}

/** What could not be ranked is not what the map should be, even where it is what it would be. */
function isCurrentFile(path: string, { text, unranked }: RepositoryMap): boolean {
  return unranked === null && isCurrentMap(readIfReadable(path)?.toString('utf8') ?? '', text)
}

type Asked = {
  readonly dir: string
  readonly tokens?: number | undefined
  readonly depth?: number | undefined
  readonly codeIntel: boolean
  readonly focus: readonly string[]
}

/** Whether nothing but the map of the configuration is asked for, which is the one in the project's own file. */
function isConfigured({ dir, tokens, depth, codeIntel, focus }: Asked): boolean {
  return dir === '' && tokens === undefined && depth === undefined && codeIntel && focus.length === 0
}

function noFolder(path: string): Fault {
  return new Fault({ kind: 'user', code: 'no-folder', message: `${path} is no folder.`, hint: 'keel map .' })
}
