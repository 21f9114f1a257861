import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { MAP_FILE } from '#context/map/map-file.ts'
import { findRunloop } from '#context/runloop.ts'
import { isSavedEdit } from '#context/sections/save-edit.ts'
import { findSprawl } from '#context/setup/find-sprawl.ts'
import { INSTALLED_FILE, readInstalled } from '#context/setup/installed.ts'
import { GUARDS_FOLDER, readGuards } from '#guard/read-guards.ts'
import { findProgram } from '#hosts/find-hosts.ts'
import { settingsFiles } from '#hosts/hook-dialects.ts'
import { hostNames, hosts } from '#hosts/registry.ts'
import { JOURNAL_FOLDER } from '#journal/open-journal.ts'
import { namesIn } from '#kit/files.ts'
import { hasGit } from '#kit/has-git.ts'
import { refusalOf } from '#kit/refusal-of.ts'
import { LEDGER_FOLDER } from '#loop/ledger/open-ledger.ts'
import { Fault } from '#words/fault.ts'
import type { FileReport } from '#words/file-report.ts'
import type { Place } from '#words/place.ts'
import { asFault } from './as-fault.ts'
import { GET_GIT } from './assert-git.ts'
import { unfitFor } from './assert-project.ts'
import { cutFiles } from './cut-files.ts'
import { askingHosts } from './hook-targets.ts'
import { sectionCarriers } from './instruction-targets.ts'
import { isSetUp } from './is-set-up.ts'
import { mapState } from './map-state.ts'
import { planUpdate } from './plan-update.ts'
import { taskAilments } from './task-ailments.ts'
import { hearSource } from './task-source.ts'
import { defineVerb } from './verb.ts'
import type { World } from './world.ts'

export type Ailment = {
  /** `problem`: something does not work as it should. `advice`: it works, and could be better. */
  readonly level: 'problem' | 'advice'
  readonly what: string
  /** What to do about it; a command where one does it. */
  readonly remedy: string
}

export type DoctorReport = {
  readonly root: string
  readonly runloop: string
  readonly ailments: readonly Ailment[]
}

export const doctor = defineVerb({
  name: 'doctor',
  summary: 'Say what is wrong and what to type.',
  details:
    'Looks at the configuration, the sections and keel’s own files, at a map that is missing or stale, at guards that cannot be read, at tasks that cannot, or that wait for nobody, at a tracker that does not answer, at what hosts cut, and at files that other tools left ' +
    'behind and that something else replaces. It changes and deletes nothing.',
  examples: [{ command: 'keel doctor', explains: 'look at this project' }],
  input: z.object({}),
  tells: null,
  tool: null,
  configuration: 'any',
  run: async (_input, world): Promise<DoctorReport> => {
    const { place } = world
    const ailments = await Promise.all([
      look(() => configAilments(world)),
      look(missingGit),
      look(() => unreadableFolders(place)),
      look(() => setupAilments(place)),
      look(() => (isSetUp(place.root) ? mapAilments(world) : [])),
      look(() => (isSetUp(place.root) ? cutAilments(place) : [])),
      look(() => brokenGuards(place)),
      look(() => hearSource(world)),
      look(() => taskAilments(world)),
      look(() => unheardHooks(place)),
      look(() => misnamedFiles(place)),
      look(() => leftovers(place)),
      look(() => sprawl(place)),
    ])
    return { root: place.root, runloop: runloopOf(place), ailments: ailments.flat() }
  },
  hasFindings: ({ ailments }) => ailments.some(({ level }) => level === 'problem'),
})

/** What cannot be looked at is an ailment, too, and keeps nobody from looking at the rest. */
async function look(
  examine: () => readonly Ailment[] | Promise<readonly Ailment[]>,
): Promise<readonly Ailment[]> {
  try {
    return await examine()
  } catch (thrown) {
    const fault = asFault(thrown)
    if (!(fault instanceof Fault)) throw fault
    return [{ level: 'problem', what: fault.message, remedy: fault.hint ?? 'keel doctor --json' }]
  }
}

function missingGit(): Ailment[] {
  if (hasGit()) return []
  const what =
    'No program git is on your PATH: `keel run` does nothing without it, and nothing else tells ignored files from others.'
  return [{ level: 'problem', what, remedy: GET_GIT }]
}

/** Elsewhere what cannot be read counts as empty: no journal, and no guards but the built-in ones. */
function unreadableFolders({ root }: Place): Ailment[] {
  return ['.keel', GUARDS_FOLDER, JOURNAL_FOLDER, LEDGER_FOLDER].flatMap((folder): Ailment[] => {
    const path = join(root, folder)
    if (!isClosed(path)) return []
    return [
      {
        level: 'problem',
        what: `${folder} cannot be read with your permissions.`,
        remedy: `chmod u+rwx ${folder}`,
      },
    ]
  })
}

/** What lies in a closed folder is not there for anybody, and closed by that one alone. */
function isClosed(folder: string): boolean {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return false
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return false
  } catch {
    return true
  }
}

function notSetUp(place: Place): Ailment {
  const unfit = unfitFor(place)
  return unfit === null
    ? { level: 'problem', what: 'keel is not set up in this project.', remedy: 'keel init' }
    : { level: 'problem', what: `This is ${unfit}, not a project.`, remedy: 'Go to a repository.' }
}

function configAilments({ config }: World): Ailment[] {
  if (config.kind === 'valid') return []
  return config.problems.map(({ where, key, message }) => ({
    level: 'problem',
    what: `${where}: ${key === '' ? '' : `${key}: `}${message}`,
    remedy: 'keel config --schema',
  }))
}

