import { alternatives, globsMeet } from './globs-meet.ts'

/** The files that the tasks of one wave are expected to touch. */
export type WaveFiles = {
  /** Whether a task could touch none of them. */
  readonly fits: (files: readonly string[]) => boolean
  readonly add: (files: readonly string[]) => void
  /** Nothing more fits. */
  readonly isFull: () => boolean
}

/** Nobody knows what a task touches that does not say so: it is alone, unless whoever asks thinks otherwise. */
export function startWave(unnamed: 'alone' | 'together'): WaveFiles {
  const paths = new Set<string>()
  const folders = new Set<string>()
  const globs: string[] = []
  let isEmpty = true
  let isFull = false
  const meetsPath = (path: string) =>
    paths.has(path) || folders.has(path) || above(path).some((folder) => paths.has(folder))
  return {
    fits: (files) => {
      if (isEmpty) return true
      if (files.length === 0) return unnamed === 'together'
      return !files
        .flatMap(alternatives)
        .some((one) =>
          isPlain(one)
            ? meetsPath(trimmed(one)) || globs.some((glob) => globsMeet(glob, one))
            : [...globs, ...paths].some((other) => globsMeet(one, other)),
        )
    },
    add: (files) => {
      isEmpty = false
      if (files.length === 0 && unnamed === 'alone') isFull = true
      for (const one of files.flatMap(alternatives)) {
        if (!isPlain(one)) globs.push(one)
        else {
          paths.add(trimmed(one))
          for (const folder of above(trimmed(one))) folders.add(folder)
        }
      }
    },
    isFull: () => isFull,
  }
}

function isPlain(path: string): boolean {
  return !/[*?[]/.test(path)
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, '')
}

/** The folders around a path, or around a folder. */
function above(path: string): string[] {
  const segments = trimmed(path).split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}
