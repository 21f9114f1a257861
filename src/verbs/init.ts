import { existsSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import * as z from 'zod'
import { foreignText } from '#context/sections/place-section.ts'
import { planSetup } from '#context/setup/plan-setup.ts'
import { findHosts, findProgram, type HostUse } from '#hosts/find-hosts.ts'
import { hookInstalls } from '#hosts/hook-installs.ts'
import { type HostName, hostNames, hosts } from '#hosts/registry.ts'
import { confine } from '#kit/confine.ts'
import { readIfReadable } from '#kit/files.ts'
import { upward } from '#kit/find-up.ts'
import { listFiles } from '#kit/list-files.ts'
import { realPath } from '#kit/real-path.ts'
import type { Place } from '#words/place.ts'
import { agentFiles } from './agent-files.ts'
import { applyPlan, hasConflicts, type SetupReport } from './apply-plan.ts'
import { assertProject } from './assert-project.ts'
import { drawOwnMap } from './draw-own-map.ts'
import { hookHosts, hookTargets } from './hook-targets.ts'
import { instructionTargets, sharedFacts } from './instruction-targets.ts'
import { setupFlags } from './setup-flags.ts'
import { unseenSections } from './unseen-sections.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type InitReport = SetupReport & {
  readonly hosts: readonly (HostUse & { readonly title: string })[]
  /** What was asked for, without the dry run. */
  readonly command: string
}

export const init = defineVerb({
  name: 'init',
  summary: 'Set keel up in this repository.',
  details:
    'Writes `.keel/` (configuration, constitution, run loop, map) and a marked section in AGENTS.md and CLAUDE.md, and in ' +
    'the file of every other host that this project uses. For those with agent files, also the repo-mapper: a sub-agent ' +
    'that only reads, and finds what a task needs. Text outside the markers is never touched. Running it again ' +
    'changes nothing. In a pipe it asks nothing.',
  examples: [
    { command: 'keel init', explains: 'set up for the hosts that this project uses' },
    { command: 'keel init --dry-run', explains: 'show what would be written, and write nothing' },
    { command: 'keel init --host gemini-cli --host cursor', explains: 'write the files of these hosts too' },
    { command: 'keel init --hooks', explains: 'guards judge what the agents of this project do' },
  ],
  input: z.object({
    host: z
      .array(z.enum(hostNames))
      .default([])
      .describe('Write this host’s files even if it is not found in use.'),
    hooks: z
      .boolean()
      .default(false)
      .describe('Have the hosts that this project uses ask keel’s guards before every action.'),
    ...setupFlags,
  }),
  tells: null,
  tool: null,
  configuration: 'valid',
  run: async ({ host, hooks, force, dryRun }, world): Promise<InitReport> => {
    const { place } = world
    assertProject(place)
    const found = findHosts(place)
    const accepted = await acceptMachineHosts(found, { host, dryRun, world })
    const asked = [...host, ...accepted]
    const { names, notes } = chooseHosts(place, { asked, found })
    const { root } = place
    const asking = hooks ? hookHosts({ root, asked: host }) : []
    const drawn = await drawOwnMap(world, { dryRun })
    const decide = () =>
      planSetup({
        root,
        map: drawn.text,
        facts: sharedFacts(),
        targets: instructionTargets(root, names),
        settings: hookTargets(asking),
        agents: agentFiles(mappedHosts({ asked, found })),
        force,
      })
    const unasked = hooks && asking.length === 0 ? [NOBODY_ASKS] : []
    const unheard = asking.length > 0 && findProgram(['keel'], place) === null ? [NOBODY_ANSWERS] : []
    const report = applyPlan(world, {
      decide,
      dryRun,
      notes: [...notes, ...unasked, ...unheard, ...drawn.notes],
    })
    if (!dryRun) await drawn.keep()
    return {
      ...report,
      notes: [...report.notes, ...unseenSections(place)],
      hosts: found.map((use) => ({ ...use, title: hosts[use.host].title })),
      command: commandFor({ host, hooks, force }),
    }
  },
  hasFindings: hasConflicts,
})

const NOBODY_ASKS = `No hook was written: no host has settings here. Name one, as in \`keel init --hooks --host ${Object.keys(hookInstalls)[0]}\`.`