/** Whatever an update would do is what is wrong. */
function setupAilments(place: Place): Ailment[] {
  const { root } = place
  if (isClosed(join(root, '.keel'))) return []
  if (!isSetUp(root)) return [notSetUp(place)]
  const { reports } = planUpdate(root, { map: null, force: false })
  const record: Ailment[] =
    readInstalled(root) === null
      ? [
          {
            level: 'problem',
            what: `${INSTALLED_FILE} is missing or damaged, so that keel does not know which files it wrote.`,
            remedy: 'keel update',
          },
        ]
      : []
  return [...record, ...reports.flatMap(ailmentsOf), ...lostSections(root)]
}

function runloopOf({ root }: Place): string {
  try {
    return findRunloop(root).source
  } catch (error) {
    if (refusalOf(error) === null) throw error
    return 'unreadable'
  }
}

/** Whoever took a section out may have meant to; an update takes note of it, and says no more. */
function lostSections(root: string): Ailment[] {
  const carriers = sectionCarriers(root)
  const recorded = readInstalled(root)?.sections ?? []
  return hostNames
    .filter((name) => !carriers.includes(name))
    .flatMap((name): Ailment[] => {
      const path = hosts[name].instructionFile?.path
      if (path === undefined || !recorded.includes(path)) return []
      const what = `${path} had keel’s section and has it no longer. If that is as you want it, run \`keel update\`.`
      return [{ level: 'advice', what, remedy: `keel init --host ${name}` }]
    })
}

function ailmentsOf({ path, outcome, notes }: FileReport): Ailment[] {
  switch (outcome) {
    case 'conflict':
      return notes.map((what) => ({ level: 'problem', what, remedy: 'keel update' }))
    case 'created':
      return [
        { level: 'problem', what: `${path} is missing, or has no keel section.`, remedy: 'keel update' },
      ]
    case 'updated':
      return [{ level: 'problem', what: `${path} is not what this keel writes.`, remedy: 'keel update' }]
    case 'unchanged':
    case 'kept':
    case 'removed':
      return []
  }
}

/** What it would take a drawing to know is said as advice, so that looking is quick on any repository. */
async function mapAilments(world: World): Promise<Ailment[]> {
  if (world.config.kind !== 'valid' || isClosed(join(world.place.root, '.keel'))) return []
  const state = await mapState(world)
  if (state === 'current') return []
  const { level, what } = MAP_AILMENTS[state]
  const remedy = state === 'foreign' ? 'keel update --force' : 'keel update'
  return [{ level, what: `${MAP_FILE} ${what}`, remedy }]
}

const MAP_AILMENTS = {
  missing: { level: 'problem', what: 'is missing, or cannot be read.' },
  edited: {
    level: 'advice',
    what: 'has been edited, and is drawn by keel. The next update saves the edit beside it.',
  },
  foreign: {
    level: 'advice',
    what: 'does not end in keel’s stamp, and so is not kept up to date. By force it is replaced, and kept beside.',
  },
  stale: { level: 'advice', what: 'is not what the map would be now.' },
  doubtful: { level: 'advice', what: 'may be stale: files have changed since it was drawn.' },
} as const

function cutAilments(place: Place): Ailment[] {
  return cutFiles(place).map(({ host, path, because }) => ({
    level: 'problem',
    what: `${hosts[host].title} drops text of ${relative(place.root, path)}: ${because}`,
    remedy: `keel context --host ${host}`,
  }))
}

async function brokenGuards({ root }: Place): Promise<Ailment[]> {
  const read = await readGuards({ root, settingsFiles })
  if (read.kind === 'guards') return []
  return read.problems.map((what) => ({
    level: 'problem',
    what,
    remedy: `Mend the file, or take it out of ${GUARDS_FOLDER}. Until then guards let nothing through.`,
  }))
}

/** A hook that cannot be started lets everything through on some hosts, and nothing on others. */
function unheardHooks(place: Place): Ailment[] {
  if (findProgram(['keel'], place) !== null) return []
  return askingHosts(place.root).map(({ host, path }) => ({
    level: 'problem',
    what: `${path} has ${hosts[host].title} ask keel before every action, and no program of that name is on your PATH.`,
    remedy: 'npm install --global keel',
  }))
}

/** On a file system that tells case apart, `Agents.md` is a file that most hosts do not open. */
function misnamedFiles({ root }: Place): Ailment[] {
  const known = ['AGENTS.md', ...hostNames.flatMap((name) => hosts[name].instructionFile?.path ?? [])]
  return namesIn(root).flatMap((name): Ailment[] => {
    const meant = known.find((path) => path !== name && path.toLowerCase() === name.toLowerCase())
    if (meant === undefined) return []
    const what = `${name} is not spelled ${meant}, and hosts that tell case apart do not read it.`
    return [{ level: 'advice', what, remedy: `git mv ${name} ${meant}` }]
  })
}

function sprawl({ root }: Place): Ailment[] {
  return findSprawl(root).map(({ path, replacedBy }) => ({
    level: 'advice',
    what: `${path} is from another way of working.`,
    remedy: replacedBy,
  }))
}

/** Edits that were saved before a section was refreshed wait for somebody to look at them. */
function leftovers({ root }: Place): Ailment[] {
  const folders = new Set([
    '.',
    '.keel',
    ...hostNames.flatMap((name) => hosts[name].instructionFile?.path ?? []).map((path) => join(path, '..')),
  ])
  return [...folders].flatMap((folder) =>
    namesIn(join(root, folder))
      .filter(isSavedEdit)
      .map(
        (name): Ailment => ({
          level: 'advice',
          what: `${join(folder, name)} holds an edit that keel replaced.`,
          remedy: 'Move what you want to keep out of it, then delete the file.',
        }),
      ),
  )
}
