import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '#kit/confine.ts'
import { realPath } from '#kit/real-path.ts'
import type { InstructionLoad, LoadedFile, LoadedVia, UnloadedFile } from '#words/instructions.ts'
import type { Place } from '#words/place.ts'
import type { LoadRequest } from '../contract.ts'
import { explainUnloaded } from './explain-unloaded.ts'
import { filesOfEntry } from './files-of-entry.ts'
import { isBelowStart } from './is-below-start.ts'
import { readText } from './read-text.ts'
import { FILE_NAMES, type OpencodeSettings, readSettings } from './settings.ts'
import { strongestFile } from './strongest-file.ts'

/**
 * opencode starts with one file of the user, then all files of one name on the way up to the worktree's root,
 * nearest first, then what `instructions` names. A path is loaded once. Below, the read tool brings in one file per
 * folder. No limit, no imports, and the text stays as it is.
 */
export function loadInstructions({ place, candidates }: LoadRequest): InstructionLoad {
  const settings = readSettings(place)
  const entries = findByEntries(place, settings)
  const atStart = new Map<string, LoadedVia>()
  for (const { path, via } of [...findUserFile(settings), ...findOnTheWay(place, settings), ...entries.found])
    if (!atStart.has(path)) atStart.set(path, via)
  const below = findBelow(candidates, settings).filter((path) => !atStart.has(path))
  const loaded = [
    ...[...atStart].flatMap(([path, via]) => show({ path, via, when: { kind: 'start' } })),
    ...below.flatMap((path) =>
      show({ path, via: { kind: 'project' }, when: { kind: 'directory', directory: dirname(path) } }),
    ),
  ]
  // A file whose text arrives through a link to it, or the other way round, is not missed by anybody.
  const told = new Set(loaded.map(({ path }) => realPath(path)))
  const rest = new Set([...settings.userFiles, ...atStart.keys(), ...below, ...candidates])
  const unloaded = [...rest]
    .filter((path) => !told.has(realPath(path)))
    .flatMap((path) => explainUnloaded(path, settings))
  return { loaded, unloaded: [...unloaded, ...entries.unloaded], unordered: unorderedEntries(loaded) }
}

type Found = { readonly path: string; readonly via: LoadedVia }

function findUserFile({ userFiles }: OpencodeSettings): Found[] {
  return userFiles
    .filter((path) => existsSync(path))
    .slice(0, 1)
    .map((path) => ({ path, via: { kind: 'user' } }))
}

function findOnTheWay({ root }: Place, { readsProject, chain, names }: OpencodeSettings): Found[] {
  const strongest = readsProject ? strongestFile(chain, names) : null
  if (strongest === null) return []
  return chain
    .map((folder) => join(folder, basename(strongest)))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, via: { kind: isWithin(root, path) ? 'project' : 'above' } }))
}

function findByEntries(
  { home }: Place,
  { startFolder, entries, entryFolders }: OpencodeSettings,
): { found: Found[]; unloaded: UnloadedFile[] } {
  const found: Found[] = []
  const unloaded: UnloadedFile[] = []
  for (const entry of entries) {
    const setting = `instructions "${entry}"`
    if (/^https?:\/\//.test(entry)) {
      const because = 'opencode fetches it at start. keel does not fetch, so its text is not counted here.'
      unloaded.push({ path: entry, kind: 'ignored', because })
      continue
    }
    const paths = filesOfEntry(entry, { home, folders: entryFolders })
    found.push(...paths.map((path) => ({ path, via: { kind: 'setting' as const, setting } })))
    if (paths.length === 0) {
      const because = `opencode finds no file for ${setting}, and does not say so.`
      unloaded.push({
        path: resolve(entryFolders[0] ?? startFolder, entry.replace(/^~(?=\/)/, home)),
        kind: 'missing',
        because,
      })
    }
  }
  return { found, unloaded }
}

/** The patterns in `instructions` that brought in more than one file. */
function unorderedEntries(loaded: readonly LoadedFile[]): string[] {
  const settings = loaded.flatMap(({ via }) =>
    via.kind === 'setting' && /[*?[{]/.test(via.setting) ? [via.setting] : [],
  )
  return [...new Set(settings.filter((setting, index) => settings.indexOf(setting) !== index))]
}

/** In each folder below that has such a file, the one that reading a file there would bring in. */
function findBelow(candidates: readonly string[], { startFolder, names }: OpencodeSettings): string[] {
  const folders = new Set(
    candidates.filter((path) => FILE_NAMES.includes(basename(path))).map((path) => dirname(path)),
  )
  return [...folders]
    .filter((folder) => isBelowStart(folder, startFolder))
    .flatMap((folder) => strongestFile([folder], names) ?? [])
}

/** Nothing is sent for a folder or an empty file; white space alone is sent. */
function show({ path, via, when }: Pick<LoadedFile, 'path' | 'via' | 'when'>): LoadedFile[] {
  const text = readText(path)
  return text === '' ? [] : [{ path, via, when, bytes: statSync(path).size, text, cut: null }]
}