const NOBODY_ANSWERS =
  'No program `keel` is on your PATH, and the hook names it: until there is one, a host denies every action, or none. Run `npm install --global keel`.'

function commandFor({ host, hooks, force }: { host: readonly HostName[]; hooks: boolean; force: boolean }) {
  return [
    'keel init',
    ...host.map((name) => `--host ${name}`),
    ...(hooks ? ['--hooks'] : []),
    ...(force ? ['--force'] : []),
  ].join(' ')
}

/** Hosts that only this machine has are offered to a person, and never assumed: the files are for the whole team. */
async function acceptMachineHosts(
  found: readonly HostUse[],
  { host, dryRun, world }: { host: readonly HostName[]; dryRun: boolean; world: World },
): Promise<HostName[]> {
  const accepted: HostName[] = []
  if (world.confirm === null || dryRun) return accepted
  for (const use of found) {
    const file = hosts[use.host].instructionFile
    if (use.kind === 'project' || file === null || file.always || host.includes(use.host)) continue
    if (existsSync(join(world.place.root, file.path))) continue
    const question = `${hosts[use.host].title} is on this machine (${use.sign}). Write ${file.path} for it too?`
    if (await world.confirm(question)) accepted.push(use.host)
  }
  return accepted
}

function chooseHosts(
  place: Place,
  { asked, found }: { asked: readonly HostName[]; found: readonly HostUse[] },
): { names: HostName[]; notes: string[] } {
  const notes: string[] = []
  const used = new Set(found.filter(({ kind }) => kind === 'project').map(({ host }) => host))
  const names = hostNames.filter((name) => {
    const file = hosts[name].instructionFile
    if (asked.includes(name)) return true
    if (file === null || !(file.always || used.has(name))) return false
    const hidden = file.hidesAgentsFiles ? agentsFilesHiddenBy(place, file.path) : []
    if (hidden.length === 0) return true
    notes.push(
      `${file.path} was not created: ${hosts[name].title} reads ${hidden.length === 1 ? hidden[0] : `${hidden.length} AGENTS.md files`} by itself, and beside it would do so no longer, or not from every directory. Run \`keel init --host ${name}\` if you want it all the same.`,
    )
    return false
  })
  const unwritten = names.filter((name) => {
    const target = missingFileBehind(place.root, name)
    const owner = hostNames.find(
      (other) => other !== name && !names.includes(other) && missingFileBehind(place.root, other) === target,
    )
    if (target === null || owner === undefined) return false
    notes.push(
      `${hosts[name].instructionFile?.path} leads to ${target}, which does not exist and would be ${hosts[owner].title}’s too. It was left alone: run \`keel init --host ${owner}\` to create it.`,
    )
    return true
  })
  return { names: names.filter((name) => !unwritten.includes(name)), notes }
}

/** Unlike an instruction file, an agent file hides nothing: whoever is set up gets it. */
function mappedHosts({
  asked,
  found,
}: {
  asked: readonly HostName[]
  found: readonly HostUse[]
}): HostName[] {
  const used = found.filter(({ kind }) => kind === 'project').map(({ host }) => host)
  return hostNames.filter(
    (name) => [...asked, ...used].includes(name) || hosts[name].instructionFile?.always === true,
  )
}

/** What would be created as this host's file, at the end of every link. Null where it has none, or has it already. */
function missingFileBehind(root: string, name: HostName): string | null {
  const confined = confine(root, hosts[name].instructionFile?.path ?? '.')
  const isMissing = confined.kind === 'inside' && !existsSync(confined.path)
  return isMissing ? relative(realPath(root), confined.path) : null
}

/**
 * AGENTS.md files with text of the user's that the host reads today and would not read everywhere beside a new file
 * of its own: those below the root not at all, and the root's only from the root, since imports do not leave the
 * directory that the host is started in.
 */
function agentsFilesHiddenBy({ root }: Place, path: string): string[] {
  const isThereAlready = upward(root).some((directory) => existsSync(join(directory, path)))
  if (isThereAlready) return []
  return listFiles(root)
    .filter(
      (file) =>
        basename(file) === 'AGENTS.md' && foreignText(readIfReadable(file) ?? Buffer.alloc(0)).trim() !== '',
    )
    .map((file) => relative(root, file))
}
