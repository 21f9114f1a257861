import { stemOf } from './stem-of.ts'

export type PathSearch = {
  /** Paths of files with this name, whatever comes after a dot, in the order of paths. */
  readonly called: (name: string) => string[]
  /** Folders of this name that have something in them, each once. */
  readonly foldersCalled: (name: string) => string[]
}

/** Finds names in all paths as one text: that takes less time for a few of them than to take each path apart. */
export function searchPaths(paths: readonly string[]): PathSearch {
  const text = `${BETWEEN}${paths.join(BETWEEN)}${BETWEEN}`
  /** Where a name stands for itself, at the beginning of a path or behind a slash. */
  const placesOf = function* (name: string) {
    if (NO_NAME.test(name)) return
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
      const before = text[at - 1]
      if (before === '/' || before === BETWEEN) yield at
    }
  }
  return {
    called: (name) => {
      const found: string[] = []
      for (const at of placesOf(name)) {
        const behind = text[at + name.length]
        if (behind !== '.' && behind !== BETWEEN) continue
        const end = text.indexOf(BETWEEN, at)
        if (text.slice(at, end).includes('/')) continue
        const path = text.slice(text.lastIndexOf(BETWEEN, at) + 1, end)
        if (stemOf(path) === name) found.push(path)
      }
      return found
    },
    foldersCalled: (name) => {
      const found = new Set<string>()
      for (const at of placesOf(name))
        if (text[at + name.length] === '/')
          found.add(text.slice(text.lastIndexOf(BETWEEN, at) + 1, at + name.length))
      return [...found]
    },
  }
}

/** No path has it. */
const BETWEEN = '\0'
const NO_NAME = /^$|[/\0]/
