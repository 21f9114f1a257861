import { once } from '#kit/once.ts'
import type { CodeFile } from './code-file.ts'
import { parentOf } from './paths/parent-of.ts'
import { stemOf } from './paths/stem-of.ts'
import type { Project } from './resolver.ts'

/** Each of its lists is made when it is first asked for: of a single file that has changed, hardly anything is. */
export function openProject(files: readonly CodeFile[], read: Project['read']): Project {
  const paths = once(() => new Set(files.map(({ path }) => path)))
  const folders = once(() => filesByFolder(files))
  const stems = once(() => filesByStem(files))
  const holders = once(() => foldersByName(files, folders()))
  const called = (name: string) => stems().get(name) ?? []
  return {
    filesOf: (grammars) => files.filter(({ grammar }) => grammar !== null && grammars.includes(grammar)),
    has: (path) => paths().has(path),
    hasFolder: (path) => folders().has(path),
    filesIn: (folder) => folders().get(folder) ?? [],
    foldersWith: (name) => holders().get(name) ?? NOWHERE,
    called,
    named: (name) => called(stemOf(name)).filter((path) => path === name || path.endsWith(`/${name}`)),
    read,
  }
}

const NOWHERE: ReadonlySet<string> = new Set()

/** Folders that have none of their own, too. */
function filesByFolder(files: readonly CodeFile[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>([['', []]])
  for (const { path } of files) {
    const folder = parentOf(path)
    for (let own = folder; !folders.has(own); own = parentOf(own)) folders.set(own, [])
    folders.get(folder)?.push(path)
  }
  return folders
}

function filesByStem(files: readonly CodeFile[]): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, string[]>()
  for (const { path } of files) {
    const stem = stemOf(path)
    const known = stems.get(stem)
    if (known === undefined) stems.set(stem, [path])
    else known.push(path)
  }
  return stems
}

/** By the name of a file or folder: where such a one lies. */
function foldersByName(
  files: readonly CodeFile[],
  folders: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const holders = new Map<string, Set<string>>()
  const note = (name: string, folder: string) => {
    const known = holders.get(name)
    if (known === undefined) holders.set(name, new Set([folder]))
    else known.add(folder)
  }
  for (const { path } of files) note(stemOf(path), parentOf(path))
  for (const folder of folders.keys())
    if (folder !== '') note(folder.slice(folder.lastIndexOf('/') + 1), parentOf(folder))
  return holders
}
