import { resolve } from 'node:path'
import * as z from 'zod'
import { cacheFolder } from '#context/map/cache-folder.ts'
import { keepTree } from '#context/map/diff/keep-tree.ts'
import type { MapDiff } from '#context/map/diff/map-diff.ts'
import { isCurrentMap } from '#context/map/is-current-map.ts'
import { MAP_FILE } from '#context/map/map-file.ts'
import type { MapRequest } from '#context/map/map-request.ts'
import { readStamp } from '#context/map/map-stamp.ts'
import type { RepositoryMap } from '#context/map/repository-map.ts'
import { readIfReadable } from '#kit/files.ts'
import { Fault } from '#words/fault.ts'
import type { Place } from '#words/place.ts'
import { assertFiles } from './assert-files.ts'
import { diffSince } from './diff-since.ts'
import { drawMap, mapRequest } from './draw-map.ts'
import { failOnRefusal } from './fail-on-refusal.ts'
import { fromRoot } from './from-root.ts'
import { isDirectory } from './is-directory.ts'
import { isSetUp } from './is-set-up.ts'
import { type AskedMap, type MapTarget, mapCommand } from './map-command.ts'
import { outputKinds } from './output-kinds.ts'
import { refreshMap } from './refresh-map.ts'
import { updateCommand } from './update-command.ts'
import { validConfig } from './valid-config.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'
import { writeOutput } from './write-output.ts'

export type MapReport = RepositoryMap & {
  /** The file that it was written to, or that was checked; null where it was only shown. */
  readonly output: string | null
  /** With `--check`: whether the file is what the map would be now. */
  readonly isCurrent: boolean | null
  /** What lies there that was checked; `other` was changed by hand, or is no map of keel's. */
  readonly found: 'map' | 'other' | 'nothing' | null
  /** What to type where it is not current. */
  readonly remedy: string | null
  /** Whether the project's own map was written, since it said something else. */
  readonly refreshed: boolean
  readonly verbose: boolean
}

export type MapDiffReport = MapDiff & {
  /** The file that the last map lies in. */
  readonly output: string
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
    'it stale. It is always the map of the configuration: `--check` with another wish needs the file of that map (`--output`).',
  examples: [
    { command: 'keel map', explains: 'show it, and refresh .keel/map.md' },
    { command: 'keel map -t 4000 -o map.md', explains: 'a larger one, into a file' },
    { command: 'keel map --focus src/server.ts', explains: 'what this file needs comes first' },
    { command: 'keel map --diff', explains: 'what changed since .keel/map.md was drawn, by symbol' },
    { command: 'keel map --check', explains: 'for CI: is .keel/map.md what it would be now?' },
  ],
  input: z.object({
    dir: z.string().trim().min(1).optional().describe('The folder to draw. Default: this project.'),
    tokens: z
      .int()
      .min(100)
      .max(10_000)
      .optional()
      .describe('Tokens that the map may take. It never takes more. Default: what the configuration says.')
      .meta({ short: 't' }),
    output: z.string().trim().min(1).optional().describe('Write it to this file.').meta({ short: 'o' }),
    codeIntel: z.boolean().default(true).describe('Do not parse the code: structure only.'),
    depth: z.int().min(1).max(10).optional().describe('How many levels of folders are drawn.'),
    focus: z
      .array(z.string().min(1))
      .default([])
      .describe('Files or folders whose surroundings come first.')
      .meta({ several: true }),
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
    const wish = wishOf(input, world.place)
    const { root, output, isOwn } = wish
    if (!isDirectory(root)) throw noFolder(root)
    const { check, diff, verbose } = input
    if (check && diff) throw clash()
    await assertFiles(root)
    const request = await mapRequest({ ...wish, cache: cacheFolder(root) }, world)
    if (check && isOwn) assertAsConfigured(request, world)
    const asked = isOwn ? { codeIntel: true, focus: [] } : input
    const commandFor = (target: MapTarget) => mapCommand({ ...asked, ...target }, world)
    if (diff && output !== null)
      return { ...(await diffSince(output, { request, commandFor })), output, verbose }
    // Of other files than git would name, nobody can say whether the map is stale.
    const onRefusal = check ? failOnRefusal(root) : request.onRefusal
    const drawn = await drawMap({ ...request, onRefusal }, world)
    const shown = { output, isCurrent: null, found: null, remedy: null, refreshed: false, verbose }
    const report = { ...drawn, ...shown }
    if (output === null) {
      const isWanted = wish.isSetUp && isConfigured(input)
      return { ...report, refreshed: isWanted && (await refreshOwn(drawn, { request, world })) }
    }
    const update = (target: MapTarget) => updateCommand(target, world)
    if (check) return { ...report, ...checkFile(output, { drawn, mend: isOwn ? update : commandFor }) }
    writeOutput(output, {
      text: drawn.text,
      kind: outputKinds.map,
      commandFor: (other) => commandFor({ output: other, isForeign: false }),
    })
    await keepTree(request, drawn)
    return report
  },
  hasFindings: (report) => 'isCurrent' in report && report.isCurrent === false,
})

