import { type Dirent, readdirSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import { isFile } from '#kit/files.ts'

/**
 * The files that one entry of `instructions` names. A relative one counts in every folder given, whichever
 * configuration file it stands in; in an absolute one only the last part is a pattern.
 */
export function filesOfEntry(
  entry: string,
  { home, folders }: { home: string; folders: readonly string[] },
): string[] {
  const path = entry.startsWith('~/') ? join(home, entry.slice(2)) : entry
  if (isAbsolute(path)) return findFiles({ folder: dirname(path), pattern: basename(path), dot: false })
  return folders.flatMap((folder) => findFiles({ folder, pattern: path, dot: true }))
}

type Search = {
  readonly folder: string
  readonly pattern: string
  /** Whether wildcards match names that begin with a dot. */
  readonly dot: boolean
}

/**
 * opencode takes what one pattern matches in whatever order the file system hands out, level by level. Names are
 * sorted here, so that every machine sees one order.
 */
function findFiles({ folder, pattern, dot }: Search): string[] {
  const { base, glob } = picomatch.scan(pattern, { nonegate: true })
  if (glob === '') return [join(folder, pattern)].filter(isFile).map((path) => resolve(path))
  const from = join(folder, base)
  const matches = picomatch(glob, { dot, nonegate: true })
  return filesBelow(from, glob.includes('**') ? Number.POSITIVE_INFINITY : glob.split('/').length)
    .filter((path) => matches(relative(from, path).split(sep).join('/')))
    .filter(isFile)
}

/** Level by level. Linked folders are not entered, ignored ones are. */
function filesBelow(folder: string, levels: number): string[] {
  const found: string[][] = []
  let folders = [folder]
  for (let level = 0; level < levels && folders.length > 0; level++) {
    const entries = folders.flatMap((parent) =>
      entriesOf(parent).map((entry) => ({ path: join(parent, entry.name), isFolder: entry.isDirectory() })),
    )
    found.push(entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path))
    folders = entries.filter(({ isFolder }) => isFolder).map(({ path }) => path)
  }
  return found.flat()
}

/** A folder that cannot be read is passed over without a word, as opencode does. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    return []
  }
}
