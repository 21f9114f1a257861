import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Change } from '#kit/changes.ts'
import { confine } from '#kit/confine.ts'
import { readIfReadable } from '#kit/files.ts'
import { CACHE_FOLDER } from '../map/cache-folder.ts'
import { planSectionRemoval } from '../sections/plan-section.ts'
import { fingerprint, INSTALLED_FILE, readInstalled } from './installed.ts'
import { type OwnedFile, ownedFiles } from './owned-files.ts'
import { type FilePlan, type Plan, planOfSection } from './plan.ts'
import { planMapRemoval } from './plan-map.ts'
import { planSettings, type SettingsTarget } from './plan-settings.ts'
import type { SectionTarget } from './plan-setup.ts'
import { readOwned, whyUnread } from './read-owned.ts'
import { realName } from './real-name.ts'

export type UninstallRequest = {
  readonly root: string
  readonly targets: readonly Pick<SectionTarget, 'path' | 'preamble'>[]
  readonly settings: readonly SettingsTarget[]
  /** See `SetupRequest`. */
  readonly agents: readonly OwnedFile[]
  /** Folders of what counts for a while only, below the root. */
  readonly passing: readonly string[]
}

/**
 * Takes out what keel put in, and nothing else: sections by their markers, whole files only where they are
 * still what keel wrote, directories only where keel made them and nothing is left inside. The cache goes as a whole.
 */
export function planUninstall({ root, targets, settings, agents, passing }: UninstallRequest): Plan {
  const installed = readInstalled(root)
  const sections = planSectionRemovals(root, targets)
  // Without a record, what is to the letter what keel ships counts as keel's. Whatever a record says, nothing else does.
  const owned = [...ownedFiles(), ...agents].flatMap(({ path, content }) => {
    const written = installed === null ? fingerprint(Buffer.from(content)) : installed.files[path]
    return written === undefined ? [] : [planOwnedRemoval({ root, path, written })]
  })
  const hooks = settings.map((target) => planSettings(root, target))
  const folders = [CACHE_FOLDER, ...passing].map((folder) => planFolderRemoval(root, folder))
  const parts = [...sections, ...hooks, ...owned, planMapRemoval(root), ...folders].filter(
    ({ report }) => report.outcome !== 'unchanged' || report.notes.length > 0,
  )
  return {
    reports: parts.map(({ report }) => report),
    changes: [
      ...parts.flatMap(({ changes }) => changes),
      ...madeDirectories(root, {
        recorded: installed?.directories ?? foldersOf(owned),
        targets: [...targets, ...settings, ...agents],
      }),
      // The record goes last, so that a kill before it loses nothing that the next run needs.
      ...recordRemoval(root),
      // An empty `.keel` is keel's, recorded or not: a kill may have fallen between making it and the record.
      { kind: 'remove-directory', path: join(root, '.keel') },
    ],
  }
}

/** Around files that go. Where the record is lost, nobody knows who made them, and nobody misses an empty one. */
function foldersOf(files: readonly FilePlan[]): string[] {
  return files.flatMap(({ report: { path, outcome } }) => {
    const names = outcome === 'removed' ? path.split('/').slice(0, -1) : []
    return names.map((_, depth) => names.slice(0, depth + 1).join('/'))
  })
}

/** Deepest first, and only such as keel may have had to make for one of its files. */
function madeDirectories(
  root: string,
  { recorded, targets }: { recorded: readonly string[]; targets: readonly { readonly path: string }[] },
): Change[] {
  // As named, and as the links lead.
  const reached = targets.flatMap(({ path }) => [path, realName(root, path)])
  return recorded
    .filter((path) => path !== '.keel' && reached.some((target) => target.startsWith(`${path}/`)))
    .filter((path) => confine(root, path).kind === 'inside')
    .toSorted((one, other) => other.length - one.length)
    .map((path) => ({ kind: 'remove-directory', path: join(root, path) }))
}

function planSectionRemovals(root: string, targets: UninstallRequest['targets']): FilePlan[] {
  const seen = new Set<string>()
  return targets.flatMap(({ path, preamble }) => {
    const confined = confine(root, path)
    // A link out of the project never got a section, so there is none to take out.
    if (confined.kind !== 'inside' || seen.has(confined.path)) return []
    seen.add(confined.path)
    return [planOfSection(planSectionRemoval({ root, path }, preamble === undefined ? {} : { preamble }))]
  })
}

function planOwnedRemoval({
  root,
  path,
  written,
}: {
  root: string
  path: string
  written: string
}): FilePlan {
  const absolute = join(root, path)
  const reading = readOwned(root, path)
  if (reading.kind === 'unreadable') {
    const notes = [whyUnread(path, reading.kind)]
    return { report: { path, what: 'file', outcome: 'conflict', notes }, changes: [] }
  }
  const before = reading.kind === 'read' ? reading.bytes : null
  if (before === null) return { report: { path, what: 'file', outcome: 'unchanged', notes: [] }, changes: [] }
  if (fingerprint(before) === written) {
    return {
      report: { path, what: 'file', outcome: 'removed', notes: [] },
      changes: [{ kind: 'remove', path: absolute, before }],
    }
  }
  const notes = [`${path} has been edited, so it stays. Delete it by hand if you do not want it.`]
  return { report: { path, what: 'file', outcome: 'kept', notes }, changes: [] }
}

/** What is derived is nobody's text. A link in its place was put there by somebody else, and stays. */
function planFolderRemoval(root: string, folder: string): FilePlan {
  const path = join(root, folder)
  const isThere = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  return {
    report: { path: folder, what: 'file', outcome: isThere ? 'removed' : 'unchanged', notes: [] },
    changes: isThere ? [{ kind: 'remove-tree', path }] : [],
  }
}

function recordRemoval(root: string): Change[] {
  const path = join(root, INSTALLED_FILE)
  const before = readIfReadable(path)
  return before === null ? [] : [{ kind: 'remove', path, before }]
}
