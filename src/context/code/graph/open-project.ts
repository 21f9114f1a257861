import type { CodeFile } from './code-file.ts'
import type { Project } from './resolver.ts'

export function openProject(files: readonly CodeFile[], read: Project['read']): Project {
  const paths = new Set(files.map(({ path }) => path))
  const folders = new Map<string, string[]>([['', []]])
  const names = new Map<string, string[]>()
  for (const { path } of files) {
    const slash = path.lastIndexOf('/')
    noteIn(folders, { key: path.slice(0, Math.max(slash, 0)), path })
    noteIn(names, { key: path.slice(slash + 1), path })
    for (let up = slash; up > 0; up = path.lastIndexOf('/', up - 1)) {
      const folder = path.slice(0, up)
      if (folders.has(folder) && up !== slash) break
      if (!folders.has(folder)) folders.set(folder, [])
    }
  }
  return {
    files,
    has: (path) => paths.has(path),
    hasFolder: (path) => folders.has(path),
    filesIn: (folder) => folders.get(folder) ?? [],
    named: (name) => names.get(name) ?? [],
    read,
  }
}

function noteIn(lists: Map<string, string[]>, { key, path }: { key: string; path: string }): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [path])
  else known.push(path)
}
