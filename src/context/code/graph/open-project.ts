import type { CodeFile } from './code-file.ts'
import { stemOf } from './paths/stem-of.ts'
import type { Project } from './resolver.ts'

export function openProject(files: readonly CodeFile[], read: Project['read']): Project {
  const paths = new Set(files.map(({ path }) => path))
  const folders = new Map<string, string[]>([['', []]])
  const stems = new Map<string, string[]>()
  const holders = new Map<string, Set<string>>()
  const noteHolder = (name: string, folder: string) => {
    const known = holders.get(name)
    if (known === undefined) holders.set(name, new Set([folder]))
    else known.add(folder)
  }
  for (const { path } of files) {
    const slash = path.lastIndexOf('/')
    const folder = path.slice(0, Math.max(slash, 0))
    const stem = stemOf(path)
    noteIn(stems, { key: stem, path })
    noteHolder(stem, folder)
    for (let own = folder; own !== '' && !folders.has(own); own = parentOf(own)) {
      folders.set(own, [])
      noteHolder(own.slice(own.lastIndexOf('/') + 1), parentOf(own))
    }
    noteIn(folders, { key: folder, path })
  }
  const called = (name: string) => stems.get(name) ?? []
  return {
    filesOf: (grammars) => files.filter(({ grammar }) => grammar !== null && grammars.includes(grammar)),
    has: (path) => paths.has(path),
    hasFolder: (path) => folders.has(path),
    filesIn: (folder) => folders.get(folder) ?? [],
    foldersWith: (name) => holders.get(name) ?? NOWHERE,
    called,
    named: (name) => called(stemOf(name)).filter((path) => path === name || path.endsWith(`/${name}`)),
    read,
  }
}

const NOWHERE: ReadonlySet<string> = new Set()

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))
}

function noteIn(lists: Map<string, string[]>, { key, path }: { key: string; path: string }): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [path])
  else known.push(path)
}
