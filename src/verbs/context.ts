import { relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import { effectiveContext, type HostContext } from '#context/instructions/effective-context.ts'
import { hostNames, hosts } from '#hosts/registry.ts'
import { isWithin } from '#kit/confine.ts'
import { statIfThere } from '#kit/files.ts'
import { surveyFiles } from '#kit/survey-files.ts'
import { loadTokenCounter, TOKENIZER } from '#kit/tokens.ts'
import { Fault } from '#words/fault.ts'
import type { Place } from '#words/place.ts'
import { findPlace } from './find-place.ts'
import { defineVerb } from './verb.ts'

export type ContextReport = {
  /** Where an agent would be started. */
  readonly directory: string
  readonly tokenizer: string
  readonly hosts: readonly HostContext[]
  /** Folders where no instruction files were looked for, relative to the project: git ignores them, or they are called node_modules. */
  readonly notSearched: readonly string[]
}

export const context = defineVerb({
  name: 'context',
  summary: 'Show which instruction files each host will really load from here.',
  details:
    'For each host: its instruction files in the order in which the model sees them, with imports expanded as that host ' +
    'expands them, the bytes, lines and tokens of each, what its limits cut, what is loaded twice and what is never loaded. Folders that git ignores are ' +
    'named and not searched, unless they are repositories themselves.',
  examples: [
    { command: 'keel context', explains: 'every host, from this directory' },
    { command: 'keel context packages/api --host codex', explains: 'one host, started somewhere else' },
    { command: 'keel context --check', explains: 'in CI: fail when a host cuts something' },
  ],
  input: z.object({
    directory: z.string().optional().describe('Where the agent would be started. Default: this directory.'),
    host: z.array(z.enum(hostNames)).default([]).describe('Only this host.'),
    check: z.boolean().default(false).describe('Exit with 1 if something is cut.'),
  }),
  positional: 'directory',
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ directory, host }, world): Promise<ContextReport> => {
    const place = directory === undefined ? world.place : placeAt(world.place, directory)
    const { candidates, unsearched } = surveyInstructions(place)
    const names = host.length === 0 ? hostNames : hostNames.filter((name) => host.includes(name))
    const loads = names.map((name) => {
      const { title, basis, loadInstructions } = hosts[name]
      return { host: name, title, basis, load: loadInstructions({ place, candidates }) }
    })
    const countTokens = await loadTokenCounter()
    return {
      directory: place.cwd,
      tokenizer: TOKENIZER,
      hosts: effectiveContext({ place, loads, candidates, countTokens }),
      notSearched: unsearched
        .filter((folder) => isWithin(place.cwd, folder) || isWithin(folder, place.cwd))
        .map((folder) => relative(place.root, folder).split(sep).join('/') || '.'),
    }
  },
  hasFindings: ({ hosts: reported }, { check }) => check && reported.some(({ isCut }) => isCut),
})

/** Every file of the project that some host would load from somewhere. */
export function instructionFiles(place: Place): string[] {
  return surveyInstructions(place).candidates
}

/** Hosts do not ask git, so that an ignored file counts like any other. */
function surveyInstructions({ root }: Place): { candidates: string[]; unsearched: readonly string[] } {
  const all = hostNames.map((name) => hosts[name])
  const { files, ignored, unsearched } = surveyFiles(root)
  const candidates = [...files, ...ignored].filter((path) => {
    const way = relative(root, path)
    return all.some((host) => host.recognises(way))
  })
  return { candidates: candidates.sort(), unsearched }
}

function placeAt(place: Place, directory: string): Place {
  const path = resolve(place.cwd, directory)
  if (statIfThere(path)?.isDirectory() !== true) {
    throw new Fault({
      kind: 'user',
      code: 'no-such-directory',
      message: `There is no directory ${path}.`,
      hint: 'keel context --help',
    })
  }
  const there = findPlace(path, place.environment)
  // A directory of this project is asked about on this project's terms, whatever repositories lie inside it.
  return isWithin(place.root, there.cwd) ? { ...place, cwd: there.cwd } : there
}