function wishOf(
  { dir, tokens, depth, codeIntel, focus, ...whereTo }: AskedMap & Whither,
  { cwd, root: project }: Place,
) {
  const root = dir === undefined ? project : resolve(cwd, dir)
  const isProject = root === project && isSetUp(root)
  return {
    root,
    tokens,
    depth,
    codeIntel,
    focus: focus.map((path) => fromRoot(path, { cwd, root })),
    output: outputOf(whereTo, { cwd, root }),
    isSetUp: isProject,
    /** Whether the file in question, if there is one, is the project's own. */
    isOwn: isProject && whereTo.output === undefined,
  }
}

type Whither = { readonly output?: string | undefined; readonly check: boolean; readonly diff: boolean }

function outputOf(
  { output, check, diff }: Whither,
  { cwd, root }: { cwd: string; root: string },
): string | null {
  if (output !== undefined) return resolve(cwd, output)
  return check || diff ? resolve(root, MAP_FILE) : null
}

function clash(): Fault {
  return new Fault({
    kind: 'user',
    code: 'check-or-diff',
    message: '--check says whether the map is current, --diff what changed since: they are two questions.',
    hint: 'keel map --diff',
  })
}

/** Of the project's own file, only one thing can be asked: whether it is the map of the configuration. By whatever words. */
function assertAsConfigured({ tokens, depth, codeIntelligence, focus }: MapRequest, world: World): void {
  const config = validConfig(world).context.map
  const isSame = tokens === config.token_budget && depth === config.depth && focus.length === 0
  if (isSame && codeIntelligence === config.code_intelligence) return
  throw new Fault({
    kind: 'user',
    code: 'other-wish',
    message:
      `${MAP_FILE} is the map of the configuration, and never becomes another. What --tokens, --depth, --focus and ` +
      '--no-code-intel say is for a file of its own (--output), or for context.map in the configuration.',
    hint: 'keel map --check',
  })
}

/** What could not be ranked is not what the map should be, even where it is what it would be. */
function checkFile(
  output: string,
  { drawn: { text, unranked }, mend }: { drawn: RepositoryMap; mend: (target: MapTarget) => string },
): Pick<MapReport, 'isCurrent' | 'found' | 'remedy'> {
  const before = readIfReadable(output)?.toString('utf8') ?? ''
  const isCurrent = unranked === null && isCurrentMap(before, text)
  const found = before.trim() === '' ? 'nothing' : readStamp(before) === null ? 'other' : 'map'
  return { isCurrent, found, remedy: isCurrent ? null : mend({ output, isForeign: found === 'other' }) }
}

async function refreshOwn(
  drawn: RepositoryMap,
  { request, world }: { request: MapRequest; world: World },
): Promise<boolean> {
  const isRefreshed = refreshMap(drawn.text, world)
  if (isRefreshed) await keepTree(request, drawn)
  return isRefreshed
}

/** Whether nothing but the map of the configuration is asked for, which is the one in the project's own file. */
function isConfigured({ dir, tokens, depth, codeIntel, focus }: AskedMap): boolean {
  return dir === undefined && tokens === undefined && depth === undefined && codeIntel && focus.length === 0
}

function noFolder(path: string): Fault {
  return new Fault({ kind: 'user', code: 'no-folder', message: `${path} is no folder.`, hint: 'keel map .' })
}
